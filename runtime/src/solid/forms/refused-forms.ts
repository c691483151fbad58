/** Lets `useForm` find the refused form of the current request. The server sets `current`, since it knows the request of the running code. */
import type { RefusedForm } from '#contract/page/form.ts'

export const refusedForms: {
  /** Returns the refused form of the current request, also after an `await`. Absent outside a server. */
  current?: () => RefusedForm | undefined
} = {}
