/** What a protocol or a model sees of the app: a tool that throws comes with the text that its HTTP endpoint would send. */
import type { Deps } from '#contract/message.ts'
import type { Exchange } from './exchange.ts'
import { toFwError } from './failure.ts'

/** `deps` of the exchange, whose `invoke` throws an `FwError` and nothing else. */
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
