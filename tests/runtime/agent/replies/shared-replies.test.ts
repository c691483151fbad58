/** Replies of one process that clients read at another one: what is stored, and for how long. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openReply } from '../../../../runtime/src/agent/replies/reply-reader.ts'
import type { ResumableStream } from '../../../../runtime/src/agent/replies/resumable-stream.ts'
import { ResumableStreams } from '../../../../runtime/src/agent/replies/resumable-streams.ts'
import { SharedReplies } from '../../../../runtime/src/agent/replies/shared-replies.ts'
import type { ChunkSink } from '../../../../runtime/src/agent/stream-reply.ts'
import type { DataStore } from '../../../../runtime/src/contract/config/data.ts'
import { isPushed } from '../../../../runtime/src/contract/http/request.ts'
import { openMemoryData } from '../../../../runtime/src/data/memory-data.ts'
import { streamPushed } from '../../../../runtime/src/wire/to-response.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    }),
)
afterEach(() => void vi.useRealTimers())

const EIGHTH = 'x'.repeat(32_768)
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A process with a reply of `ada`, and another process with the same store. */
async function startReply(data: DataStore = openMemoryData({ now: Date.now })) {
  const streams = new ResumableStreams()
  const others = new SharedReplies(data)
  const state = { aborted: false }
  let sink: ChunkSink | undefined
  const stream = streams.start({
    owner: 'ada',
    name: 'chat',
    withOutputs: false,
    others,
    run: (signal, own) => {
      sink = own
      signal.addEventListener('abort', () => {
        state.aborted = true
      })
    },
  }) as ResumableStream // the first one of its caller
  await streams.whenShared(stream)
  const say = async (count: number, delta = 'word') => {
    for (let index = 0; index < count; index += 1) {
      sink?.write({ type: 'text-delta', delta })
      await sink?.flush()
    }
  }
  const elsewhere = new SharedReplies(data)
  const resume = async (after: number, idOrName = 'chat') => {
    const record = await elsewhere.store.find('ada', idOrName)
    return record && openReply(elsewhere.store, record, after)
  }
  return { streams, stream, say, end: () => sink?.end(), state, resume, data }
}

/** Reads the rest of a reply; `text` has what has arrived. */
function read(rest: Awaited<ReturnType<typeof openReply>> | undefined) {
  if (typeof rest !== 'object' || !isPushed(rest)) throw new Error(`no body: ${String(rest)}`)
  const reader = streamPushed(rest).getReader()
  const got = { text: '', isOver: false }
  const drain = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      got.text += new TextDecoder().decode(value)
    }
    got.isOver = true
  }
  void drain()
  return { got, leave: () => reader.cancel() }
}

const listIds = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

describe('a long reply', () => {
  test('arrives completely at another process, which holds only a part of it', async () => {
    const { say, end, resume, state, stream } = await startReply()
    await say(2)
    const opening = resume(0)
    await wait(200)
    const { got } = read(await opening)
    // Four times what is stored at most.
    for (let part = 0; part < 128; part += 1) {
      await Promise.all([say(1, EIGHTH), wait(150)])
      expect(stream.size).toBeLessThan(12 * EIGHTH.length)
    }
    end()
    await wait(500)
    expect(state.aborted).toBe(false)
    expect(got.isOver).toBe(true)
    expect(listIds(got.text)).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
  })

  test('is refused from its beginning once that is no longer stored', async () => {
    const { say, resume } = await startReply()
    await say(1)
    const opening = resume(0)
    await wait(200)
    const { leave } = read(await opening)
    for (let part = 0; part < 64; part += 1) await Promise.all([say(1, EIGHTH), wait(150)])
    await leave()
    expect(await resume(1)).toBe('lost')
    const { got } = read(await resume(64))
    await wait(200)
    expect(listIds(got.text)).toEqual([65])
  })

  test('without any reader it ends, and the other process sends the reason', async () => {
    const { streams, stream, say, resume, state } = await startReply()
    const { leave } = read(stream.open(0))
    await say(1)
    await leave()
    for (let part = 0; part < 12; part += 1) await Promise.all([say(1, EIGHTH), wait(10)])
    expect(state.aborted).toBe(true)
    await wait(200)
    const { got } = read(await resume(1))
    await wait(200)
    expect(got.text).toContain('The reply became too long to store while no client was connected.')
    streams.close()
  })
})

describe('the lifetime of a reply', () => {
  test('a reader at another process retains it; afterwards it ends within two minutes, and nothing is left', async () => {
    const { say, resume, state, data } = await startReply()
    await say(1)
    const opening = resume(0)
    await wait(200)
    const { leave } = read(await opening)
    await wait(5 * 60_000)
    expect(state.aborted).toBe(false)
    await leave()
    await wait(2 * 60_000)
    expect(state.aborted).toBe(true)
    await wait(60_000)
    expect(await resume(0)).toBeUndefined()
    const id = await data.read('reply-name:["ada","chat"]')
    expect(id).toMatch(/^stream_/)
    for (const part of ['', ':1', ':2', ':reader', ':command'])
      expect(await data.read(`reply:${id}${part}`)).toBeUndefined()
  })

  test('a reply that was read to its end is not offered again, at any process', async () => {
    const { stream, say, end, resume } = await startReply()
    const { got } = read(stream.open(0))
    await say(3)
    end()
    await wait(50)
    expect(got.isOver).toBe(true)
    expect(await resume(0)).toBe('nothing')
    expect(await resume(3)).toBe('nothing')
    expect(await resume(4)).toBe('lost')
    const opening = resume(2)
    await wait(200)
    const { got: rest } = read(await opening)
    await wait(200)
    expect([listIds(rest.text), rest.isOver]).toEqual([[3], true])
  })
})

test('while the store is unavailable, the reply goes on; afterwards the other process gets all of it', async () => {
  const data = openMemoryData({ now: Date.now })
  let isDown = false
  const refuse = async (): Promise<never> => Promise.reject(new Error('down'))
  const flaky: DataStore = { ...data, write: (...args) => (isDown ? refuse() : data.write(...args)) }
  const { stream, say, end, resume } = await startReply(flaky)
  const { leave } = read(stream.open(0))
  await say(1)
  isDown = true
  await leave()
  await say(5)
  await wait(3_000)
  isDown = false
  end()
  await wait(1_500)
  const { got } = read(await resume(0))
  await wait(200)
  expect([listIds(got.text), got.isOver]).toEqual([[1, 2, 3, 4, 5, 6], true])
})
