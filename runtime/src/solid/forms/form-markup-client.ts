/** What compiled `<form action={…}>` asks of its action in the browser, as small as it can be. */
import { FORM_TARGET, type FormTarget } from '#contract/page/form.ts'

type Action = { readonly [FORM_TARGET]?: FormTarget } | undefined

/** Whether the action is an api's, and the form is ours. */
export function isForm(action: unknown): boolean {
  return (action as Action)?.[FORM_TARGET] !== undefined // any value may be asked for any member
}

/** The value of the hidden field that names the tool. */
export function formTool(action: unknown): string {
  const { tool, name } = (action as Required<NonNullable<Action>>)[FORM_TARGET] // the server has checked it
  return name ? `${tool}#${name}` : tool
}
