/** How `useForm` finds the form that the page is shown again for: whoever answers requests says so, as it knows whose code runs. */
import type { RefusedForm } from '#contract/page/form.ts'

export const refusedForms: {
  /** The one of the request that is being answered, also in code that waits. Absent where no server is. */
  current?: () => RefusedForm | undefined
} = {}
