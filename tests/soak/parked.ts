/** The proposals of a soak test, and checks that the store and the ledger match the responses. */
import { readFileSync } from 'node:fs'
import { approve } from './ledger-app.ts'

export interface Parked {
  readonly id: string
  readonly key: string
  /** An approval was sent; only its response shows whether it arrived. */
  tried: boolean
  approved: boolean
  /** Time in milliseconds when its id was received: it expires at most ten minutes later. */
  readonly parkedAt: number
}

const CONCURRENT = 50
/** A call of a killed process counts as running for 30 seconds. */
export const LEASE_MS = 32_000
/** Ten minutes, the default of `proposalTtlMs`, plus a moment for the call that created it. */
const EXPIRED_MS = 600_000 - 15_000

/**
 * Checks that pending proposals can be approved now, that approved ones can't, and that the ledger has every line once.
 */
export async function findProblems(url: string, ledger: string, parked: readonly Parked[]): Promise<readonly string[]> {
  const problems: string[] = []
  await forAll(parked, async (one) => {
    const answer = await approve(url, one)
    if (one.approved && answer?.status !== 404) problems.push(`${one.key} was approved again: ${answer?.status}`)
    const isExpired = Date.now() - one.parkedAt > EXPIRED_MS
    const expected = one.tried || isExpired ? [200, 404] : [200]
    if (!one.approved && !expected.includes(answer?.status ?? 0))
      problems.push(`${one.key} was parked and is lost: ${answer?.status}`)
    if (answer?.status === 200) one.approved = true
  })
  const runs = new Map<string, number>()
  for (const line of readFileSync(ledger, 'utf8').trimEnd().split('\n')) runs.set(line, (runs.get(line) ?? 0) + 1)
  for (const { key, approved } of parked) {
    const count = runs.get(key) ?? 0
    if (count > 1) problems.push(`${key} ran ${count} times`)
    if (approved && count === 0) problems.push(`${key} was approved and never ran`)
  }
  return problems
}

/** Runs a limited number at a time. */
export async function forAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const drive = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, drive))
}

/**
 * Returns the number of approved calls that were interrupted. Reports every other call without a result, and calls that
 * aren't shown.
 *
 * @param options `mayLoseResults`: the store was killed, so an approved call can be shown as interrupted.
 */
export async function countInterrupted(
  url: string,
  parked: readonly Parked[],
  problems: string[],
  { mayLoseResults = false }: { readonly mayLoseResults?: boolean } = {},
): Promise<number> {
  let interrupted = 0
  const tried = parked.filter((one) => one.tried)
  await forAll(tried, async ({ id, key, approved }) => {
    const response = await fetch(`${url}/_fw/proposals?id=${id}`, { headers: { 'x-user': key } })
    const [proposal] = ((await response.json()) as { result?: Shown[] }).result ?? []
    const { result } = proposal ?? {}
    const hasResult = result?.ok === true
    if (proposal === undefined) problems.push(`${key} is not shown to its user`)
    else if (approved && !hasResult && !(mayLoseResults && result?.code === 'interrupted'))
      problems.push(`${key} was approved and has no result: ${JSON.stringify(proposal)}`)
    else if (proposal.state === 'executed' && result?.code === 'interrupted') interrupted += 1
    else if (proposal.state === 'executed' && !hasResult)
      problems.push(`${key} was approved, and is shown neither with its result nor as interrupted`)
    else if (proposal.state === 'executed' && proposal.input !== undefined) problems.push(`${key} retains its input`)
  })
  return interrupted
}

interface Shown {
  readonly state: string
  readonly input?: unknown
  readonly result?: { readonly ok: boolean; readonly code?: string }
}
