/**
 * The view of the app for protocols and models, with errors converted: a tool that throws has the message that its HTTP
 * endpoint would send.
 */
import type { Deps } from '#contract/agent/message.ts'
import type { Exchange } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'

/** Returns the `deps` of the exchange with an `invoke` that throws only `FwError`. */
export async function containDeps(exchange: Exchange): Promise<Deps> {
  const deps = await exchange.deps()
  return {
    ...deps,
    async invoke(tool, input, options) {
      try {
        return await deps.invoke(tool, input, options)
      } catch (error) {
        throw toFwError(error, exchange.app, exchange.requestId)
      }
    },
  }
}
