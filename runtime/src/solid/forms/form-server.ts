/** `useForm()` and the hidden fields of forms on the server. */
import type { AnyApi } from '#contract/api.ts'
import { findFormTarget, formId } from '#contract/page/form.ts'
import { solidShared } from '../render/render-state.ts'
import { createForm, type Form, type FormOptions, requireTarget } from './form-fields.ts'
import { newFormKey } from './form-key.ts'
import { refusedForms } from './refused-forms.ts'

/**
 * Returns the state of a form of `api`, for the component that renders it: `const form = useForm(checkout)`, then
 * `<form action={form}>`. After a refused post it has the submitted values and their errors.
 */
export function useForm<Called extends AnyApi, Value = unknown>(
  api: Called,
  options: FormOptions<Awaited<ReturnType<Called>>, NonNullable<Parameters<Called>[0]>, Value> = {},
): Form<NonNullable<Parameters<Called>[0]>, Awaited<ReturnType<Called>>> {
  const target = requireTarget(findFormTarget(api), options.name)
  const sent = refusedForms.current?.()
  const refused = sent?.form === formId(target) ? sent : undefined
  return createForm({
    target,
    refused: () => refused,
    pending: () => false,
    result: () => undefined,
  }) as unknown as ReturnType<typeof useForm<Called>> // field names are type-checked at calls, where the input type is known
}

/** Returns a new key for each form, or an empty string in a shared page, where all visitors would get the same key. */
export function formKey(): string {
  return solidShared.context?.fw?.hasFormKeys === false ? '' : newFormKey()
}
