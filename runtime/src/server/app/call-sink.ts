/** Calls hooks of the app whose result isn't used. */
import type { Logger } from '#contract/config/log.ts'
import { isThenable } from '#contract/thenable.ts'

/** Calls a hook whose result isn't used. Its exceptions and rejections are logged and never affect the call. */
export function callSink(name: string, log: Logger, sink: () => unknown): void {
  const logFailure = (err: unknown) => log.error(`${name} failed.`, { err })
  try {
    const result = sink()
    if (isThenable(result)) Promise.resolve(result).catch(logFailure)
  } catch (error) {
    logFailure(error)
  }
}
