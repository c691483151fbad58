/** `fw start --workers`: this process holds the port and its workers, which serve the app. */
import cluster from 'node:cluster'
import { createLogger, jsonLine, type Logger, prettyLine } from '@fw/runtime/contract'
import { afterSameKey, SIGNALS, untilStopped } from '../signals.ts'
import { createSupervisor } from './supervisor.ts'

/** Until a signal stops it. Answers the exit code: 1 where the app does not start, or a worker died too often. */
export async function serveWithWorkers(count: number, onListening: (url: string) => void): Promise<number> {
  const log = processLog()
  // Each worker accepts for itself. Handed on by this process, a connection for one that has just died would wait forever.
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
  // A second signal ends everything at once: a worker that hangs hears of nothing else.
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

/** What this process says, in the form of what the server says that it starts. */
function processLog(): Logger {
  const toText = process.stderr.isTTY ? prettyLine : jsonLine
  const sink = (line: Parameters<typeof jsonLine>[0]) => void process.stderr.write(`${toText(line)}\n`)
  return createLogger({ sink, level: 'info', now: Date.now })
}
