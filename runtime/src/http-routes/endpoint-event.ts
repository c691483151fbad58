/** The types of endpoint modules. */
import type { H3Event } from 'h3'
import type { Ctx, Origin } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import type { ParamsOf } from '#contract/page/href.ts'
import type { Params } from '#contract/page/page.ts'

/** What the framework knows about the request of an endpoint: `event.context.fw`. */
export interface EndpointContext {
  /** The caller's ctx, from `ctxFor`. The response sends its `headers`. */
  readonly ctx: Ctx
  /**
   * Whether an agent sent the request, or may have: a request that the browser sends by itself, for a link, a form or an image, also
   * counts as an agent's. Calls of the app's functions in the handler have this origin.
   */
  readonly origin: Origin
  /** Also in the header `x-request-id` and in the log. */
  readonly requestId: string
  /** The app's log. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/**
 * The argument of a handler in an endpoint module. `Route`: the pattern of its file, which types the parameters:
 * `export const GET = (event: EndpointEvent<'/orders/[id]'>) => event.context.params.id`. An optional rest parameter that is
 * empty is the empty string.
 */
export type EndpointEvent<Route = Params> = H3Event & {
  readonly context: { readonly params: Required<Route extends string ? ParamsOf<Route> : Route> }
}

declare module 'h3' {
  interface H3EventContext {
    /** The request of an endpoint module, which is served by fw. */
    fw: EndpointContext
  }
}
