/**
 * kill -9 while agents park calls and people approve them, then a restart on the same SQLite store: no proposal that was
 * answered is lost, and no call ran twice.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { post, startLedger } from './ledger-app.ts'

const ROUNDS = 5
const CONCURRENT = 20
/** A round is killed somewhere in here. */
const LIFE_MS: readonly [number, number] = [400, 1_500]

interface Parked {
  readonly id: string
  readonly key: string
  /** An approval was sent; whether it arrived, only its answer says. */
  tried: boolean
  approved: boolean
}

export async function soakCrash(log: (line: string) => void): Promise<readonly string[]> {
  const ledger = join(mkdtempSync(join(tmpdir(), 'fw-soak-')), 'ledger.txt')
  writeFileSync(ledger, '')
  const parked: Parked[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startLedger(ledger)
    const agents = Array.from({ length: CONCURRENT }, (_, index) => live(server.url, `${round}-${index}`, parked))
    await sleep(LIFE_MS[0] + ((LIFE_MS[1] - LIFE_MS[0]) * round) / (ROUNDS - 1))
    process.kill(server.pid, 'SIGKILL')
    await Promise.all(agents)
  }
  const problems = await settleRest(ledger, parked)
  const cutOff = parked.filter(({ approved }) => !approved).length
  log(
    `crash: ${ROUNDS} kills, ${parked.length} parked, ${parked.length - cutOff} approved, ${cutOff} settled as the kill came`,
  )
  return problems
}

/** Parks and approves until the server is gone. Two of three are approved at once, one of them by two at a time. */
async function live(url: string, name: string, parked: Parked[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const key = `${name}-${number}`
    const answer = await post(`${url}/_fw/api/ledger.write`, { key }, { 'x-user': key, 'x-fw-origin': 'agent' })
    if (answer === undefined) return
    const { status, id } = (answer.body.result ?? {}) as { status?: string; id?: string }
    if (status !== 'proposal' || id === undefined) throw new Error(`parking answered ${JSON.stringify(answer)}`)
    const one: Parked = { id, key, tried: false, approved: false }
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

function approve(url: string, { id, key }: Parked): ReturnType<typeof post> {
  return post(`${url}/_fw/approve`, { id }, { 'x-user': key })
}

/** After the last restart: what nobody approved yet can be approved now, and the ledger has every line once. */
async function settleRest(ledger: string, parked: readonly Parked[]): Promise<readonly string[]> {
  const server = await startLedger(ledger)
  const problems: string[] = []
  try {
    for (const one of parked.filter(({ approved }) => !approved)) {
      const answer = await approve(server.url, one)
      const expected = one.tried ? [200, 404] : [200]
      if (!expected.includes(answer?.status ?? 0))
        problems.push(`crash: ${one.key} was parked and is lost: ${answer?.status}`)
      if (answer?.status === 200) one.approved = true
    }
    for (const one of parked.filter(({ approved }) => approved)) {
      const again = await approve(server.url, one)
      if (again?.status !== 404) problems.push(`crash: ${one.key} was approved again: ${again?.status}`)
    }
  } finally {
    await server.stop()
  }
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n')
  const runs = new Map<string, number>()
  for (const line of lines) runs.set(line, (runs.get(line) ?? 0) + 1)
  for (const { key, approved } of parked) {
    const count = runs.get(key) ?? 0
    if (count > 1) problems.push(`crash: ${key} ran ${count} times`)
    if (approved && count === 0) problems.push(`crash: ${key} was approved and never ran`)
  }
  return problems
}
