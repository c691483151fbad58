/**
 * What the server knows of a web `Request` that it hands to middleware and `ctxFor`: kept on the request itself, so that
 * helpers that an app calls with it (`rateLimit`) need no server passed to them.
 */
import type { DataStore, WindowCount } from './data.ts'
import type { Logger } from './log.ts'

export interface RequestFacts {
  /** The caller's IP address; undefined where the host does not say. */
  readonly address: string | undefined
  /** The server's store. */
  readonly data: DataStore
  readonly log: Pick<Logger, 'warn'>
  /** Hits of this request that were counted already, by key: middleware may see one request twice (rewrites). */
  readonly counted: Map<string, Promise<WindowCount>>
}

/** Where the facts are. Survives two copies of this package in one process (a bundled app inside the command line): the symbol is global. */
export const REQUEST_FACTS: unique symbol = Symbol.for('fw.request') as never

/** Puts facts behind a request. By assignment: `defineProperty` takes several times as long, on every request. */
export function attachFacts(request: Request, facts: RequestFacts): void {
  ;(request as { [REQUEST_FACTS]?: RequestFacts })[REQUEST_FACTS] = facts
}

/** The facts of a request; undefined for one that no server handed out, such as a copy. */
export function getRequestFacts(request: Request): RequestFacts | undefined {
  return (request as { [REQUEST_FACTS]?: RequestFacts })[REQUEST_FACTS]
}
