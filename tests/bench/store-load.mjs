// Creates, claims and resolves proposals in one store for some seconds, and prints the count of each. Runs on built
// packages.
import { createHash, randomBytes } from 'node:crypto'
import {
  createPostgresProposalStore,
  createRedisProposalStore,
  createSqliteProposalStore,
} from '../../runtime/dist/server.js'

const [data, inFlight, seconds] = process.argv.slice(2)
const store = openStore()

function openStore() {
  if (data.startsWith('redis:')) return createRedisProposalStore(data, { prefix: `bench-${process.pid}:` })
  if (data.startsWith('postgres:')) return createPostgresProposalStore(`${data}?schema=bench_${process.pid}`)
  return createSqliteProposalStore(data)
}

/** The checkout of a cart of five lines. */
function createProposal(subject) {
  const createdAt = Date.now()
  const lines = Array.from({ length: 5 }, (_, index) => ({ sku: `SKU-${index}`, quantity: index + 1, price: 1_999 }))
  const input = { lines, method: 'card', note: 'Leave it at the door, please.' }
  return {
    id: randomBytes(24).toString('base64url'),
    tool: 'api.shop.checkout',
    input,
    inputHash: createHash('sha256').update(JSON.stringify(input)).digest('base64url'),
    subject,
    origin: 'agent',
    message: `Approve api.shop.checkout ${JSON.stringify(input)}?`,
    createdAt,
    expiresAt: createdAt + 600_000,
    state: 'pending',
  }
}

let settled = 0
let until = 0

async function live(subject) {
  while (performance.now() < until) {
    const proposal = createProposal(subject)
    await store.put(proposal)
    if (!(await store.claim(proposal.id, 'executed', Date.now()))) throw new Error('A claim was lost.')
    await store.settle(proposal.id, { ok: true, result: { order: settled } })
    settled += 1
  }
}

async function load(milliseconds) {
  settled = 0
  until = performance.now() + milliseconds
  const start = performance.now()
  const cpu = process.cpuUsage()
  await Promise.all(Array.from({ length: Number(inFlight) }, (_, index) => live(`user-${index}`)))
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: settled / ((performance.now() - start) / 1_000),
    perCpuSecond: settled / ((user + system) / 1_000_000),
  }
}

await load(1_000)
const result = await load(Number(seconds) * 1_000)
await store.close()
process.stdout.write(JSON.stringify(result))
