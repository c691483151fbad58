/**
 * The stores: create, claim and resolve, compared with the limits of Core. Each run is a separate process, pinned like
 * a server.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { type BenchOptions, type Log, RATE, type Result } from './result.ts'
import { pinned } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

/** Concurrent, as under load, and sequential. */
const IN_FLIGHT = [64, 1] as const

interface Store extends Contender {
  /** Where a new run stores its data. */
  place(): string
}

/**
 * SQLite and Postgres sync created and claimed proposals before they respond; Redis syncs once a second, its own default.
 */
export async function measureStores({ rounds, seconds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-'))
  const redis = await startRedis({ fsync: 'everysec' })
  const postgres = await startPostgres({ fsync: true })
  let files = 0
  const runtime = OWN_NODE.name
  const contenders: readonly Store[] = [
    { name: 'fw, SQLite', runtime, place: () => join(folder, `${files++}.db`) },
    { name: 'fw, Redis', runtime, place: () => redis.url },
    { name: 'fw, Postgres', runtime, place: () => postgres.url },
  ]
  try {
    const results: Result[] = []
    for (const inFlight of IN_FLIGHT) {
      const measure = ({ place }: Store) => runLoad([place(), String(inFlight), String(seconds)])
      const about = { row: 'stores', subject: `${inFlight} in flight`, rounds, contenders }
      results.push(...(await measureRounds({ ...about, measures: { proposals: RATE }, measure }, log)))
    }
    return results
  } finally {
    await redis.close()
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SCRIPT = fileURLToPath(new URL('./store-load.mjs', import.meta.url))

function runLoad(args: readonly string[]): Promise<{ readonly proposals: number }> {
  const [program = '', ...rest] = pinned([process.execPath, SCRIPT, ...args], 0)
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('exit', (code) => {
      // The script prints its measurements.
      if (code === 0) resolve({ proposals: (JSON.parse(output) as { perCpuSecond: number }).perCpuSecond })
      else reject(new Error(`store-load.mjs ended with ${code}`))
    })
  })
}
