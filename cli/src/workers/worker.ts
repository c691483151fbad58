/** Worker side of the messages: reports its state, and receives the request to stop. */
import { logUnhandled, type ProcessLog } from '../signals.ts'
import type { ToSupervisor, ToWorker } from './messages.ts'

/** Reports to the supervisor that this worker serves at `url`, and needs at most `drainMs` milliseconds to end. */
export function tellListening(url: string, drainMs: number): void {
  const message: ToSupervisor = { fw: 'listening', url, drainMs }
  process.send?.(message)
}

/**
 * Resolves when the supervisor requests a stop, or at a SIGTERM. Ignores Ctrl-C, which reaches every process: the
 * supervisor decides.
 */
export function untilTold(log: ProcessLog): Promise<void> {
  logUnhandled(log)
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.on('message', ({ fw }: ToWorker) => {
      if (fw === 'stop') resolve()
    })
  })
}
