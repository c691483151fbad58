/** Runs app code of a request, so that direct API calls in it have the request's ctx, origin and audit. */
import type { Ctx, Origin } from '#contract/api.ts'
import { ensureHeaders } from '../api/ctx.ts'
import { type Current, withCurrent } from '../api/current.ts'
import type { CallHost } from '../api/host.ts'

/** The members of an exchange that its calls use. */
export interface CallingExchange {
  readonly app: { readonly host: CallHost }
  readonly request: { readonly signal: AbortSignal }
  readonly requestId: string
  readonly causeOrigin: Origin
  readonly tainted: boolean
  ctx(): Ctx | Promise<Ctx>
}

/**
 * Runs code before the ctx exists, such as middleware, channels and an agent mount. The first call that needs the ctx
 * creates it.
 */
export function withCaller<Result>(exchange: CallingExchange, work: () => Result): Result {
  return withCurrent(
    createCurrent(exchange, () => exchange.ctx()),
    work,
  )
}

/** Runs `ctxFor`, or the check of a bearer token: a call in it has an empty ctx, because the ctx is still being created. */
export function withoutCtx<Result>(exchange: CallingExchange, work: () => Result): Result {
  return withCurrent(createCurrent(exchange, ensureHeaders(undefined)), work)
}

function createCurrent(exchange: CallingExchange, ctx: Current['ctx']): Current {
  const { causeOrigin: origin, tainted, app, request } = exchange
  return {
    ctx,
    origin,
    tainted,
    host: app.host,
    call: request,
    // Created on first use, because most requests make no such call.
    get requestId() {
      return exchange.requestId
    },
  }
}
