/** One request to the app's agent, and its reply as it arrives. */
import type { ToolFilter, TurnReply } from '#contract/agent/agent.ts'
import { type MessageMarks, toMarkHeaders } from '#contract/agent/conversation-marks.ts'
import type { Message } from '#contract/agent/message.ts'
import { AGENT_PATH } from '#contract/http/path.ts'
import type { TurnChunk } from './copilot-state.ts'

interface AgentRequest {
  readonly messages: readonly Message[]
  /** Path of the page that the user has open. */
  readonly path: string
  readonly toolFilter: ToolFilter | undefined
  /** What the agent has read, in any earlier message. */
  readonly marks: MessageMarks
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/** The reason why a reply failed, as a message for the user. */
export class CopilotError extends Error {}

/**
 * Delays in milliseconds before each attempt to resume a reply. Their sum is less than the time for which the server
 * stores it.
 */
const WAITS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]

/**
 * Sends a request, yields the chunks while the agent works, and returns the reply; `text` of a streamed one has
 * arrived as chunks. If the server stores its streams, a lost connection is resumed, and aborting ends the turn on
 * the server too.
 */
export async function* askAgent(question: AgentRequest): AsyncGenerator<TurnChunk, TurnReply> {
  const { messages, path, toolFilter, marks, signal, fetch } = question
  // Known before the response, so that the turn can be ended by it. It finds replies of the same caller only.
  const id = Math.random().toString(36).slice(2)
  let streamPath: string | null = `${AGENT_PATH}/${id}/stream`
  const leave = () => {
    if (streamPath !== null) void fetch(streamPath, { method: 'DELETE' }).catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    const reply = await fetch(AGENT_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...toMarkHeaders(marks),
      },
      body: JSON.stringify({ id, messages, path, events: 'full', ...(toolFilter && { toolFilter }) }),
      signal,
    })
    streamPath = reply.headers.get('content-location')
    if (!isStream(reply)) return await readJson(reply)
    let response = reply
    for (let last = 0; ; ) {
      for await (const [number, chunk] of readEvents(response)) {
        last = number
        if (chunk.type === 'error') throw new CopilotError(String(chunk.errorText))
        if (chunk.type === 'abort') throw new CopilotError(String(chunk.reason))
        if (chunk.type === 'finish') return chunk.messageMetadata as TurnReply // the server's reply
        yield chunk as unknown as TurnChunk // consumers ignore unknown chunks
      }
      signal.throwIfAborted()
      response = await reconnect(streamPath, last, question)
    }
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function isStream(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
}

/** Resumes the reply after the event that arrived last. */
async function reconnect(
  address: string | null,
  last: number,
  { signal, fetch }: Pick<AgentRequest, 'signal' | 'fetch'>,
): Promise<Response> {
  for (const wait of address === null ? [] : WAITS) {
    await pause(wait, signal)
    // By this type the server knows that a script of the page sends the request.
    const headers = { accept: 'text/event-stream', 'last-event-id': String(last) }
    const response = await fetch(address ?? '', { headers, signal }).catch(() => undefined) // still offline
    signal.throwIfAborted()
    if (response !== undefined && response.status < 500 && isStream(response)) return response
    if (response !== undefined && response.status < 500) break
  }
  throw new CopilotError('The reply ended early.')
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
  if (answer?.type === 'setup') return answer as TurnReply // plain JSON even for a stream request
  throw new CopilotError(answer?.error ?? `The server responded with status ${response.status}.`)
}

type AnyChunk = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * Yields the events of the app's server with their numbers: `data` on one line, followed by an empty line. Ends when
 * the connection is lost.
 */
async function* readEvents(response: Response): AsyncGenerator<[number, AnyChunk], void> {
  let rest = ''
  for await (const text of readTexts(response)) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const found = /^id: (\d+)\ndata: (.*)$/.exec(event)
      if (found?.[2] !== undefined) yield [Number(found[1]), JSON.parse(found[2]) as AnyChunk] // sent by this framework
    }
  }
}

/** Yields the body in pieces; in one piece where `fetch` has no streams. */
async function* readTexts(response: Response): AsyncGenerator<string, void> {
  if (!response.body) {
    yield await response.text().catch(() => '')
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(LOST)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Handles a lost connection. Everything that arrived has been read. */
const LOST = () => ({ value: undefined, done: true }) as const
