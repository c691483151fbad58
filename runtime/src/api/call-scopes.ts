/** Installs the scopes of `contract/call-scopes.ts`. `define.ts` imports this module for that side effect. */
import { callScopes } from '#contract/call-scopes.ts'
import { dropHeaders, ensureHeaders } from './ctx.ts'
import { changeCurrent, currentCall, withCurrent } from './current.ts'
import { type CallHost, NO_HOST } from './host.ts'

callScopes.asAgent = (work) => runAsAgent(work, currentCall()?.tainted)

callScopes.asTaintedAgent = (work) => runAsAgent(work, true)

function runAsAgent<Result>(work: () => Result, tainted: boolean | undefined): Result {
  const around = currentCall() ?? { ctx: ensureHeaders(undefined), host: NO_HOST, origin: 'agent' }
  return withCurrent(changeCurrent(around, { origin: 'agent', tainted, onParked: undefined }), work)
}

callScopes.withoutCaller = async (work, onOriginUse) => {
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
