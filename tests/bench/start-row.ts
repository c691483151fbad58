/** Row C: the CPU time from starting the process to its first correct response, and its memory after it. */

import { buildOrderApp, expectReceipt, ORDER_APP, ORDER_BASELINE } from './order-row.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type ServerCommand, startServer } from './rig/server-process.ts'
import type { BenchOptions } from './run.ts'

export interface StartResult {
  readonly name: string
  /** Milliseconds of the cheapest start, which excludes delays of the machine. */
  readonly cpuMs: number
  readonly rssMb: number
}

const STARTS_PER_ROUND = 3

/** Starts alternate; each is a separate process. */
export async function runStartBench(
  { rounds }: Pick<BenchOptions, 'rounds'>,
  log: (line: string) => void,
): Promise<readonly StartResult[]> {
  log('row C: from start to the first response')
  buildOrderApp()
  const commands = [ORDER_BASELINE, ORDER_APP]
  const results = commands.map(({ name }) => ({ name, cpuMs: Number.POSITIVE_INFINITY, rssMb: 0 }))
  for (let start = 0; start < rounds * STARTS_PER_ROUND; start += 1)
    for (const [index, command] of commands.entries()) {
      const { cpuMs, rssMb } = await firstAnswer(command)
      const best = results[index]
      if (best !== undefined && cpuMs < best.cpuMs) Object.assign(best, { cpuMs, rssMb })
    }
  const [baseline] = results
  for (const { name, cpuMs, rssMb } of results)
    log(
      `start    ${name.padEnd(18)} ${cpuMs.toFixed(0)} ms CPU, ${rssMb.toFixed(0)} MB RSS, ${(cpuMs / (baseline?.cpuMs ?? 1)).toFixed(2)} x baseline`,
    )
  return results
}

async function firstAnswer(command: ServerCommand): Promise<{ cpuMs: number; rssMb: number }> {
  const server = await startServer(command)
  try {
    await expectReceipt(server)
    return { cpuMs: cpuSecondsOf(server.pid) * 1000, rssMb: rssBytesOf(server.pid) / 1024 / 1024 }
  } finally {
    await server.stop()
  }
}
