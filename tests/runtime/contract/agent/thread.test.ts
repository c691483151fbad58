/** Stored conversations are limited to their last turns. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'
import { keepTurn, readThread } from '../../../../runtime/src/contract/agent/thread.ts'
import { openMemoryData } from '../../../../runtime/src/data/memory-data.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const createMessages = (count: number, length: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'x'.repeat(length)}`,
  }))

async function store(messages: readonly Message[]): Promise<readonly Message[]> {
  const data = openMemoryData()
  await keepTurn(data, '"ann":t', { before: [], messages, tainted: false }, 1_000)
  return (await readThread(data, '"ann":t')).messages
}

test.each([
  ['40 messages', 60, 10, 40],
  ['messages from the last one of the user that fits', 60, 30_000, 6],
  ['200,000 characters', 4, 49_960, 4],
  ['no message, if the last turn is longer', 2, 200_000, 0],
])('%s', async (_title, count, length, stored) => {
  const messages = createMessages(count, length)
  expect(await store(messages)).toEqual(stored === 0 ? [] : messages.slice(-stored))
})

test('long messages are measured once', async () => {
  const messages = createMessages(40, 25_000)
  const stringify = vi.spyOn(JSON, 'stringify')
  await store(messages)
  const length = stringify.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
  expect(length).toBeLessThan(3_000_000)
})
