/**
 * Kills the app or its store with `kill -9` at random moments while agents create proposals and users approve them. No call
 * runs twice, no pending call is lost, and an approved one has its result or is shown as interrupted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../bench/rig/server-process.ts'
import { approve, park, parkedId, startLedger } from './ledger-app.ts'
import { countInterrupted, findProblems, LEASE_MS, type Parked } from './parked.ts'
import { randomOf } from './rpc-messages.ts'

const AGENTS = 60
/** Calls are checked after this time in milliseconds, while they can't have expired. */
const SEGMENT_MS = 60_000
const BETWEEN_KILLS_MS: readonly [number, number] = [300, 3_000]
/** Time in milliseconds for which a killed store is down. */
const DOWN_MS: readonly [number, number] = [0, 1_500]
/** Time limit for the first response after a kill. */
const RECOVERY_MS = 10_000

interface StoreServer {
  kill(): Promise<void>
  start(): Promise<void>
}

interface Segment {
  readonly parked: Parked[]
  readonly problems: string[]
  url: string
  isOver: boolean
}

/** `data`: the store, as in `fw.config.ts`; `name`: its name in the log. */
export async function soakStoreKills(
  [name, data]: readonly [string, string],
  store: StoreServer,
  minutes: number,
  log: (line: string) => void,
  seed: number,
): Promise<readonly string[]> {
  const next = randomOf(seed)
  const random = ([from, to]: readonly [number, number]) => from + next() * (to - from)
  const deadline = Date.now() + minutes * 60_000
  const total = { app: 0, store: 0, parked: 0, approved: 0, interrupted: 0 }
  const problems: string[] = []
  while (Date.now() < deadline && problems.length === 0) {
    const ledger = join(mkdtempSync(join(tmpdir(), 'fw-soak-')), 'ledger.txt')
    writeFileSync(ledger, '')
    let server: RunningServer = await startLedger(ledger, data)
    const segment: Segment = { parked: [], problems: [], url: server.url, isOver: false }
    const agents = Array.from({ length: AGENTS }, (_, index) => runAgent(`${total.parked}-${index}`, segment))
    const endAt = Math.min(deadline, Date.now() + SEGMENT_MS)
    while (Date.now() < endAt && segment.problems.length === 0) {
      await sleep(random(BETWEEN_KILLS_MS))
      if (next() < 0.5) {
        process.kill(server.pid, 'SIGKILL')
        server = await startLedger(ledger, data)
        segment.url = server.url
        total.app += 1
      } else {
        await store.kill()
        await sleep(random(DOWN_MS))
        await store.start()
        total.store += 1
      }
      await expectRecovery(segment)
    }
    segment.isOver = true
    await Promise.all(agents)
    await sleep(LEASE_MS)
    const { parked } = segment
    total.interrupted += await countInterrupted(segment.url, parked, segment.problems, { mayLoseResults: true })
    problems.push(...segment.problems, ...(await findProblems(segment.url, ledger, parked)))
    total.parked += parked.length
    total.approved += parked.filter((one) => one.approved).length
    await server.stop()
    if (problems.length === 0) rmSync(dirname(ledger), { recursive: true })
  }
  log(
    `kills with ${name}, seed ${seed}: ${total.app} of the app, ${total.store} of the store; ${total.parked} parked, ${total.approved} approved, ${total.interrupted} interrupted`,
  )
  return problems.map((problem) => `kills with ${name}, seed ${seed}: ${problem}`)
}

async function expectRecovery(segment: Segment): Promise<void> {
  const until = Date.now() + RECOVERY_MS
  while (Date.now() < until) {
    if (parkedId(await park(segment.url, 'recovery')) !== undefined) return
    await sleep(50)
  }
  segment.problems.push(`no call works ${RECOVERY_MS} ms after a kill`)
}

/** Creates proposals and approves two of three, one of them twice at the same time. */
async function runAgent(name: string, segment: Segment): Promise<void> {
  for (let number = 0; !segment.isOver; number += 1) {
    const key = `${name}-${number}`
    const id = parkedId(await park(segment.url, key, 'ledger.writeSlowly'))
    if (id === undefined) {
      await sleep(50)
      continue
    }
    const one: Parked = { id, key, tried: false, approved: false, parkedAt: Date.now() }
    segment.parked.push(one)
    if (number % 3 === 0) continue
    one.tried = true
    const approvals = await Promise.all(Array.from({ length: number % 3 }, () => approve(segment.url, one)))
    const count = approvals.filter((approval) => approval?.status === 200).length
    one.approved = count > 0
    if (count > 1) segment.problems.push(`${key} was approved twice`)
  }
}
