/** Functions that a compiled `<form action={…}>` calls on the server. */
import { findFormTarget, formId } from '#contract/page/form.ts'

/** Returns whether the action is an api, so that fw handles the form. */
export function isForm(action: unknown): boolean {
  return findFormTarget(action) !== undefined
}

/** Returns the value of the hidden field that names the tool. Throws a `TypeError` for an action that isn't an api. */
export function formTool(action: unknown): string {
  const target = findFormTarget(action)
  if (target === undefined)
    throw new TypeError('The action of a <form> is a function, but not an api. Import one from src/server.')
  return formId(target)
}
