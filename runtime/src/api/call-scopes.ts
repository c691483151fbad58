/** Installs the scopes of `contract/call-scopes.ts`. `define.ts` imports this module for that side effect. */
import { callScopes } from '#contract/call-scopes.ts'
import { dropHeaders, ensureHeaders } from './ctx.ts'
import { type Current, currentCall, withCurrent } from './current.ts'
import { type CallHost, NO_HOST } from './host.ts'

callScopes.asAgent = (work) => {
  const around = currentCall() ?? { ctx: ensureHeaders(undefined), host: NO_HOST }
  const { onParked: _onParked, ...current } = around as Current
  return withCurrent({ ...current, origin: 'agent' }, work)
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
