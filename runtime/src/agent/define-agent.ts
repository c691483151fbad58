/** `defineAgent`: the configuration of an app's agent becomes what is mounted at `/_fw/agent` (spec: Agent configuration). */
import type { AgentConfig, AgentMount, TurnReply } from '#contract/agent.ts'
import { ERRORS, FwError } from '#contract/error.ts'
import type { TurnDeps } from '#contract/message.ts'
import { LLM_PATH } from '#contract/path.ts'
import { readMessages } from './history.ts'
import { askRaw } from './raw-round.ts'
import { type Environment, resolveModel, setupCard } from './resolve-model.ts'
import { eventStream, type StreamOptions, turnChunks } from './stream-reply.ts'
import { runTurn, type TurnEvent } from './turn.ts'
import { fromUiMessages, isUiConversation } from './ui-messages.ts'

/** What an agent takes from its process; tests hand in their own. */
export interface AgentSources {
  readonly env?: Environment
  readonly fetch?: typeof fetch
}

/**
 * The agent of an app, as `src/agent.ts` exports it by default. Throws a `TypeError` for a value that no agent can have.
 * Without `src/agent.ts` the app has `defineAgent({})`.
 */
export function defineAgent(config: AgentConfig = {}, sources: AgentSources = {}): AgentMount {
  checkCount('maxTurns', config.maxTurns, 1)
  checkCount('maxResultBytes', config.maxResultBytes, 256)
  checkCount('providerTimeoutMs', config.providerTimeoutMs, 1)
  return { handle: (request, deps) => handle(request, deps, { config, sources }) }
}

function checkCount(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return
  throw new TypeError(`defineAgent: ${name} is ${String(value)}; it must be an integer of at least ${least}.`)
}

interface Agent {
  readonly config: AgentConfig
  readonly sources: AgentSources
}

async function handle(request: Request, deps: TurnDeps, { config, sources }: Agent): Promise<Response> {
  if (request.headers.has('last-event-id')) throw new FwError('stream_not_resumable')
  const body = await readBody(request)
  // Clients of the AI SDK expect its stream, with the outputs of tools.
  const fromUi = isUiConversation(body.messages)
  const messages = readMessages(fromUi ? fromUiMessages(body.messages as readonly unknown[]) : body.messages) // a list
  const full = fromUi || body.events === 'full'
  const env = sources.env ?? process.env
  const model = resolveModel(config.model, env, config.modelOptions)
  if (model === undefined) return reply(setupCard(config.model ?? env.FW_MODEL))
  const stream = fromUi || body.stream === true || wantsStream(request)
  const { fetch } = sources
  const shared = { model, messages, signal: request.signal, stream, ...(fetch && { fetch }) }
  // With tools of its own, the request is for one round of the model and nothing else.
  const isRaw = body.tools !== undefined && new URL(request.url).pathname === LLM_PATH
  const turn = isRaw
    ? askRaw(body.tools, shared, config, deps)
    : runTurn({ ...shared, config, deps, path: readPath(body.path) })
  const told = config.onTurn === undefined ? turn : telling(turn, config.onTurn, deps)
  return stream ? streamed(told, { full }) : reply(await drained(told))
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown> // is one
  throw new FwError('invalid_json', { message: 'Send a JSON object: { "messages": […], "path": "/" }.' })
}

function readPath(path: unknown): string {
  if (path === undefined) return '/'
  if (typeof path === 'string' && path.startsWith('/')) return path
  const message = 'must be a path of the app, as /orders/5'
  throw new FwError('invalid_request', { message: `path ${message}.`, issues: [{ path: 'path', message }] })
}

function wantsStream({ headers }: Request): boolean {
  return (headers.get('accept') ?? '').includes('text/event-stream')
}

async function drained(turn: AsyncGenerator<TurnEvent, TurnReply>): Promise<TurnReply> {
  for (;;) {
    const next = await turn.next()
    if (next.done) return next.value
  }
}

/** The same turn; when it has ended, the app hears of it. Of a turn that its client left in the middle it does not. */
async function* telling(
  turn: AsyncGenerator<TurnEvent, TurnReply>,
  onTurn: NonNullable<AgentConfig['onTurn']>,
  { subject, channel, warn }: TurnDeps,
): AsyncGenerator<TurnEvent, TurnReply> {
  const started = performance.now()
  const answer = yield* turn
  try {
    await onTurn({
      reply: answer,
      ...(subject !== undefined && { subject }),
      ...(channel !== undefined && { channel }),
      durationMs: performance.now() - started,
    })
  } catch (error) {
    warn('onTurn failed.', error)
  }
  return answer
}

/** A reply as JSON; what failed at the provider is no success. */
function reply(answer: TurnReply): Response {
  const status = answer.type === 'error' ? ERRORS[answer.code].status : 200
  return Response.json(answer, { status, headers: { 'cache-control': 'no-store' } })
}

function streamed(turn: AsyncGenerator<TurnEvent, TurnReply>, options: StreamOptions): Response {
  const id = crypto.randomUUID()
  return new Response(eventStream(turnChunks(turn, `msg_${id}`, options)), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that collect an answer would hold the stream back.
      'x-accel-buffering': 'no',
      'x-fw-ai-ui-message-stream': 'v1',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-fw-stream-id': id,
    },
  })
}
