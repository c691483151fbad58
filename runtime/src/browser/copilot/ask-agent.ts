/** One request to the app's agent, as it is answered (spec: Streamed turn events). */
import type { ToolFilter, TurnReply } from '#contract/agent.ts'
import type { Message } from '#contract/message.ts'
import { AGENT_PATH } from '#contract/path.ts'
import type { TurnChunk } from './copilot-state.ts'

export interface AgentQuestion {
  readonly messages: readonly Message[]
  /** The page that the person has open. */
  readonly path: string
  readonly toolFilter: ToolFilter | undefined
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/** Why there is no answer, in words for the person. */
export class CopilotError extends Error {}

/** Passes on what comes while the agent works. Answers the reply; `text` of a streamed one has come as chunks. */
export async function* askAgent(question: AgentQuestion): AsyncGenerator<TurnChunk, TurnReply> {
  const { messages, path, toolFilter, signal, fetch } = question
  const response = await fetch(AGENT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ messages, path, ...(toolFilter && { toolFilter }) }),
    signal,
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || response.body === null) return readJson(response)
  for await (const chunk of readEvents(response.body)) {
    if (chunk.type === 'error') throw new CopilotError(String(chunk.errorText))
    if (chunk.type === 'finish') return chunk.messageMetadata as TurnReply // what the server says of the turn
    yield chunk as unknown as TurnChunk // others are looked past
  }
  throw new CopilotError('The answer broke off.')
}

async function readJson(response: Response): Promise<TurnReply> {
  const answer = (await response.json().catch(() => undefined)) as { type?: string; error?: string } | undefined
  if (answer?.type === 'setup') return answer as TurnReply // plain JSON even where a stream was asked for
  throw new CopilotError(answer?.error ?? `The server answered ${response.status}.`)
}

type AnyChunk = Readonly<Record<string, unknown>> & { readonly type: string }

/** The events of our own server: `data` on one line, an empty line behind it. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AnyChunk, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '))
        if (data !== undefined && data !== 'data: [DONE]') yield JSON.parse(data.slice(6)) as AnyChunk // ours
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
