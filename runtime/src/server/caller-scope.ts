/** Runs app code while a request is answered, so that direct calls in it have the request's ctx, origin and audit. */
import type { Ctx, Origin } from '#contract/api.ts'
import { ensureHeaders } from '../api/ctx.ts'
import { type Current, withCurrent } from '../api/current.ts'
import type { CallHost } from '../api/host.ts'

/** The part of an exchange that its calls need. */
export interface CallingExchange {
  readonly app: { readonly host: CallHost }
  readonly request: { readonly signal: AbortSignal }
  readonly requestId: string
  readonly causeOrigin: Origin
  readonly tainted: boolean
  ctx(): Ctx | Promise<Ctx>
}

/** Middleware, channels, an agent mount: code that runs before the ctx exists. The first call that needs it makes it. */
export function withCaller<Result>(exchange: CallingExchange, work: () => Result): Result {
  return withCurrent(
    createCurrent(exchange, () => exchange.ctx()),
    work,
  )
}

/** The same for `ctxFor`, and for the check of a bearer token: a call in there cannot have the ctx that it helps to make. */
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
    // Made on first use: most requests make no such call.
    get requestId() {
      return exchange.requestId
    },
  }
}
