/** A turn of the app's agent for a text that came over the protocol: as on a channel, without tools of a page. */
import type { AgentMount, TurnReply } from '#contract/agent.ts'
import type { Attachment, Message } from '#contract/message.ts'
import { AGENT_PATH } from '#contract/path.ts'
import { keepTurn, readThread } from '#contract/thread.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'

export interface TurnHost {
  readonly deps: TurnDeps
  agent(): Promise<AgentMount>
  /** Any address of the app. */
  readonly url: string
  /** Where the conversation is kept. */
  readonly thread: string
  readonly signal: AbortSignal
  /** Id of the artifact that the answer becomes. */
  readonly answerId: string
  /** Gets the answer as it comes; `append` is false where a new one begins. Absent where nobody listens. */
  readonly onText: ((delta: string, append: boolean) => void) | undefined
}

/** What the caller has sent. */
export interface TurnWork {
  readonly text: string
  readonly files: readonly Attachment[]
}

/** A day in milliseconds: as long as the tasks of the conversation. */
const KEEP_MS = 86_400_000

/** What the agent answered; what an app's own mount answers is taken as a text. */
export async function runTurnTask({ text, files }: TurnWork, host: TurnHost): Promise<TurnReply> {
  const { deps, thread, url, signal, onText } = host
  const before = (await readThread(deps.data, thread)).messages
  const messages: Message[] = [
    ...before,
    { role: 'user', content: text, ...(files.length > 0 && { attachments: files }) },
  ]
  const request = new Request(new URL(AGENT_PATH, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: onText === undefined ? 'application/json' : EVENTS },
    body: JSON.stringify({ messages, path: '/' }),
    signal,
  })
  const mount = await host.agent()
  const response = await mount.handle(request, { ...deps, channel: 'a2a', showDetail: false })
  const streamed = response.headers.get('content-type')?.startsWith(EVENTS) === true
  const reply = streamed ? await readStream(response, onText) : await readJson(response)
  if (reply.type === 'text' && reply.messages !== undefined)
    await keepTurn(deps.data, thread, { before, messages: reply.messages.map(withoutFiles), tainted: true }, KEEP_MS)
  return reply
}

/** A kept conversation holds what was said of its files: their bytes would push out all that was said before. */
function withoutFiles({ attachments, ...message }: Message): Message {
  if (attachments === undefined) return message
  const names = attachments.map(
    ({ name = 'a file', mediaType }) => `[${name}, ${mediaType}: sent before, no longer here]`,
  )
  return { ...message, content: [message.content, ...names].filter((line) => line !== '').join('\n') }
}

const EVENTS = 'text/event-stream'

async function readJson(response: Response): Promise<TurnReply> {
  const body = await response.text()
  const answer = parse(body)
  if (typeof answer === 'object' && answer !== null && 'type' in answer) return answer as TurnReply // by its `type`
  return response.ok ? ({ type: 'text', text: body } as TurnReply) : FAILED // members that are missing read as undefined
}

const FAILED: TurnReply = { type: 'error', error: 'The agent could not answer.', code: 'unavailable' }

/** The chunks of the stream that `/_fw/agent` answers: one `data:` line each. */
async function readStream(response: Response, onText: TurnHost['onText']): Promise<TurnReply> {
  let text = ''
  let reply: TurnReply = FAILED
  for await (const line of readLines(response.body)) {
    const chunk = line.startsWith('data: ') ? (parse(line.slice('data: '.length)) as Chunk | undefined) : undefined
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
