/** What the app's timers and promises throw with nobody to catch it: dev tells of it and goes on, for the next edit may mend it. */
import type { DevErrors } from './dev-errors.ts'
import { devLine } from './dev-log.ts'

/** Listens until what this answers is called. */
export function takeUncaught(errors: DevErrors, log: (line: string) => void, root: string): () => void {
  const tell = (msg: string, err: unknown): void =>
    log(devLine({ time: new Date().toISOString(), level: 'error', msg, err }, root))
  const onException = (error: unknown): void => {
    // To tell of output that nobody reads fails in the same way, and so for ever.
    if (isBrokenPipe(error)) process.exit(1)
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

function isBrokenPipe(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EPIPE' &&
    (isBroken(process.stdout) || isBroken(process.stderr))
  )
}

function isBroken({ destroyed, errored }: NodeJS.WriteStream): boolean {
  return destroyed || errored !== null
}
