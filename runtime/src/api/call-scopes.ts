/**
 * Scopes that set the origin and the ctx of direct calls. Modules import these functions. A function that another module
 * installs could be missing in a bundle, and calls would have the origin and the ctx of the surrounding call.
 */
import { dropHeaders, ensureHeaders } from './ctx.ts'
import { changeCurrent, currentCall, withCurrent } from './current.ts'
import { type CallHost, NO_HOST } from './host.ts'

/** Runs `work`. Direct calls in it have agent origin, regardless of the origin of the calling code. */
export function withAgentOrigin<Result>(work: () => Result): Result {
  return changeOrigin(work, currentCall()?.tainted)
}

/** Like `withAgentOrigin`, for an agent that has read untrusted content. */
export function withTaintedAgent<Result>(work: () => Result): Result {
  return changeOrigin(work, true)
}

function changeOrigin<Result>(work: () => Result, tainted: boolean | undefined): Result {
  const around = currentCall() ?? { ctx: ensureHeaders(undefined), host: NO_HOST, origin: 'agent' }
  return withCurrent(changeCurrent(around, { origin: 'agent', tainted, onParked: undefined }), work)
}

/**
 * Runs `work`, whose result other callers may receive. Direct calls in it have the origin of the surrounding call, and an
 * empty ctx. `onOriginUse` is called before each call whose outcome depends on that origin; an error that it throws fails
 * the call.
 */
export async function withEmptyCtx<Result>(
  work: () => Result | Promise<Result>,
  onOriginUse: () => void,
): Promise<Result> {
  const { origin = 'human', tainted = false, host: around = NO_HOST, requestId } = currentCall() ?? {}
  const host: CallHost = {
    ...around,
    onOriginUse() {
      onOriginUse()
      around.onOriginUse?.()
    },
  }
  const ctx = ensureHeaders(undefined)
  try {
    return await withCurrent({ ctx, origin, tainted, host, requestId }, work)
  } finally {
    dropHeaders(ctx, 'A cached function', host.log)
  }
}
