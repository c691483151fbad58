/**
 * Data about a web `Request` that the server passes to middleware and `ctxFor`. It is attached to the request itself, so
 * that helpers that an app calls with the request (`rateLimit`) don't need the server.
 */
import type { DataStore, WindowCount } from '../config/data.ts'
import type { Logger } from '../config/log.ts'

export interface RequestFacts {
  /** The caller's IP address; undefined if the host doesn't provide it. */
  readonly address: string | undefined
  /** Whether programs call the requested path, so that errors are JSON. */
  readonly isEndpoint: boolean
  /** The server's store. */
  readonly data: DataStore
  readonly log: Pick<Logger, 'warn'>
  /** Counted hits of this request, by key: middleware may run twice for one request (rewrites). */
  readonly counted: Map<string, Promise<WindowCount>>
}

/**
 * Member of the request with its facts. The symbol is global, because a process can contain two copies of this package (a
 * bundled app inside the command line).
 */
export const REQUEST_FACTS: unique symbol = Symbol.for('fw.request') as never

/**
 * Attaches facts to a request. Uses an assignment because `defineProperty` takes several times as long on every request.
 */
export function attachFacts(request: Request, facts: RequestFacts): void {
  ;(request as { [REQUEST_FACTS]?: RequestFacts })[REQUEST_FACTS] = facts
}

/** Returns the facts of a request, or undefined for a request that no server created, such as a copy. */
export function getRequestFacts(request: Request): RequestFacts | undefined {
  return (request as { [REQUEST_FACTS]?: RequestFacts })[REQUEST_FACTS]
}
