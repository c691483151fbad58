/** Calls hooks of the app whose result isn't used. */
import { currentCall } from '#api/current.ts'
import { NO_HOST } from '#api/host.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { Logger } from '#contract/config/log.ts'
import { isThenable } from '#contract/thenable.ts'
import { waitUntil } from '#contract/wait-until.ts'

/**
 * Calls a hook whose result isn't used. Its exceptions and rejections are logged and never affect the call. Direct calls in
 * it have the origin and the ctx of the call or request that it reports; without one, they have agent origin.
 */
export function callSink(name: string, log: Logger, sink: () => unknown): void {
  const logFailure = (err: unknown) => log.error(`${name} failed.`, { err })
  try {
    const result = currentCall() === undefined ? withoutCaller({ ...NO_HOST, log }, sink) : sink()
    if (isThenable(result)) waitUntil(Promise.resolve(result).catch(logFailure))
  } catch (error) {
    logFailure(error)
  }
}
