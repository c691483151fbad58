/** `useForm()` in the browser: reactive while its component is mounted. */
import { createSignal, onCleanup } from 'solid-js'
import type { AnyApi } from '#contract/api.ts'
import { FORM_ELEMENT, findFormTarget, formId, type RefusedForm } from '#contract/page/form.ts'
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'
import { createForm, type Form, type FormOptions, requireTarget } from './form-fields.ts'
import { addLiveForm, type LiveForm } from './live-forms.ts'

/**
 * Returns the state of a form of `api`, for the component that renders it: `const form = useForm(checkout)`, then
 * `<form action={form}>`.
 */
export function useForm<Called extends AnyApi, Value = unknown>(
  api: Called,
  options: FormOptions<Awaited<ReturnType<Called>>, NonNullable<Parameters<Called>[0]>, Value> = {},
): Form<NonNullable<Parameters<Called>[0]>, Awaited<ReturnType<Called>>> {
  const target = requireTarget(findFormTarget(api), options.name)
  const id = formId(target)
  const [refused, setRefused] = createSignal(sentForm(id))
  const [pending, setPending] = createSignal(false)
  const [result, setResult] = createSignal<unknown>()
  onCleanup(
    addLiveForm(id, {
      setPending,
      setRefused,
      hash: target.hash,
      optimistic: (options.onDone && options.optimistic) as LiveForm['optimistic'], // its input is that of this form
      ...(options.onDone && {
        onDone: (wire: unknown) => {
          const value = target.decode === undefined ? wire : target.decode(wire)
          setResult(() => value)
          options.onDone?.(value as Awaited<ReturnType<Called>>) // the server has validated it
        },
      }),
    }),
  )
  return createForm({ target, refused, pending, result }) as unknown as ReturnType<typeof useForm<Called>> // field names are type-checked at calls, where the input type is known
}

/** Returns the refused form that the page contains, if it was submitted before scripts ran. */
function sentForm(id: string): RefusedForm | undefined {
  const own = document.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce
  const scripts = document.querySelectorAll<HTMLElement>(`script#${FORM_ELEMENT}`)
  // Under a content security policy, only the server's has the nonce of the document.
  const text = [...scripts].find(({ nonce }) => !own || nonce === own)?.textContent
  const sent = text ? (JSON.parse(text) as RefusedForm) : undefined // written by the server
  return sent?.form === id ? sent : undefined
}
