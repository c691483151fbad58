/**
 * Reports failures to the error overlay of `fw dev` that it can't observe itself. Called only inside `import.meta.hot`,
 * which a build of any mode replaces by `undefined`, so a build contains nothing of this.
 */
import type { Effect, Guard, Origin } from '#contract/api.ts'

/** The part of `import.meta` that only Vite's development server adds. */
export interface HotMeta {
  readonly hot?: {
    on<Payload>(event: string, listener: (payload: Payload) => void): void
  }
}

/** A call of a tool of the page that threw. */
interface FailedPageCall {
  /** `Cart.add` */
  readonly tool: string
  readonly origin: Origin
  readonly definition: { readonly guard?: Guard; readonly effect?: Effect }
  readonly input: unknown
  /** The island of the tool; undefined for a store. */
  readonly instance?: string | undefined
}

/** Dispatches the failure of a call, before the call rejects. */
export function reportCallFailure(error: unknown, call: FailedPageCall): void {
  document.dispatchEvent(new CustomEvent('fw:call-error', { detail: { error, call } }))
}
