/** Entries that callers without an account create: each kind has a limit, and the oldest entries are dropped. */
import { expect, test } from 'vitest'
import { openTasks } from '../../../runtime/src/a2a/task-store.ts'
import { openBudget } from '../../../runtime/src/agent/budget.ts'
import { NO_MARKS } from '../../../runtime/src/contract/agent/conversation-marks.ts'
import { openThread } from '../../../runtime/src/contract/agent/thread.ts'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { attachFacts } from '../../../runtime/src/contract/http/request-facts.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { createFormRunner } from '../../../runtime/src/forms/run-once.ts'
import { LegacySessions } from '../../../runtime/src/mcp/legacy-session.ts'
import { createProposalRegistry } from '../../../runtime/src/proposals/proposal-registry.ts'
import { rateLimit } from '../../../runtime/src/server.ts'

const MAX = 10
const limits = { maxEntries: MAX, maxSize: 100_000 }
const HOUR_MS = 3_600_000

/** A store that records the keys of its entries. */
function openRecordedData() {
  const data = openMemoryData({ limits })
  const keys = {
    values: new Set<string>(),
    sums: new Set<string>(),
    windows: new Set<string>(),
    claims: new Set<string>(),
  }
  const recorded: DataStore = {
    ...data,
    write(key, text, ttlMs) {
      keys.values.add(key)
      return data.write(key, text, ttlMs)
    },
    add(key, amount, ttlMs) {
      keys.sums.add(key)
      return data.add(key, amount, ttlMs)
    },
    hit(key, limit, windowMs) {
      keys.windows.add(key)
      return data.hit(key, limit, windowMs)
    },
    claim(key, ttlMs) {
      keys.claims.add(key)
      return data.claim(key, ttlMs)
    },
  }
  /** Whether the entry of each key is still stored, oldest first. */
  const listStored = async (): Promise<Record<keyof typeof keys, readonly boolean[]>> => ({
    values: await check(keys.values, async (key) => (await data.read(key)) !== undefined),
    sums: await check(keys.sums, async (key) => (await data.add(key, 0, HOUR_MS)) > 0),
    windows: await check(keys.windows, async (key) => (await data.hit(key, 2, HOUR_MS)).remaining === 0),
    claims: await check(keys.claims, async (key) => !(await data.claim(key, HOUR_MS))),
  })
  return { data: recorded, listStored }
}

/** The checks add entries, so the newest key comes first. */
async function check(keys: ReadonlySet<string>, isStored: (key: string) => Promise<boolean>): Promise<boolean[]> {
  const found: boolean[] = []
  for (const key of [...keys].reverse()) found.unshift(await isStored(key))
  return found
}

type Stored = 'values' | 'sums' | 'windows' | 'claims'
/** What one caller, or one request, creates. */
type Create = (data: DataStore, index: number) => Promise<unknown>

const KINDS: readonly (readonly [name: string, stored: Stored, create: Create])[] = [
  ['threads of sessions', 'values', (data, index) => saveThread(data, `"guest ${index}":t`)],
  ['conversations of A2A', 'values', (data) => openTasks(data, undefined, Date.now).createContext()],
  ['tasks of A2A', 'values', (data, index) => createTask(data, `guest ${index}`)],
  ['counts of tasks of A2A', 'sums', (data, index) => createTask(data, `guest ${index}`)],
  [
    'changes of tasks of A2A',
    'claims',
    async (data, index) => {
      const { id } = await createTask(data, `guest ${index}`)
      await openTasks(data, `guest ${index}`, Date.now).change(id, (task) => task)
    },
  ],
  ['log levels of MCP', 'values', (data, index) => new LegacySessions(data).setLevel(createId(index), 'debug')],
  ['cancellations of MCP', 'values', (data, index) => new LegacySessions(data).cancel(createId(index), index)],
  ['results of forms', 'values', (data, index) => sendForm(data, `form:${index}`)],
  ['claims of forms', 'claims', (data, index) => sendForm(data, `form:${index}`)],
  ['rate limits of addresses', 'windows', (data, index) => countRequest(data, `10.0.0.${index}`)],
  [
    'budgets',
    'sums',
    (data, index) =>
      openBudget(
        { budget: { maxTokens: 9 } },
        { data, identity: `guest ${index}`, warn: () => undefined },
        Date.now,
      )?.settle({ inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }) ??
      Promise.reject(new Error('There is no budget.')),
  ],
]

/** Returns ids of sessions whose keys differ; those of random ids may be equal. */
const createId = (index: number): string => `${String(index).padStart(24, '0')}.`

async function saveThread(data: DataStore, key: string): Promise<void> {
  const options = { data, ttlMs: HOUR_MS, storesFiles: true, warn: () => undefined }
  const thread = await openThread(key, [{ role: 'user', content: 'Hi.' }], options)
  await thread.save(thread.messages, NO_MARKS)
}

function createTask(data: DataStore, owner: string) {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi.' }] } as const
  return openTasks(data, owner, Date.now).create('context', message)
}

function sendForm(data: DataStore, key: string) {
  return createFormRunner(data)({ key, fields: '' }, async () => ({ location: '/', cookies: [] }))
}

function countRequest(data: DataStore, address: string) {
  const request = new Request('http://localhost')
  attachFacts(request, { address, data, isEndpoint: false, log: { warn: () => undefined }, counted: new Map() })
  return rateLimit({ limit: 2, windowMs: HOUR_MS }).check(request)
}

test.each(KINDS)('%s: the newest are stored, the oldest are dropped', async (name, kind, create) => {
  const { data, listStored } = openRecordedData()
  for (let index = 0; index < 3 * MAX; index++) await create(data, index)
  const stored = (await listStored())[kind]
  // A task has an entry of two kinds.
  const entries = name === 'tasks of A2A' ? 2 : 1
  expect(stored).toHaveLength(3 * MAX * entries)
  expect(stored).toEqual([...Array(2 * MAX * entries).fill(false), ...Array(MAX * entries).fill(true)])
})

test('a kind does not displace another one', async () => {
  const { data } = openRecordedData()
  await saveThread(data, 'ann')
  for (let index = 0; index < 3 * MAX; index++) await openTasks(data, undefined, Date.now).createContext()
  expect(await data.read('thread:ann')).toContain('Hi.')
})

test('long entries are dropped by their size', async () => {
  const { data } = openRecordedData()
  for (const key of ['thread:a', 'thread:b', 'thread:c']) await data.write(key, 'x'.repeat(40_000), HOUR_MS)
  expect([await data.read('thread:a'), (await data.read('thread:c'))?.length]).toEqual([undefined, 40_000])
})

test.each(['thread', 'a2a-task', 'form'])(
  'long entries of one owner do not displace those of another: %s',
  async (kind) => {
    const { data } = openRecordedData()
    await data.write(`${kind}:"ann \\"a\\":":1`, 'short', HOUR_MS)
    for (let index = 0; index < 5; index++) await data.write(`${kind}:"bob:":${index}`, 'x'.repeat(40_000), HOUR_MS)
    expect([await data.read(`${kind}:"ann \\"a\\":":1`), await data.read(`${kind}:"bob:":2`)]).toEqual([
      'short',
      undefined,
    ])
  },
)

test('a caller over its rate limit stays refused while others come', async () => {
  const { data } = openRecordedData()
  await countRequest(data, '10.9.9.9')
  await countRequest(data, '10.9.9.9')
  for (let index = 0; index < 3 * MAX; index++) {
    await countRequest(data, `10.0.0.${index}`)
    if (index % 5 === 0) await expect(countRequest(data, '10.9.9.9')).rejects.toMatchObject({ code: 'rate_limited' })
  }
})

test('a nonce is never forgotten before its time; further ones are refused', async () => {
  let time = 0
  const data = openMemoryData({ limits, now: () => time })
  for (let index = 0; index < MAX; index++) expect(await data.claim(`nonce:${index}`, HOUR_MS)).toBe(true)
  expect(await data.claim('nonce:new', HOUR_MS)).toBe(false)
  expect(await data.claim('nonce:0', HOUR_MS)).toBe(false)
  time += 2 * HOUR_MS
  expect(await data.claim('nonce:new', HOUR_MS)).toBe(true)
})

test('long nonces of one signer do not displace those of another one', async () => {
  const data = openMemoryData({ limits })
  expect(await data.claim('nonce:ann', HOUR_MS)).toBe(true)
  for (const name of ['a', 'b', 'c']) await data.claim(`nonce:${name.repeat(40_000)}`, HOUR_MS)
  expect(await data.claim('nonce:ann', HOUR_MS)).toBe(false)
})

test('proposals of ever new sessions replace the oldest, but not a call that runs', async () => {
  const { proposals: store } = openMemoryData({ limits })
  let time = 1_000
  const registry = createProposalRegistry({
    store,
    ttlMs: HOUR_MS,
    maxPending: 100,
    now: () => time++,
    log: { error: () => undefined },
  })
  const park = (subject: string) =>
    registry.park({ tool: 'api.shop.pay', input: { amount: 1 }, origin: 'agent', subject })
  const anybody = () => true
  const running = await park('ann')
  const pending = await park('bob')
  let finish = () => {}
  const work = new Promise<void>((resolve) => {
    finish = resolve
  })
  const approved = registry.approve(running.id, anybody, async () => {
    await work
    return { outcome: { ok: true, result: 'paid' } }
  })
  let newest = running
  for (let index = 0; index < 3 * MAX; index++) newest = await park(`guest ${index}`)
  expect((await registry.list('bob')).proposals).toEqual([])
  expect(await registry.find(pending.id, anybody)).toBeUndefined()
  expect(await registry.find(newest.id, anybody)).toMatchObject({ state: 'pending' })
  finish()
  await approved
  expect(await registry.find(running.id, anybody)).toMatchObject({ result: { ok: true, result: 'paid' } })
})

test('many proposals of one session replace its own, and no other one', async () => {
  const { proposals: store } = openMemoryData({ limits })
  const createdAt = Date.now()
  const put = (id: string, subject: string, input: unknown = 1) =>
    store.put({
      id,
      tool: 'api.shop.pay',
      input,
      inputHash: '',
      subject,
      origin: 'agent',
      createdAt,
      expiresAt: createdAt + HOUR_MS,
      state: 'pending',
    })
  await put('ann', 'ann')
  await put('bob', 'bob')
  for (let index = 0; index < 3 * MAX; index++) await put(`guest ${index}`, 'guest')
  for (let index = 0; index < 5; index++) await put(`long ${index}`, 'other guest', 'x'.repeat(40_000))
  expect(await Promise.all(['ann', 'bob'].map(async (id) => (await store.get(id))?.id))).toEqual(['ann', 'bob'])
  const ids = async (subject: string) => (await store.list(subject, createdAt)).map(({ id }) => id)
  expect(await ids('other guest')).toEqual(['long 3', 'long 4'])
  expect((await ids('guest')).at(-1)).toBe(`guest ${3 * MAX - 1}`)
})
