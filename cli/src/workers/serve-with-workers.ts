/** `fw start --workers`: the main process opens the port and supervises the workers, which serve the app. */
import cluster from 'node:cluster'
import type { Logger } from '@fw/runtime/contract'
import { createLogger, jsonLine, prettyLine } from '@fw/runtime/tooling'
import { afterSameKey, SIGNALS, untilStopped } from '../signals.ts'
import { createSupervisor } from './supervisor.ts'

/** Serves until a signal stops it. Returns the exit code: 1 if the app doesn't start or a worker dies too often. */
export async function serveWithWorkers(count: number, onListening: (url: string) => void): Promise<number> {
  const log = processLog()
  // Each worker accepts connections itself. If this process distributed them, a connection for a dead worker would wait
  // forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const supervisor = createSupervisor({ count, fork: () => cluster.fork(), log })
  const stopped = untilStopped(log)
  const started = supervisor.start().then((url) => {
    if (url === undefined) return 1
    process.on('SIGUSR2', () => void supervisor.roll())
    onListening(url)
    return supervisor.givenUp.then(() => 1)
  })
  const code = await Promise.race([stopped.then(() => 0), started])
  // A second signal ends everything immediately, because a worker that hangs receives no other message.
  afterSameKey(() => {
    for (const signal of SIGNALS)
      process.once(signal, () => {
        supervisor.kill()
        process.kill(process.pid, signal)
      })
  })
  await supervisor.stop()
  return code
}

/** Creates the log of this process, in the format of the server's log. */
function processLog(): Logger {
  const toText = process.stderr.isTTY ? prettyLine : jsonLine
  const sink = (line: Parameters<typeof jsonLine>[0]) => void process.stderr.write(`${toText(line)}\n`)
  return createLogger({ sink, level: 'info', now: Date.now })
}
