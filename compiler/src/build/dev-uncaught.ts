/** What the app's timers and promises throw with nobody to catch it: dev tells of it and goes on, for the next edit may mend it. */
import { prettyLine } from '@fw/runtime/contract'
import type { DevErrors } from './dev-errors.ts'

/** Listens until what this answers is called. */
export function takeUncaught(errors: DevErrors, log: (line: string) => void): () => void {
  const tell = (msg: string, err: unknown): void =>
    log(prettyLine({ time: new Date().toISOString(), level: 'error', msg, err }))
  const onException = (error: unknown): void => {
    tell('Uncaught exception', error)
    errors.uncaught(error)
  }
  const onRejection = (error: unknown): void => {
    // Whoever else listens, as the command line does, writes it down.
    if (process.listenerCount('unhandledRejection') === 1) tell('Unhandled rejection', error)
    errors.uncaught(error)
  }
  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  return () => {
    process.off('uncaughtException', onException)
    process.off('unhandledRejection', onRejection)
  }
}
