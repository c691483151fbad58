/** One request to the app's agent, as it is answered (spec: Streamed turn events). */
import type { ToolFilter, TurnReply } from '#contract/agent.ts'
import type { Message } from '#contract/message.ts'
import { AGENT_PATH, TAINTED_HEADER } from '#contract/path.ts'
import type { TurnChunk } from './copilot-state.ts'

export interface AgentQuestion {
  readonly messages: readonly Message[]
  /** The page that the person has open. */
  readonly path: string
  readonly toolFilter: ToolFilter | undefined
  /** The conversation has held what nobody vouches for, whatever is left of it. */
  readonly tainted: boolean
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/** Why there is no answer, in words for the person. */
export class CopilotError extends Error {}

/** How long to wait before each try to get the rest of an answer, in milliseconds: together less than it is kept. */
const WAITS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]

/**
 * Passes on what comes while the agent works. Answers the reply; `text` of a streamed one has come as chunks. Where the
 * server keeps its streams, a connection that is lost is made again, and aborting ends the turn there too.
 */
export async function* askAgent(question: AgentQuestion): AsyncGenerator<TurnChunk, TurnReply> {
  const { messages, path, toolFilter, tainted, signal, fetch } = question
  // Known before the answer is: the turn can be ended by it. Only the same caller's answers are found by it.
  const id = Math.random().toString(36).slice(2)
  let address: string | null = `${AGENT_PATH}/${id}/stream`
  const leave = () => {
    if (address !== null) void fetch(address, { method: 'DELETE' }).catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    const answer = await fetch(AGENT_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(tainted && { [TAINTED_HEADER]: '1' }),
      },
      body: JSON.stringify({ id, messages, path, events: 'full', ...(toolFilter && { toolFilter }) }),
      signal,
    })
    address = answer.headers.get('content-location')
    if (!isStream(answer)) return await readJson(answer)
    let response: Streaming = answer
    for (let last = 0; ; ) {
      for await (const [number, chunk] of readEvents(response.body)) {
        last = number
        if (chunk.type === 'error') throw new CopilotError(String(chunk.errorText))
        if (chunk.type === 'abort') throw new CopilotError(String(chunk.reason))
        if (chunk.type === 'finish') return chunk.messageMetadata as TurnReply // what the server says of the turn
        yield chunk as unknown as TurnChunk // others are looked past
      }
      signal.throwIfAborted()
      response = await reconnect(address, last, question)
    }
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

type Streaming = Response & { readonly body: ReadableStream<Uint8Array> }

function isStream(response: Response): response is Streaming {
  return (response.headers.get('content-type') ?? '').startsWith('text/event-stream') && response.body !== null
}

/** The answer, behind the event that came last. */
async function reconnect(
  address: string | null,
  last: number,
  { signal, fetch }: Pick<AgentQuestion, 'signal' | 'fetch'>,
): Promise<Streaming> {
  for (const wait of address === null ? [] : WAITS) {
    await pause(wait, signal)
    const response = await fetch(address ?? '', { headers: { 'last-event-id': String(last) }, signal }).catch(
      () => undefined, // no connection yet
    )
    signal.throwIfAborted()
    if (response !== undefined && response.status < 500 && isStream(response)) return response
    if (response !== undefined && response.status < 500) break
  }
  throw new CopilotError('The answer broke off.')
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function readJson(response: Response): Promise<TurnReply> {
  const answer = (await response.json().catch(() => undefined)) as { type?: string; error?: string } | undefined
  if (answer?.type === 'setup') return answer as TurnReply // plain JSON even where a stream was asked for
  throw new CopilotError(answer?.error ?? `The server answered ${response.status}.`)
}

type AnyChunk = Readonly<Record<string, unknown>> & { readonly type: string }

/** The events of our own server with their numbers: `data` on one line, an empty line behind it. Ends where they break off. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<[number, AnyChunk], void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(LOST)
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const found = /^id: (\d+)\ndata: (.*)$/.exec(event)
        if (found?.[2] !== undefined) yield [Number(found[1]), JSON.parse(found[2]) as AnyChunk] // ours
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A connection that is lost: what it brought was read. */
const LOST = () => ({ value: undefined, done: true }) as const
