/** Runs a turn of the app's agent for a message of the protocol: as on a channel, without tools of a page. */
import { withTaintedAgent } from '#api/call-scopes.ts'
import type { AgentMount, TurnReply } from '#contract/agent/agent.ts'
import { readMarks } from '#contract/agent/conversation-marks.ts'
import type { Attachment, Message } from '#contract/agent/message.ts'
import { taintDeps } from '#contract/agent/taint-deps.ts'
import { openThread } from '#contract/agent/thread.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { AGENT_PATH } from '#contract/http/path.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'

export interface TurnHost {
  readonly deps: TurnDeps
  agent(): Promise<AgentMount>
  /** Any URL of the app. */
  readonly url: string
  /** Key of the stored conversation. */
  readonly thread: string
  readonly signal: AbortSignal
  /** Id of the artifact that the reply becomes. */
  readonly artifactId: string
  /**
   * Receives the reply as it arrives; `append` is false at the start of a new one. Absent if no client is listening.
   */
  readonly onText: ((delta: string, append: boolean) => void) | undefined
}

/** The content that the caller has sent. */
interface TurnWork {
  readonly text: string
  readonly files: readonly Attachment[]
}

/** A day in milliseconds: the lifetime of the conversation's tasks. */
const THREAD_TTL_MS = 86_400_000

/** Returns the agent's reply. A response of an app's own mount is read as text. */
export async function runTurnTask({ text, files }: TurnWork, host: TurnHost): Promise<TurnReply> {
  const { deps, url, signal, onText } = host
  const { data, warn } = deps
  const added: Message[] = [{ role: 'user', content: text, ...(files.length > 0 && { attachments: files }) }]
  // The bytes of files would push earlier messages out of the stored conversation.
  const thread = await openThread(host.thread, added, { data, ttlMs: THREAD_TTL_MS, storesFiles: false, warn })
  const request = new Request(new URL(AGENT_PATH, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: onText === undefined ? 'application/json' : EVENTS },
    body: JSON.stringify({ messages: thread.messages, path: '/' }),
    signal,
  })
  const mount = await host.agent()
  const turnDeps = { ...taintDeps(deps), channel: 'a2a', showDetail: false, thread }
  // An app's own mount may call functions directly with the text of the message, also while its reply is read.
  const reply = await withTaintedAgent(async () => {
    const response = await mount.handle(request, turnDeps)
    const isStreamed = response.headers.get('content-type')?.startsWith(EVENTS) === true
    return isStreamed ? readStream(response, onText) : readJson(response)
  })
  // An app's own mount doesn't save it itself.
  if (reply.type === 'text' && reply.messages !== undefined)
    await thread.save(reply.messages, { ...readMarks(reply), tainted: true })
  return reply
}

const EVENTS = 'text/event-stream'

async function readJson(response: Response): Promise<TurnReply> {
  const body = await response.text()
  const answer = tryParseJson(body)
  if (typeof answer === 'object' && answer !== null && 'type' in answer) return answer as TurnReply // checked by its `type`
  return response.ok ? ({ type: 'text', text: body } as TurnReply) : FAILED // missing members read as undefined
}

const FAILED: TurnReply = { type: 'error', error: 'The agent could not reply.', code: 'unavailable' }

/** Reads the chunks of the stream that `/_fw/agent` returns: one `data:` line each. */
async function readStream(response: Response, onText: TurnHost['onText']): Promise<TurnReply> {
  let text = ''
  let reply: TurnReply = FAILED
  for await (const line of readLines(response.body)) {
    const chunk = line.startsWith('data: ')
      ? (tryParseJson(line.slice('data: '.length)) as Chunk | undefined)
      : undefined
    if (chunk?.type === 'text-start') text = ''
    if (chunk?.type === 'text-delta') {
      onText?.(chunk.delta, text !== '')
      text += chunk.delta
    }
    if (chunk?.type === 'error') reply = { type: 'error', error: chunk.errorText, code: chunk.code }
    if (chunk?.type === 'finish')
      reply = { ...chunk.messageMetadata, ...(chunk.messageMetadata.type === 'text' && { text }) }
  }
  return reply
}

type Chunk =
  | { readonly type: 'text-start' }
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'error'; readonly errorText: string; readonly code: 'provider_error' | 'rate_limited' }
  | { readonly type: 'finish'; readonly messageMetadata: TurnReply }

async function* readLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
