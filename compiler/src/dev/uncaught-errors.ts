/**
 * Handles errors that the app's timers and promises throw and that no code catches: dev reports them and continues,
 * since the next edit may fix them.
 */

import { formatDevLine } from './format-error.ts'
import type { RecentErrors } from './recent-errors.ts'

/** Listens until the returned function is called. */
export function handleUncaught(errors: RecentErrors, log: (line: string) => void, root: string): () => void {
  const report = (msg: string, err: unknown): void =>
    log(formatDevLine({ time: new Date().toISOString(), level: 'error', msg, err }, root))
  const onException = (error: unknown): void => {
    // If the output is closed, writing an error fails in the same way: this would repeat endlessly.
    if (isBrokenPipe(error)) process.exit(1)
    report('Uncaught exception', error)
    errors.uncaught(error)
  }
  const onRejection = (error: unknown): void => {
    // Other listeners, such as the CLI, log it.
    if (process.listenerCount('unhandledRejection') === 1) report('Unhandled rejection', error)
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
