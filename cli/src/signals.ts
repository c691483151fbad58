/** How a server command waits for its end. */
import type { Io } from './io.ts'

/** Where it says what happens meanwhile: the log of the app that is served. */
export interface ProcessLog {
  info(message: string): void
  error(message: string, fields: { readonly err: unknown }): void
}

/** Lines for a person at the terminal, where no app has a log. */
export function notesOf(io: Pick<Io, 'note'>): ProcessLog {
  return {
    info: (message) => io.note(message),
    error: (message, { err }) =>
      io.note(`${message}: ${err instanceof Error ? (err.stack ?? err.message) : String(err)}`),
  }
}

/** From now on promises that an app forgot to await are logged: one visitor's failure must not stop the others. */
export function logUnhandled(log: Pick<ProcessLog, 'error'>): void {
  process.on('unhandledRejection', (err) => log.error('Unhandled rejection', { err }))
}

/**
 * Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once, as without us; a key that was pressed once
 * arrives twice where `bun run` passes on what the terminal has sent to both.
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

/** Runs `work` once a signal can no longer be the first one that came twice. It keeps no process alive. */
export function afterSameKey(work: () => void): void {
  setTimeout(work, 500).unref()
}

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const
