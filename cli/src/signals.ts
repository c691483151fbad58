/** How a server command waits for its end. */
import type { Io } from './io.ts'

/**
 * Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once, as without us. Promises that an app
 * forgot to await are logged meanwhile: one visitor's failure must not stop the others.
 */
export function untilStopped(io: Io): Promise<void> {
  const logged = (reason: unknown) => {
    io.note(`Unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`)
  }
  process.on('unhandledRejection', logged)
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.removeListener(signal, stop)
      io.note('Stopping.')
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
