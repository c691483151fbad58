/** Runs functions of the app that serve no caller: they are not a person, and no request's ctx is theirs. */
import { ensureHeaders, sealHeaders } from './ctx.ts'
import { type Current, currentCall, withCurrent, withFallback } from './current.ts'
import type { CallHost } from './host.ts'

/**
 * Runs `work` for the app itself: direct calls in it have agent origin, so that guards hold, and an empty ctx. The caller
 * that happened to cause it, such as the first visitor of a page whose module is loaded, has no influence.
 */
export function withoutCaller<Result>(host: CallHost, work: () => Result): Result {
  return withCurrent(createOwnScope(host), work)
}

/** Imports a module for the app itself: the calls at its top level have no caller, on any runtime. */
export function importWithoutCaller<Module>(host: CallHost, load: () => Promise<Module>): Promise<Module> {
  return 'Bun' in globalThis ? withFallback(createOwnScope(host), load) : withoutCaller(host, load)
}

function createOwnScope(host: CallHost): Current {
  return { ctx: () => createEmptyCtx(host), origin: 'agent', host }
}

/** Runs `work` for the current call or request; outside of both, for the app itself. */
export function withSomeCaller<Result>(host: CallHost, work: () => Result): Result {
  return currentCall() === undefined ? withoutCaller(host, work) : work()
}

function createEmptyCtx({ log }: CallHost) {
  const ctx = ensureHeaders(undefined)
  sealHeaders(ctx, (name) =>
    log.warnOnce(
      `A call without a request set ctx.headers (${name}), which are not sent: there is no response.`,
      {},
      'header without a response',
    ),
  )
  return ctx
}
