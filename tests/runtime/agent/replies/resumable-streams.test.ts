import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ResumableStream } from '../../../../runtime/src/agent/replies/resumable-stream.ts'
import { ResumableStreams, STREAM_TTL_MS } from '../../../../runtime/src/agent/replies/resumable-streams.ts'
import type { ChunkSink } from '../../../../runtime/src/agent/stream-reply.ts'
import { streamPushed } from '../../../../runtime/src/wire/to-response.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A turn whose events the test sends. */
function turn() {
  const waiting: object[] = []
  let wake: () => void = () => undefined
  const state = { aborted: false, ended: false, taken: 0 }
  const tell = (...chunks: object[]) => {
    waiting.push(...chunks)
    wake()
  }
  async function* begin(signal: AbortSignal): AsyncGenerator<object, void> {
    signal.addEventListener('abort', () => {
      state.aborted = true
      wake()
    })
    try {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) {
          if ('end' in next) return
          state.taken += 1
          yield next
        } else if (signal.aborted) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      state.ended = true
    }
  }
  return { begin, tell, end: () => tell({ end: true }), state }
}

function open(streams: ResumableStreams, name?: string, owner = 'ada', withOutputs = false) {
  const told = turn()
  const stream = streams.start({ owner, name, withOutputs, run: (signal, sink) => void pump(told.begin(signal), sink) })
  return { ...told, stream }
}

async function pump(chunks: AsyncGenerator<object, void>, sink: ChunkSink): Promise<void> {
  try {
    for await (const chunk of chunks) {
      sink.write(chunk)
      await sink.flush()
    }
    sink.end()
  } catch (error) {
    sink.fail(error)
  }
}

/** Opens the reply as a web stream; `undefined` for a reply that doesn't exist. */
function openBody(stream: ResumableStream | undefined, after: number): ReadableStream<Uint8Array> | undefined {
  return stream && streamPushed(stream.open(after))
}

const delta = (text: string) => ({ type: 'text-delta', delta: text })
const settle = () => vi.advanceTimersByTimeAsync(0)

async function readAll(body: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return new Response(body).text()
}

const EIGHTH = 'x'.repeat(32_768)

describe('the lifetime of a stored stream', () => {
  test('a turn without a reader continues for a minute, and is then ended and removed', async () => {
    const streams = new ResumableStreams()
    const { stream, tell, state } = open(streams, 'chat')
    tell(delta('a'))
    await vi.advanceTimersByTimeAsync(STREAM_TTL_MS - 1)
    expect(state).toMatchObject({ aborted: false, taken: 1 })
    expect(streams.resume('ada', 'chat', 0)).toBe(stream)
    await vi.advanceTimersByTimeAsync(1)
    expect(state).toMatchObject({ aborted: true, ended: true })
    expect(() => streams.resume('ada', 'chat', 0)).toThrow('Unknown stream')
    expect(streams.resume('ada', 'chat', undefined)).toBeUndefined()
  })

  test('a reader retains it; the minute starts when the last one has left', async () => {
    const streams = new ResumableStreams()
    const { stream, tell, state } = open(streams)
    const readers = [openBody(stream, 0)?.getReader(), openBody(stream, 0)?.getReader()]
    tell(delta('a'))
    for (const reader of readers) await reader?.read()
    await vi.advanceTimersByTimeAsync(5 * STREAM_TTL_MS)
    await readers[0]?.cancel()
    await vi.advanceTimersByTimeAsync(5 * STREAM_TTL_MS)
    expect(state.aborted).toBe(false)
    await readers[1]?.cancel()
    await vi.advanceTimersByTimeAsync(STREAM_TTL_MS)
    expect(state.aborted).toBe(true)
  })

  test('a reply that was read to its end is not offered again, but is available for a minute', async () => {
    const streams = new ResumableStreams()
    const { stream, tell, end } = open(streams, 'chat')
    tell(delta('a'), delta('b'))
    end()
    const text = await readAll(openBody(stream, 0))
    expect(text).toMatch(/^:\n\nid: 1\n.*\n\nid: 2\n.*\n\ndata: \[DONE\]\n\n$/)
    expect(streams.resume('ada', 'chat', undefined)).toBeUndefined()
    expect(streams.resume('ada', 'chat', 2)).toBeUndefined()
    expect(await readAll(openBody(streams.resume('ada', 'chat', 1), 1))).toMatch(/^id: 2\n/)
    await vi.advanceTimersByTimeAsync(STREAM_TTL_MS)
    expect(() => streams.resume('ada', 'chat', 1)).toThrow('Unknown stream')
  })
})

describe('stored data has limits', () => {
  test('too much data without a reader ends the turn, and the stored reply ends with an error', async () => {
    const streams = new ResumableStreams()
    const { stream, tell, state } = open(streams)
    for (let count = 0; count < 12; count++) tell(delta(EIGHTH))
    await settle()
    expect(state).toMatchObject({ aborted: true, ended: true })
    const text = await readAll(openBody(stream, 0))
    expect(text.split('\n\n').slice(-3, -1)).toEqual([
      'id: 9\ndata: {"type":"error","errorText":"The reply became too long to store while no client was connected.","code":"stream_not_resumable"}',
      'data: [DONE]',
    ])
  })

  test('with a reader it continues: data that all have read is removed, and a slow reader delays it', async () => {
    const streams = new ResumableStreams()
    const { stream, tell, end, state } = open(streams)
    const [quick, slow] = [openBody(stream, 0)?.getReader(), openBody(stream, 0)?.getReader()]
    await Promise.all([quick?.read(), slow?.read()])
    for (let count = 0; count < 20; count++) tell(delta(EIGHTH))
    end()
    await settle()
    // Eight are retained; one more is in the body of the slow reader.
    expect(state.taken).toBe(9)
    await quick?.read()
    await settle()
    expect(state).toMatchObject({ taken: 9, aborted: false })
    const read = async (reader: typeof slow) => {
      let text = ''
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return text
        text += new TextDecoder().decode(value)
      }
    }
    const [rest, all] = await Promise.all([read(quick), read(slow)])
    expect(all.match(/^id: .*$/gm)).toEqual(Array.from({ length: 20 }, (_, index) => `id: ${index + 1}`))
    expect(all.endsWith(rest)).toBe(true)
    // The beginning made room for the end.
    expect(() => streams.resume('ada', stream?.id ?? '', 1)).toThrow('have been removed')
    expect(streams.resume('ada', stream?.id ?? '', 19)).toBe(stream)
  })

  test('a caller has eight: the oldest without a reader is removed, and otherwise a ninth is not stored', async () => {
    const streams = new ResumableStreams()
    const all = Array.from({ length: 9 }, () => open(streams))
    await settle()
    expect(all.map(({ state }) => state.aborted)).toEqual([true, ...Array.from({ length: 8 }, () => false)])
    const readers = all.slice(1).map(({ stream }) => openBody(stream, 0)?.getReader())
    for (const reader of readers) await reader?.read()
    expect(open(streams).stream).toBeUndefined()
    expect(open(streams, undefined, 'bob').stream).toBeDefined()
    streams.close()
    expect(all.every(({ state }) => state.aborted)).toBe(true)
  })

  test('all callers together have a limit, too: the oldest without a reader is removed first', async () => {
    const streams = new ResumableStreams()
    const read = open(streams, undefined, 'reader')
    const reader = openBody(read.stream, 0)?.getReader()
    await reader?.read()
    const big = Array.from({ length: 200 }, (_, index) => {
      const one = open(streams, undefined, `user ${index}`)
      for (let count = 0; count < 7; count++) one.tell(delta(EIGHTH))
      return one
    })
    await settle()
    const gone = big.map(({ state }) => state.aborted)
    expect(gone.indexOf(false)).toBe(gone.filter((value) => value).length)
    expect(gone.filter((value) => !value).length * 7 * 32_768).toBeLessThanOrEqual(33_554_432)
    expect(read.state.aborted).toBe(false)
    streams.close()
  })

  test('an invalid name, or another caller, finds nothing', () => {
    const streams = new ResumableStreams()
    open(streams, 'a/b')
    open(streams, 'x'.repeat(129))
    open(streams, 'chat', 'bob')
    for (const name of ['a/b', 'x'.repeat(129), 'chat', '', '__proto__', 'constructor'])
      expect(streams.resume('ada', name, undefined)).toBeUndefined()
    expect(streams.resume(undefined, 'chat', undefined)).toBeUndefined()
    streams.close()
  })
})

test("a stopped reply ends with the event of its client's format; a turn that fails breaks the stream", async () => {
  const streams = new ResumableStreams()
  const { stream, tell } = open(streams, undefined, 'ada', true)
  tell(delta('a'))
  await settle()
  streams.stop('ada', stream?.id ?? '')
  expect(await readAll(openBody(stream, 0))).toContain('{"type":"abort","reason":"The reply was stopped."}')
  const broken = streams.start({
    owner: 'ada',
    name: undefined,
    withOutputs: false,
    run: (_, sink) => sink.fail(new Error('broken')),
  })
  await expect(readAll(openBody(broken, 0))).rejects.toThrow('broken')
})
