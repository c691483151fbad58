/** Handles a request of a channel: receive, a turn of the app's agent, send. */
import { withTaintedAgent } from '#api/call-scopes.ts'
import type { AgentMount, TurnReply } from '#contract/agent/agent.ts'
import { readMarks } from '#contract/agent/conversation-marks.ts'
import type { Message } from '#contract/agent/message.ts'
import type { ParkedResult, PendingApproval } from '#contract/agent/proposal.ts'
import { taintDeps } from '#contract/agent/taint-deps.ts'
import { openThread } from '#contract/agent/thread.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { ChannelDef, ChannelMessage, ChannelReply } from '#contract/http/channel.ts'
import { FwError } from '#contract/http/error.ts'
import { AGENT_PATH, CHANNELS_PREFIX } from '#contract/http/path.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { describePending } from './describe-pending.ts'

/**
 * Returns the channel's name in a path below `/_fw/channels/`: `support`, `team/support`, or `my bot` for `my%20bot`.
 * Returns undefined for any other path.
 */
export function channelOf(pathname: string): string | undefined {
  if (!pathname.startsWith(CHANNELS_PREFIX)) return undefined
  const segments = pathname.slice(CHANNELS_PREFIX.length).split('/').map(decodeSegment)
  return segments.includes(undefined) ? undefined : segments.join('/')
}

/** Decodes a segment; undefined if it can't be part of a file's path. File names are compared in Unicode form NFC. */
function decodeSegment(part: string): string | undefined {
  let segment: string
  try {
    segment = decodeURIComponent(part).normalize('NFC')
  } catch {
    return undefined
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  return segment === '' || segment === '.' || segment === '..' || /[\u0000-\u001f\u007f\\/]/.test(segment)
    ? undefined
    : segment
}

/** Returns the deps of a turn whose proposals belong to the message's `subject`, if it has one. */
type DepsForMessage = (message: ChannelMessage) => Promise<TurnDeps>

/**
 * Handles a request of a channel. The turn receives the same deps as the browser's endpoint, so guards are the same; page
 * tools are not available. Direct API calls of the channel's own functions are those of a tainted agent, because external
 * messages cause them. `deps` may be a function, which is called only if a model is needed. A message with a `subject` needs such a
 * function: the deps decide who owns the proposals.
 */
export async function handleChannel(
  req: Request,
  name: string,
  channel: ChannelDef,
  agent: AgentMount,
  deps: TurnDeps | DepsForMessage,
): Promise<Response> {
  return withTaintedAgent(() => runChannel(req, name, channel, agent, deps))
}

async function runChannel(
  req: Request,
  name: string,
  channel: ChannelDef,
  agent: AgentMount,
  deps: TurnDeps | DepsForMessage,
): Promise<Response> {
  const message = await channel.receive(req)
  if (message instanceof Response) return message
  if (message === undefined || message === null) return new Response(null, { status: 204 })
  checkSubject(name, message, deps)
  const made = typeof deps === 'function' ? await deps(message) : deps
  const turn = runTurn(req, name, message, agent, made)
  const later = channel.defer?.answer(message)
  if (channel.defer === undefined || later === undefined) return sendReply(name, channel, await turn)
  const reply = await within(turn, channel.defer.afterMs)
  if (reply !== undefined) return sendReply(name, channel, reply)
  const { defer } = channel
  turn
    .then((late) => defer.deliver(message, late))
    .catch((error: unknown) => made.warn(`The channel ${name} could not deliver a reply.`, error))
  return later
}

function checkSubject(name: string, { subject }: ChannelMessage, deps: TurnDeps | DepsForMessage): void {
  if (subject === undefined) return
  if (typeof subject !== 'string' || subject === '')
    throw new TypeError(`receive of the channel "${name}" returned a subject that is not a non-empty string.`)
  if (typeof deps !== 'function')
    throw new TypeError(`The channel "${name}" returns a subject. Pass a function of the message as the deps.`)
}

/** Returns the response of `send`, or 204 if it returns nothing because it has delivered the reply itself. */
async function sendReply(name: string, channel: ChannelDef, reply: ChannelReply): Promise<Response> {
  const response: unknown = await channel.send(reply)
  if (response === undefined || response === null) return new Response(null, { status: 204 })
  if (response instanceof Response) return response
  throw new TypeError(
    `send of the channel "${name}" returned ${typeof response}. Return a Response, or nothing for 204.`,
  )
}

/** Resolves to the result of `work`, or to undefined after the timeout. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Lifetime of a channel's thread after its last turn: a week. */
const THREAD_TTL_MS = 604_800_000

async function runTurn(
  req: Request,
  channel: string,
  { text, attachments = [], threadId, path = '/' }: ChannelMessage,
  agent: AgentMount,
  deps: TurnDeps,
): Promise<ChannelReply> {
  let reply: ChannelReply
  try {
    const files = attachments.length > 0 && { attachments }
    const added: Message[] = [{ role: 'user', content: text, ...files }]
    const { data, warn } = deps
    const options = { data, ttlMs: THREAD_TTL_MS, storesFiles: true, warn }
    const thread =
      threadId === undefined ? undefined : await openThread(`channel:${channel}\n${threadId}`, added, options)
    // Without the signal of the platform's request, which may have received a response long before.
    const request = new Request(new URL(AGENT_PATH, req.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ messages: thread?.messages ?? added, path }),
    })
    const turnDeps = { ...taintDeps(deps), channel, showDetail: true, ...(thread && { thread }) }
    const response = await agent.handle(request, turnDeps)
    reply = await readReply(response, deps, async (said) =>
      thread?.save(said.messages ?? [], { ...readMarks(said), tainted: true }),
    )
  } catch (error) {
    reply = describeInvalid(error)
    if (reply.error === 'failed') deps.warn(`The channel ${channel} received no reply from the agent.`, error)
  }
  return threadId === undefined ? reply : { ...reply, threadId }
}

/** Returns the reply for a file that the agent refuses before it calls a model, and for every other failure. */
function describeInvalid(error: unknown): ChannelReply {
  if (!(error instanceof FwError) || error.code !== 'invalid_request') return { text: FAILED, error: 'failed' }
  const issue = error.issues?.find(({ path }) => path.includes('.attachments['))
  if (issue === undefined) return { text: FAILED, error: 'failed' }
  return { text: `A file ${issue.message}.`, error: error.code, detail: error.message }
}

const FAILED = 'Something went wrong here. Please try again later.'

/**
 * Parses the response of an agent, which may be the app's own and return anything. `save` stores the conversation, if there
 * is one: an agent of the app doesn't do it itself.
 */
async function readReply(
  response: Response,
  deps: TurnDeps,
  save: (reply: Extract<TurnReply, { readonly type: 'text' }>) => Promise<void>,
): Promise<ChannelReply> {
  const body = await response.text()
  const parsed = tryParseJson(body)
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed))
    return response.ok ? { text: body } : { text: FAILED, error: 'failed', detail: body }
  const reply = parsed as TurnReply // identified by `type`; missing members read as undefined
  if (reply.type === 'text') await save(reply)
  const approvals = await listApprovals(('proposals' in reply ? reply.proposals : undefined) ?? [], deps)
  const { text, ...rest } = toChannelReply(reply)
  // First, because a platform may cut a long message, and so that the words of a model don't come before it.
  const parts = [describePending(approvals), text].filter((part) => part !== '')
  return {
    text: parts.join('\n\n') || 'I could not finish this.',
    ...(approvals.length > 0 && { approvals }),
    ...rest,
  }
}

/** Returns the reply without its pending calls. */
function toChannelReply(reply: TurnReply): ChannelReply {
  switch (reply.type) {
    case 'text': {
      const { text = '', stopReason } = reply
      return stopReason === 'max_turns' || stopReason === 'budget' ? { text, error: stopReason } : { text }
    }
    case 'refusal':
      return { text: reply.message || 'I cannot help with that.', error: 'refusal', detail: reply.message }
    case 'setup':
      return { text: 'This assistant is not set up yet.', error: 'setup', detail: reply.message }
    case 'error': {
      const text = reply.code === 'rate_limited' ? 'Too much is going on here. Please try again in a while.' : FAILED
      return { text, error: reply.code, detail: reply.detail ?? reply.error }
    }
    default:
      return { text: FAILED, error: 'failed', detail: `The agent returned ${reply.type}.` }
  }
}

/** Returns the descriptions of the calls that are still pending. */
async function listApprovals(
  proposals: readonly ParkedResult[],
  { approval }: Pick<TurnDeps, 'approval'>,
): Promise<readonly PendingApproval[]> {
  const found = await Promise.all(proposals.map(({ id }) => approval?.(id)))
  return found.filter((one) => one !== undefined)
}
