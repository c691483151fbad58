/** Forms of mounted islands, by `formId`. The code that sends forms updates their state. */
import type { RefusedForm } from '#contract/page/form.ts'

type OptimisticForm = readonly [
  read: {
    call(
      send: () => Promise<unknown>,
      fields: FormData,
      options: { readonly optimistic: OptimisticForm[1] },
    ): Promise<unknown>
  },
  expect: (current: unknown, fields: FormData) => unknown,
]

export interface LiveForm {
  setPending(pending: boolean): void
  setRefused(refused: RefusedForm | undefined): void
  /** Whether the fields are emptied at once, or a live read that shows an expected value too. */
  readonly optimistic: boolean | undefined | OptimisticForm
  /** The hash of the contract for which the page was built. */
  readonly hash?: string | undefined
  /** Receives the result, so that the page stays; absent if the browser navigates to the result page of the form. */
  readonly onDone?: (result: unknown) => void
}

/** An id has several forms if a page contains the same form twice. */
export const liveForms = new Map<string, LiveForm[]>()

/** Adds a form. Returns a function that removes it. */
export function addLiveForm(id: string, form: LiveForm): () => void {
  const forms = liveForms.get(id) ?? []
  liveForms.set(id, [...forms, form])
  return () => {
    const rest = (liveForms.get(id) ?? []).filter((other) => other !== form)
    if (rest.length > 0) liveForms.set(id, rest)
    else liveForms.delete(id)
  }
}
