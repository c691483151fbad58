/** Forms of mounted islands, by `formId`: what sends forms tells them how it goes. */
import type { RefusedForm } from '#contract/page/form.ts'

export interface LiveForm {
  setPending(pending: boolean): void
  setRefused(refused: RefusedForm | undefined): void
  readonly optimistic: boolean
  /** The island goes on by itself; absent where the page goes where the form leads. */
  readonly onDone?: (result: unknown) => void
}

/** Of one id there may be several, as a page holds a form twice. */
export const liveForms = new Map<string, LiveForm[]>()

/** Until what this answers is called. */
export function addLiveForm(id: string, form: LiveForm): () => void {
  const forms = liveForms.get(id) ?? []
  liveForms.set(id, [...forms, form])
  return () => {
    const rest = (liveForms.get(id) ?? []).filter((other) => other !== form)
    if (rest.length > 0) liveForms.set(id, rest)
    else liveForms.delete(id)
  }
}
