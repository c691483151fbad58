/** Functions that a compiled `<form action={…}>` calls in the browser. They don't check the action, to stay small. */
import { FORM_TARGET, type FormTarget } from '#contract/page/form.ts'

type Action = { readonly [FORM_TARGET]?: FormTarget } | undefined

/** Returns whether the action is an api, so that fw handles the form. */
export function isForm(action: unknown): boolean {
  return (action as Action)?.[FORM_TARGET] !== undefined // any value but null has members
}

/** Returns the value of the hidden field that names the tool. */
export function formTool(action: unknown): string {
  const { tool, name } = (action as Required<NonNullable<Action>>)[FORM_TARGET] // the server has rendered the form
  return name ? `${tool}#${name}` : tool
}
