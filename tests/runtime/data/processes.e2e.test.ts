import { afterEach, describe, expect, it } from 'vitest'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { type StoreProcess, startStoreProcess } from './store-process.ts'
import { useStores } from './stores.ts'

const stores = useStores()
const running: StoreProcess[] = []
let opened = 0

afterEach(async () => {
  for (const process of running.splice(0)) await process.stop()
})

/** Four servers that start at the same moment, on a store that does not exist before. */
async function startFour(data: string): Promise<readonly StoreProcess[]> {
  const processes = await Promise.all(Array.from({ length: 4 }, () => startStoreProcess(data)))
  running.push(...processes)
  return processes
}

async function answersOf<Answer>(answers: Promise<{ answer?: unknown; code?: string }>[]): Promise<Answer[]> {
  return (await Promise.all(answers)).map(({ answer, code }) => {
    if (code !== undefined) throw new Error(code)
    return answer as Answer
  })
}

describe.each(['sqlite', 'redis', 'postgres'] as const)('four processes on one %s store', (kind) => {
  it('share claims: exactly one of them gets each key', async () => {
    const processes = await startFour(stores.nameOf(kind, `processes${opened++}`))
    const keys = Array.from({ length: 200 }, (_, index) => `run ${index}`)
    const claims = await answersOf<boolean[]>(processes.map((process) => process.run('claim', keys)))
    expect(keys.map((_, index) => claims.filter((claim) => claim[index]).length)).toEqual(keys.map(() => 1))
  })

  it('share windows: together they allow what one would', async () => {
    const processes = await startFour(stores.nameOf(kind, `processes${opened++}`))
    const counts = await answersOf<{ allowed: boolean }[]>(
      processes.map((process) => process.run('hit', ['page', 90, 50])),
    )
    expect(counts.flat().filter(({ allowed }) => allowed)).toHaveLength(90)
  })

  it('PLC-03 PLC-05 PLC-06 share proposals: an approval or a rejection wins, never both', async () => {
    const data = stores.nameOf(kind, `processes${opened++}`)
    const processes = await startFour(data)
    const store = stores.open(data)
    const proposals = Array.from({ length: 60 }, (_, index) =>
      createProposal({ tool: 'api.shop.pay', input: { index }, origin: 'agent' }, Date.now(), 60_000),
    )
    for (const proposal of proposals) await store.proposals.put(proposal)
    const ids = proposals.map(({ id }) => id)
    const states = ['executed', 'rejected', 'executed', 'rejected'] as const
    const claims = await answersOf<boolean[]>(
      processes.map((process, index) => process.run('settle', [ids, states[index]])),
    )
    for (const [index, id] of ids.entries()) {
      const winners = states.filter((_, process) => claims[process]?.[index])
      expect(winners).toHaveLength(1)
      expect((await store.proposals.get(id))?.state).toBe(winners[0])
    }
  })
})
