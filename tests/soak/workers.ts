/**
 * Kills workers of `fw start --workers` with `kill -9` during approvals, and stops their parent with SIGTERM at random
 * moments, repeatedly on one store: no call runs twice, an approved call has its result or is shown as interrupted, and
 * every stop ends in time.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../bench/rig/server-process.ts'
import { approve, park, parkedId, startLedger } from './ledger-app.ts'
import { countInterrupted, findProblems, LEASE_MS, type Parked } from './parked.ts'
import { randomOf } from './rpc-messages.ts'

const WORKERS = 3
const AGENTS = 40
/** Time in milliseconds that the parent serves in a round. */
const LIFE_MS: readonly [number, number] = [500, 6_000]
const BETWEEN_KILLS_MS: readonly [number, number] = [50, 1_200]
/** The app uses the default drain time of 10 seconds; processes need a moment more to exit. */
const STOP_MS = 11_000
/** Limit after which a stop counts as hanging. */
const HANGS_MS = 40_000

interface Figures {
  rounds: number
  kills: number
  slowestStopMs: number
}

/** @param data The store, with its name for the log. */
export async function soakWorkers(
  minutes: number,
  log: (line: string) => void,
  seed: number,
  [name, data]: readonly [string, string],
) {
  const next = randomOf(seed)
  const random: Random = ([from, to]) => from + next() * (to - from)
  const ledger = join(mkdtempSync(join(tmpdir(), 'fw-soak-')), 'ledger.txt')
  writeFileSync(ledger, '')
  const parked: Parked[] = []
  const problems: string[] = []
  const figures: Figures = { rounds: 0, kills: 0, slowestStopMs: 0 }
  const deadline = Date.now() + minutes * 60_000
  for (; Date.now() < deadline && problems.length === 0; figures.rounds += 1)
    problems.push(...(await runRound({ ledger, data, parked }, random, figures)))
  const server = await startLedger(ledger, data)
  try {
    await sleep(LEASE_MS)
    const interrupted = await countInterrupted(server.url, parked, problems)
    problems.push(...(await findProblems(server.url, ledger, parked)))
    const approved = parked.filter((one) => one.approved).length
    log(
      `workers with ${name}, seed ${seed}: ${figures.rounds} stops of the parent, the slowest in ${figures.slowestStopMs} ms; ${figures.kills} workers killed; ${parked.length} parked, ${approved} approved, ${interrupted} interrupted`,
    )
  } finally {
    await server.stop()
  }
  return problems.map((problem) => `workers with ${name}, seed ${seed}: ${problem}`)
}

/** The state that all rounds share. */
interface Run {
  readonly ledger: string
  readonly data: string
  readonly parked: Parked[]
}

/** Returns a random number in a range. */
type Random = (range: readonly [number, number]) => number

/** Runs the parent once and stops it with SIGTERM: often right after a kill, while the replacement starts. */
async function runRound({ ledger, data, parked }: Run, random: Random, figures: Figures): Promise<string[]> {
  const problems: string[] = []
  const server = await startLedger(ledger, data, ['--workers', String(WORKERS)])
  const life = new AbortController()
  const { signal } = life
  const agents = Array.from({ length: AGENTS }, (_, index) =>
    runAgent(server.url, `${figures.rounds}-${index}`, { parked, problems, signal }),
  )
  const endAt = Date.now() + random(LIFE_MS)
  const pids = new Set<number>()
  while (Date.now() < endAt && problems.length === 0) {
    await sleep(Math.min(random(BETWEEN_KILLS_MS), Math.max(0, endAt - Date.now())))
    const workers = childrenOf(server.pid)
    for (const pid of workers) pids.add(pid)
    const victim = workers[Math.floor(random([0, workers.length]))]
    if (victim !== undefined && kill(victim)) figures.kills += 1
  }
  // A replacement is forked 100 ms after the first exit and takes a second or two until it listens.
  if (random([0, 2]) > 1) await sleep(random([0, 1_500]))
  for (const pid of childrenOf(server.pid)) pids.add(pid)
  problems.push(...(await stopInTime(server, figures)))
  life.abort()
  await Promise.all(agents)
  for (const pid of pids) if (isAlive(pid)) problems.push(`the worker ${pid} outlived its parent`)
  return problems
}

async function stopInTime(server: RunningServer, figures: Figures): Promise<string[]> {
  const startedAt = performance.now()
  const isOver = await Promise.race([server.stop().then(() => true), sleep(HANGS_MS, false, { ref: false })])
  const tookMs = Math.round(performance.now() - startedAt)
  figures.slowestStopMs = Math.max(figures.slowestStopMs, tookMs)
  if (isOver && tookMs <= STOP_MS) return []
  for (const pid of [...childrenOf(server.pid), server.pid]) kill(pid)
  return [isOver ? `a stop took ${tookMs} ms` : `a stop had not ended after ${tookMs} ms`]
}

interface Shared {
  readonly parked: Parked[]
  readonly problems: string[]
  readonly signal: AbortSignal
}

/**
 * Creates proposals and approves them until the round ends, regardless of workers that die. One of three calls is
 * approved twice at the same time.
 */
async function runAgent(url: string, name: string, { parked, problems, signal }: Shared): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
    const key = `${name}-${number}`
    const answer = await park(url, key, 'ledger.writeSlowly')
    const id = parkedId(answer)
    if (id === undefined) {
      // A worker died, or the server is stopping.
      if (answer !== undefined && answer.status < 500) problems.push(`parking answered ${JSON.stringify(answer)}`)
      await sleep(20)
      continue
    }
    const one: Parked = { id, key, tried: false, approved: false, parkedAt: Date.now() }
    parked.push(one)
    if (number % 3 === 0) continue
    one.tried = true
    const approvals = await Promise.all(Array.from({ length: number % 3 }, () => approve(url, one)))
    const count = approvals.filter((approval) => approval?.status === 200).length
    one.approved = count > 0
    if (count > 1) problems.push(`${key} was approved twice`)
  }
}

/** Returns the processes that `pid` has started. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
