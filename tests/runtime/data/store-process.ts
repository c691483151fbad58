/** Drives another process on the same store. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface StoreProcess {
  readonly child: ChildProcess
  /** Resolves with the result of the operation in that process; a rejection is `{ code }`. */
  run(
    operation: 'claim' | 'hit' | 'publish' | 'settle' | 'write',
    input: unknown,
  ): Promise<{ answer?: unknown; code?: string }>
  stop(): Promise<void>
}

const SCRIPT = fileURLToPath(new URL('./store-process.mjs', import.meta.url))

export async function startStoreProcess(data: string): Promise<StoreProcess> {
  const child = fork(SCRIPT, [data], { execArgv: [] })
  // Each operation that waits has a listener.
  child.setMaxListeners(0)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const answer = () =>
    new Promise<{ answer?: unknown; code?: string }>((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`The store process ended with ${code}.`)))
    })
  await answer()
  return {
    child,
    run(operation, input) {
      const answered = answer()
      child.send({ operation, input })
      return answered
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
