/** Row C: the CPU time from starting the process to its first correct response, and its memory after it. */
import { buildOrderApp, expectReceipt, ORDER_APP, ORDER_BASELINE } from './order-app.ts'
import { type BenchOptions, type Log, MB, MS, type Result } from './result.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { startServer } from './rig/server-process.ts'
import { measureRounds } from './rounds.ts'
import { RUNTIMES, runOn } from './runtimes.ts'

export function measureStart({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildOrderApp()
  return measureRounds(
    {
      row: 'start',
      rounds,
      contenders: [...runOn(RUNTIMES, ORDER_BASELINE), ...runOn(RUNTIMES, ORDER_APP)],
      measures: { CPU: MS, RSS: MB },
      async measure(command) {
        const server = await startServer(command)
        try {
          await expectReceipt(server)
          return { CPU: cpuSecondsOf(server.pid) * 1000, RSS: rssBytesOf(server.pid) / 1024 / 1024 }
        } finally {
          await server.stop()
        }
      },
    },
    log,
  )
}
