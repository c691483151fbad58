/** Signal handling of server commands. */
import type { Io } from './io.ts'

/** Log of a server command: the log of the served app. */
export interface ProcessLog {
  info(message: string): void
  error(message: string, fields: { readonly err: unknown }): void
}

/** Creates a log that prints to the terminal, for commands without an app's log. */
export function createNotes(io: Pick<Io, 'note'>): ProcessLog {
  return {
    info: (message) => io.note(message),
    error: (message, { err }) =>
      io.note(`${message}: ${err instanceof Error ? (err.stack ?? err.message) : String(err)}`),
  }
}

/** Logs promises whose rejection an app doesn't handle, so that one visitor's error doesn't stop the server. */
export function logUnhandled(log: Pick<ProcessLog, 'error'>): void {
  process.on('unhandledRejection', (err) => log.error('Unhandled rejection', { err }))
}

/**
 * Resolves at the first Ctrl-C or SIGTERM. A second signal ends the process immediately, as by default. One key press
 * arrives twice if `bun run` forwards a signal that the terminal sends to both.
 */
export function untilStopped(log: ProcessLog): Promise<void> {
  logUnhandled(log)
  return new Promise((resolve) => {
    let stopping = false
    const stop = () => {
      if (stopping) return
      stopping = true
      afterSameKey(() => {
        for (const signal of SIGNALS) process.removeListener(signal, stop)
      })
      log.info('Stopping.')
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

/**
 * Runs `work` when a signal can no longer be a duplicate of the first one. The timer doesn't keep the process alive.
 */
export function afterSameKey(work: () => void): void {
  setTimeout(work, 500).unref()
}

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const
