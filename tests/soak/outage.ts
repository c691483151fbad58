/**
 * A Redis or a Postgres is killed and starts again while agents create proposals and users approve them: meanwhile every
 * call gets a 503 with a clear message, calls recover without a restart, and nothing is lost or runs twice.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, approve, park, parkedId, startLedger } from './ledger-app.ts'
import { findProblems, type Parked } from './parked.ts'

const CONCURRENT = 100
const ROUNDS = 3
const UP_MS = 1_000
const DOWN_MS = 2_000
/** Measured from the moment that Redis is back. */
const RECOVERY_MS = 5_000

interface Load {
  readonly parked: Parked[]
  readonly problems: string[]
  /** Number of responses by status. */
  readonly statuses: Map<number, number>
  slowestMs: number
  isOver: boolean
}

interface StoreServer {
  kill(): Promise<void>
  start(): Promise<void>
}

/** `data`: the store, as in `fw.config.ts`; `name`: its name in the log. */
export async function soakOutage(
  name: string,
  store: StoreServer,
  data: string,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const ledger = join(mkdtempSync(join(tmpdir(), 'fw-soak-')), 'ledger.txt')
  writeFileSync(ledger, '')
  const server = await startLedger(ledger, data)
  const load: Load = { parked: [], problems: [], statuses: new Map(), slowestMs: 0, isOver: false }
  try {
    const agents = Array.from({ length: CONCURRENT }, (_, index) => live(server.url, String(index), load))
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(UP_MS)
      await store.kill()
      await sleep(DOWN_MS)
      await store.start()
      if (!(await recovers(server.url, round)))
        load.problems.push(`calls do not work ${RECOVERY_MS} ms after ${name} does`)
    }
    load.isOver = true
    await Promise.all(agents)
    const statuses = [...load.statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
    log(
      `outage: ${name} killed ${ROUNDS} times, ${load.parked.length} parked, ${statuses}, slowest ${Math.round(load.slowestMs)} ms`,
    )
    if (!load.statuses.has(503)) load.problems.push('no call was answered 503')
    const problems = [...load.problems, ...(await findProblems(server.url, ledger, load.parked))]
    return problems.map((problem) => `outage, ${name}: ${problem}`)
  } finally {
    load.isOver = true
    await server.stop()
  }
}

async function recovers(url: string, round: number): Promise<boolean> {
  const until = performance.now() + RECOVERY_MS
  for (let attempt = 0; performance.now() < until; attempt += 1) {
    if (parkedId(await park(url, `recovery-${round}-${attempt}`)) !== undefined) return true
    await sleep(50)
  }
  return false
}

async function live(url: string, name: string, load: Load): Promise<void> {
  for (let number = 0; !load.isOver; number += 1) {
    const key = `${name}-${number}`
    const answer = await watched(load, park(url, key))
    const id = parkedId(answer)
    if (id === undefined) {
      await sleep(20)
      continue
    }
    const one: Parked = { id, key, tried: false, approved: false, parkedAt: Date.now() }
    load.parked.push(one)
    if (number % 3 === 0) continue
    one.tried = true
    one.approved = (await watched(load, approve(url, one)))?.status === 200
  }
}

/**
 * Checks that a response is one of three: success, an approval that was already used (its response was cut off), or an
 * unavailable store.
 */
async function watched(load: Load, asked: Promise<Answer | undefined>): Promise<Answer | undefined> {
  const start = performance.now()
  const answer = await asked
  load.slowestMs = Math.max(load.slowestMs, performance.now() - start)
  const status = answer?.status ?? 0
  load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1)
  const isClear = answer?.body.code === 'unavailable' && /not available right now/.test(answer.body.error ?? '')
  if (status !== 200 && !(status === 503 && isClear))
    load.problems.push(`a call got the response ${JSON.stringify(answer)}`)
  return answer
}
