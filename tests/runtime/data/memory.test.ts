import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const MB = 1_048_576

/** Megabytes in use after a full collection. */
function heapMb(): number {
  collect()
  return process.memoryUsage().heapUsed / MB
}

it('removes expired data, also of keys that are never used again', async () => {
  let now = 1_000_000
  const store = openMemoryData({ now: () => now })
  const text = () => randomBytes(MB / 2).toString('hex')
  const before = heapMb()
  for (let index = 0; index < 10; index += 1) {
    await store.write(`value ${index}`, text(), 1_000)
    await store.claim(`claim ${text()}`, 1_000)
    await store.hit(`hit ${text()}`, 5, 1_000)
    await store.proposals.put(createProposal({ tool: 'api.a.b', input: text(), origin: 'agent' }, now, 1_000))
  }
  expect(heapMb() - before).toBeGreaterThan(25)
  now += 2 * 3_600_000
  await store.write('last', 'text', 1_000)
  await store.proposals.put(createProposal({ tool: 'api.a.b', input: 1, origin: 'agent' }, now, 1_000))
  expect(heapMb() - before).toBeLessThan(5)
})
