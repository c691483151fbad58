/** Hooks of the app that only listen. */
import type { Logger } from '#contract/log.ts'
import { isThenable } from '#contract/thenable.ts'

/** Calls a hook of the app that only listens: neither a throw nor a rejection of it reaches the call. */
export function callSink(name: string, log: Logger, sink: () => unknown): void {
  const complain = (err: unknown) => log.error(`${name} failed.`, { err })
  try {
    const answer = sink()
    if (isThenable(answer)) Promise.resolve(answer).catch(complain)
  } catch (error) {
    complain(error)
  }
}
