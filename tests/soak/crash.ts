/**
 * Kills the server with `kill -9` while 500 agents create proposals and users approve them, then restarts it on the
 * same store: no proposal whose response was sent is lost, and no call runs twice.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { approve, park, parkedId, startLedger } from './ledger-app.ts'
import { findProblems, type Parked } from './parked.ts'

const ROUNDS = 3
const CONCURRENT = 500
/** A round is killed at a random time in this range, counted from the first response. */
const LIFE_MS: readonly [number, number] = [300, 1_500]

/** `data`: the store, as in `fw.config.ts`; `name`: its name in the log. */
export async function soakCrash(name: string, data: string, log: (line: string) => void): Promise<readonly string[]> {
  const ledger = join(mkdtempSync(join(tmpdir(), 'fw-soak-')), 'ledger.txt')
  writeFileSync(ledger, '')
  const parked: Parked[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startLedger(ledger, data)
    const agents = Array.from({ length: CONCURRENT }, (_, index) => live(server.url, `${round}-${index}`, parked))
    const before = parked.length
    // A failed agent ends the wait as well: its error is thrown below.
    while (parked.length === before && (await Promise.race([Promise.all(agents), sleep(10)])) === undefined);
    await sleep(LIFE_MS[0] + ((LIFE_MS[1] - LIFE_MS[0]) * round) / (ROUNDS - 1))
    process.kill(server.pid, 'SIGKILL')
    await Promise.all(agents)
  }
  const approved = parked.filter((one) => one.approved).length
  const unsure = parked.filter((one) => one.tried && !one.approved).length
  log(
    `crash, ${name}: ${ROUNDS} kills under ${CONCURRENT} at once, ${parked.length} parked, ${approved} approved, ${unsure} cut off while being approved`,
  )
  const server = await startLedger(ledger, data)
  try {
    const problems = await findProblems(server.url, ledger, parked)
    return problems.map((problem) => `crash, ${name}: ${problem}`)
  } finally {
    await server.stop()
  }
}

/**
 * Creates proposals and approves them until the server exits. Two of three are approved, one of them twice at the same
 * time.
 */
async function live(url: string, name: string, parked: Parked[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const key = `${name}-${number}`
    const answer = await park(url, key)
    if (answer === undefined) return
    const id = parkedId(answer)
    if (id === undefined) throw new Error(`parking answered ${JSON.stringify(answer)}`)
    const one: Parked = { id, key, tried: false, approved: false, parkedAt: Date.now() }
    parked.push(one)
    if (number % 3 === 0) continue
    one.tried = true
    const approvals = Array.from({ length: number % 3 }, () => approve(url, one))
    const statuses = (await Promise.all(approvals)).map((approval) => approval?.status)
    one.approved = statuses.includes(200)
    if (statuses.filter((status) => status === 200).length > 1) throw new Error(`${key} was approved twice`)
    if (statuses.includes(undefined)) return
  }
}
