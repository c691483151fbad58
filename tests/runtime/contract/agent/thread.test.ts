/** Stored conversations are limited to their last turns. */
import { afterEach, expect, test, vi } from 'vitest'
import { APP_DATA, NO_MARKS } from '../../../../runtime/src/contract/agent/conversation-marks.ts'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'
import { openThread, readThread } from '../../../../runtime/src/contract/agent/thread.ts'
import type { DataStore } from '../../../../runtime/src/contract/config/data.ts'
import { openMemoryData } from '../../../../runtime/src/data/memory-data.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const createMessages = (count: number, length: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'x'.repeat(length)}`,
  }))

const options = (data: DataStore, storesFiles = true) => ({
  data,
  ttlMs: 60_000,
  storesFiles,
  warn: (message: string, cause?: unknown) => {
    throw new Error(message, { cause })
  },
})

async function store(messages: readonly Message[]): Promise<readonly Message[]> {
  const data = openMemoryData()
  const thread = await openThread('"ann":t', messages, options(data))
  await thread.save(thread.messages, NO_MARKS)
  return (await readThread(data, '"ann":t')).messages
}

test.each([
  ['40 messages', 60, 10, 40],
  ['messages from the last one of the user that fits', 60, 30_000, 6],
  ['200,000 characters', 4, 49_950, 4],
])('%s', async (_title, count, length, stored) => {
  const messages = createMessages(count, length)
  expect(await store(messages)).toEqual(messages.slice(-stored))
})

test('a last turn that is too long is shortened, and contains each of its calls with its result', async () => {
  const calls = Array.from({ length: 60 }, (_, index) => ({ id: `c${index}`, name: 'api.shop.pay', input: { index } }))
  const file = { mediaType: 'text/plain', data: 'QUFB', name: 'a.txt' }
  const results = calls.map(({ id }): Message => ({ role: 'tool', toolCallId: id, content: 'x'.repeat(50_000) }))
  const messages: Message[] = [
    { role: 'user', content: 'Earlier.' },
    { role: 'user', content: 'Pay.', attachments: [file] },
    { role: 'assistant', content: '', toolCalls: calls },
    ...results,
  ]
  const stored = await store(messages)
  expect(stored[0]).toEqual({ role: 'user', content: 'Pay.\n[a.txt, text/plain: not stored in the conversation]' })
  expect(stored[1]).toEqual(messages[2])
  expect(stored.slice(2).map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ id }) => id))
  expect(JSON.parse(stored.at(-1)?.content ?? '')).toMatchObject({ truncated: true, total: 50_000 })
  expect(JSON.stringify(stored).length).toBeLessThan(200_000)
})

const USER: Message = { role: 'user', content: 'Pay.' }
const CALL: Message = {
  role: 'assistant',
  content: '',
  toolCalls: [{ id: 'c', name: 'api.shop.pay', input: {} }],
}
const RESULT: Message = { role: 'tool', toolCallId: 'c', content: '{"status":"proposal","id":"p"}' }
const END: Message = { role: 'assistant', content: 'Paid.' }

test('a message that repeats the one of an unfinished turn continues that turn', async () => {
  const data = openMemoryData()
  const first = await openThread('t', [USER], options(data))
  await first.save([...first.messages, CALL, RESULT], NO_MARKS)
  const retry = await openThread('t', [USER], options(data))
  expect(retry.messages).toEqual([USER, CALL, RESULT])
  await retry.save([...retry.messages, END], NO_MARKS)
  expect((await readThread(data, 't')).messages).toEqual([USER, CALL, RESULT, END])
  // The turn has ended, so the same message is a new one.
  expect((await openThread('t', [USER], options(data))).messages).toEqual([USER, CALL, RESULT, END, USER])
})

test('an outcome replaces the pending result, also if another turn has saved in the meantime', async () => {
  const data = openMemoryData()
  const first = await openThread('t', [USER], options(data))
  await first.save([...first.messages, CALL, RESULT, END], NO_MARKS)
  const [one, other] = await Promise.all(
    ['One.', 'Other.'].map((content) => openThread('t', [{ role: 'user', content }], options(data))),
  )
  await other?.save(other.messages, NO_MARKS)
  const outcome = { ...RESULT, content: '{"paid":true}' }
  await one?.save([USER, CALL, outcome, END, ...one.messages.slice(4)], NO_MARKS)
  expect((await readThread(data, 't')).messages).toEqual([
    USER,
    CALL,
    outcome,
    END,
    { role: 'user', content: 'Other.' },
    { role: 'user', content: 'One.' },
  ])
})

test('turns that save at the same time lose no message, and each stays together', async () => {
  const data = openMemoryData()
  const turns = await Promise.all(
    Array.from({ length: 8 }, (_, index) => openThread('t', [{ role: 'user', content: `${index}` }], options(data))),
  )
  const call = (index: number): Message => ({
    ...CALL,
    toolCalls: [{ id: `c${index}`, name: 'api.shop.pay', input: {} }],
  })
  const result = (index: number): Message => ({ role: 'tool', toolCallId: `c${index}`, content: '{}' })
  await Promise.all(turns.map((turn, index) => turn.save([...turn.messages, call(index)], NO_MARKS)))
  const marks = (index: number) => ({ tainted: index === 3, dataFrom: index < 2 ? [] : [`mcp_${index % 2}`] })
  await Promise.all(turns.map((turn, index) => turn.save([...turn.messages, call(index), result(index)], marks(index))))
  const { messages, tainted, dataFrom } = await readThread(data, 't')
  expect(tainted).toBe(true)
  expect(dataFrom.toSorted()).toEqual(['mcp_0', 'mcp_1'])
  expect(messages).toHaveLength(24)
  for (const index of turns.keys()) {
    const at = messages.findIndex(({ content }) => content === `${index}`)
    expect(messages.slice(at + 1, at + 3)).toEqual([call(index), result(index)])
  }
})

test('a thread that was stored without its sources of data may contain data of the app', async () => {
  const data = openMemoryData()
  await data.write('thread:t', JSON.stringify({ messages: [USER, END], tainted: true, version: 1 }), 60_000)
  expect(await openThread('t', [], options(data))).toMatchObject({ tainted: true, dataFrom: [APP_DATA] })
  expect(await openThread('new', [], options(data))).toMatchObject({ tainted: false, dataFrom: [] })
})

test('long messages are measured once', async () => {
  const messages = createMessages(40, 25_000)
  const stringify = vi.spyOn(JSON, 'stringify')
  await store(messages)
  const length = stringify.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
  expect(length).toBeLessThan(3_000_000)
})
