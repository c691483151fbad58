/**
 * The stores: create, claim and resolve, compared with the limits of Core. Each run is a separate process, pinned like
 * a server.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRedis } from '../servers/redis.ts'
import { pinned } from './rig/server-process.ts'

/** Resolved proposals per second. */
const BARS = { SQLite: 2_000, Redis: 5_000 } as const
/** Concurrent, as under load, and sequential. */
const IN_FLIGHT = [64, 1] as const

interface Measured {
  readonly perSecond: number
  readonly perCpuSecond: number
}

export interface StoreResult extends Measured {
  readonly store: keyof typeof BARS
  readonly inFlight: number
  /** Ratio of `perCpuSecond` to the limit. */
  readonly ratio: number
}

export interface StoreBenchOptions {
  readonly rounds: number
  readonly seconds: number
}

/** SQLite syncs created and claimed proposals before it responds; Redis syncs once a second, its own default. */
export async function runStoreBench(
  { rounds, seconds }: StoreBenchOptions,
  log: (line: string) => void,
): Promise<readonly StoreResult[]> {
  log('stores: create + claim + resolve; SQLite syncs before it responds, Redis once a second (appendfsync everysec)')
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-'))
  const redis = await startRedis({ fsync: 'everysec' })
  let files = 0
  try {
    const results: StoreResult[] = []
    for (const inFlight of IN_FLIGHT) {
      for (const store of ['SQLite', 'Redis'] as const) {
        const measured: Measured[] = []
        for (let round = 0; round < rounds; round += 1) {
          const data = store === 'Redis' ? redis.url : join(folder, `${files++}.db`)
          measured.push(await runLoad([data, String(inFlight), String(seconds)]))
        }
        const result = toResult(store, inFlight, measured)
        log(printResult(result))
        results.push(result)
      }
    }
    return results
  } finally {
    await redis.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SCRIPT = fileURLToPath(new URL('./store-load.mjs', import.meta.url))

function runLoad(args: readonly string[]): Promise<Measured> {
  const [program = '', ...rest] = pinned([process.execPath, SCRIPT, ...args], 0)
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('exit', (code) => {
      // The script prints its measurements.
      if (code === 0) resolve(JSON.parse(output) as Measured)
      else reject(new Error(`store-load.mjs ended with ${code}`))
    })
  })
}

function toResult(store: StoreResult['store'], inFlight: number, measured: readonly Measured[]): StoreResult {
  const middle = (name: keyof Measured) => {
    const sorted = measured.map((one) => one[name]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  const perCpuSecond = middle('perCpuSecond')
  return { store, inFlight, perSecond: middle('perSecond'), perCpuSecond, ratio: perCpuSecond / BARS[store] }
}

function printResult({ store, inFlight, perSecond, perCpuSecond, ratio }: StoreResult): string {
  const speed = `${Math.round(perCpuSecond).toString().padStart(6)} per CPU second, ${Math.round(perSecond)} per second`
  return `median   ${`${store}, ${inFlight} in flight`.padEnd(22)} ${speed}, ${ratio.toFixed(2)} x bar`
}
