/** What compiled `<form action={…}>` asks of its action. */
import { findFormTarget, formId } from '#contract/page/form.ts'

/** Whether the action is an api's, and the form is ours. */
export function isForm(action: unknown): boolean {
  return findFormTarget(action) !== undefined
}

/** The value of the hidden field that names the tool. Throws a `TypeError` for what is no api. */
export function formTool(action: unknown): string {
  const target = findFormTarget(action)
  if (target === undefined)
    throw new TypeError('The action of a <form> is a function that is no api. Import one from src/server.')
  return formId(target)
}
