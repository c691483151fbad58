/** Runs app code of a request, so that direct API calls in it have the request's ctx, origin and audit. */
import type { Ctx, Origin } from '#contract/api.ts'
import { ensureHeaders } from '../api/ctx.ts'
import { type Current, withCurrent } from '../api/current.ts'
import type { CallHost } from '../api/host.ts'

/** The members of an exchange that its calls use. */
export interface CallingExchange {
  readonly host: CallHost
  readonly request: { readonly signal: AbortSignal }
  readonly requestId: string
  readonly causeOrigin: Origin
  readonly tainted: boolean
  ctx(): Ctx | Promise<Ctx>
}

/**
 * Runs a request, or a part of it for which there is an exchange of its own. The first call that needs the ctx creates it.
 * Calls and page renders have scopes of their own inside; every other function of the app has this one.
 */
export function withCaller<Result>(exchange: CallingExchange, work: () => Result): Result {
  return withCurrent(new ExchangeScope(exchange, () => exchange.ctx()), work)
}

/** Runs a function that creates the ctx, such as `ctxFor`: a call in it has an empty ctx. */
export function withoutCtx<Result>(exchange: CallingExchange, work: () => Result): Result {
  return withCurrent(new ExchangeScope(exchange, ensureHeaders(undefined)), work)
}

/**
 * A class, because every request creates two or three: an object with getters of its own takes several times as long.
 */
class ExchangeScope implements Current {
  readonly ctx: Current['ctx']
  readonly #exchange: CallingExchange

  constructor(exchange: CallingExchange, ctx: Current['ctx']) {
    this.#exchange = exchange
    this.ctx = ctx
  }

  // Read when a call is made: most requests make none here, and a form names its origin in its body.
  get origin(): Origin {
    return this.#exchange.causeOrigin
  }

  get tainted(): boolean {
    return this.#exchange.tainted
  }

  get host(): CallHost {
    return this.#exchange.host
  }

  get call(): { readonly signal: AbortSignal } {
    return this.#exchange.request
  }

  get requestId(): string {
    return this.#exchange.requestId
  }
}
