/**
 * Tells the error overlay of `fw dev` what it cannot see from outside. Only ever called behind `import.meta.hot`, which a
 * build knows to be nothing, whatever its mode: it leaves no byte of this.
 */
import type { Effect, Guard, Origin } from '#contract/api.ts'

/** What only Vite's development server puts there. */
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
  /** The island around it; a store belongs to none. */
  readonly instance?: string | undefined
}

/** Before whoever made the call hears of it. */
export function tellFailure(error: unknown, call: FailedPageCall): void {
  document.dispatchEvent(new CustomEvent('fw:call-error', { detail: { error, call } }))
}
