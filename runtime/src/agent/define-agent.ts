/** `defineAgent`: the configuration of an app's agent becomes what is mounted at `/_fw/agent` (spec: Agent configuration). */
import type { AgentConfig, AgentMount, Budget, ToolFilter, TurnReply } from '#contract/agent.ts'
import { ERRORS, FwError } from '#contract/error.ts'
import { LLM_PATH } from '#contract/path.ts'
import type { TurnSpan } from '#contract/telemetry.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { openBudget } from './budget.ts'
import { readMessages } from './history.ts'
import { askRaw } from './raw-round.ts'
import { openRemoteTools, type RemoteTools } from './remote/remote-tools.ts'
import { type Environment, resolveModel, setupCard } from './resolve-model.ts'
import { eventStream, type StreamOptions, turnChunks } from './stream-reply.ts'
import { type OpenThread, openThread } from './thread-memory.ts'
import { runTurn, type TurnEvent } from './turn.ts'
import { fromUiMessages, isUiConversation } from './ui-messages.ts'

/** What an agent takes from its process; tests hand in their own. */
export interface AgentSources {
  readonly env?: Environment
  readonly fetch?: typeof fetch
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/**
 * The agent of an app, as `src/agent.ts` exports it by default. Throws a `TypeError` for a value that no agent can have.
 * Without `src/agent.ts` the app has `defineAgent({})`.
 */
export function defineAgent(config: AgentConfig = {}, sources: AgentSources = {}): AgentMount {
  checkCount('maxTurns', config.maxTurns, 1)
  checkCount('maxResultBytes', config.maxResultBytes, 256)
  checkCount('providerTimeoutMs', config.providerTimeoutMs, 1)
  checkBudget(config.budget)
  const remote = openRemoteTools(config, sources)
  return { handle: (request, deps) => handle(request, deps, { config, sources, remote }) }
}

function checkCount(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return
  throw new TypeError(`defineAgent: ${name} is ${String(value)}; it must be an integer of at least ${least}.`)
}

function checkBudget(budget: Budget | undefined): void {
  if (budget === undefined) return
  const { maxTokens, maxCostUsd, windowMs } = budget
  checkCount('budget.maxTokens', maxTokens, 1)
  checkCount('budget.windowMs', windowMs, 1000)
  if (maxCostUsd !== undefined && !(maxCostUsd > 0 && Number.isFinite(maxCostUsd)))
    throw new TypeError(
      `defineAgent: budget.maxCostUsd is ${String(maxCostUsd)}; it must be a number of dollars above 0.`,
    )
  if (maxTokens === undefined && maxCostUsd === undefined)
    throw new TypeError('defineAgent: budget needs maxTokens or maxCostUsd.')
}

interface Agent {
  readonly config: AgentConfig
  readonly sources: AgentSources
  readonly remote: RemoteTools | undefined
}

async function handle(request: Request, deps: TurnDeps, { config, sources, remote }: Agent): Promise<Response> {
  if (request.headers.has('last-event-id')) throw new FwError('stream_not_resumable')
  const body = await readBody(request)
  // Clients of the AI SDK expect its stream, with the outputs of tools.
  const fromUi = isUiConversation(body.messages)
  const sent = readMessages(fromUi ? fromUiMessages(body.messages as readonly unknown[]) : body.messages) // a list
  const full = fromUi || body.events === 'full'
  const env = sources.env ?? process.env
  const model = resolveModel(config.model, env, config.modelOptions)
  if (model === undefined) return reply(setupCard(config.model ?? env.FW_MODEL))
  const thread = await openThread(body.threadId, sent, config, deps)
  const messages = thread?.messages ?? sent
  const stream = fromUi || body.stream === true || wantsStream(request)
  const { fetch } = sources
  const budget = openBudget(config, deps, sources.now ?? Date.now)
  const span = deps.observe?.(model)
  const shared = { model, messages, signal: request.signal, stream, budget, span, ...(fetch && { fetch }) }
  // With tools of its own, the request is for one round of the model and nothing else.
  const isRaw = body.tools !== undefined && new URL(request.url).pathname === LLM_PATH
  const turn = isRaw
    ? askRaw(body.tools, shared, config, deps)
    : runTurn({
        ...shared,
        config,
        deps,
        remote,
        path: readPath(body.path),
        toolFilter: readFilter(body.toolFilter),
        tainted: thread?.tainted === true,
      })
  const told = ended(turn, { thread, span, onTurn: config.onTurn }, deps)
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

/** Of a copilot that may use less than the app allows. */
function readFilter(value: unknown): ToolFilter | undefined {
  if (value === undefined) return undefined
  const { include = [], exclude = [] } = (value ?? {}) as Readonly<Record<string, unknown>> // looked at below
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((name) => typeof name === 'string')
  if (typeof value === 'object' && value !== null && isList(include) && isList(exclude)) return { include, exclude }
  const message = 'must be an object with lists of names: include, exclude'
  throw new FwError('invalid_request', { message: `toolFilter ${message}.`, issues: [{ path: 'toolFilter', message }] })
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

interface Listeners {
  readonly thread: OpenThread | undefined
  readonly span: TurnSpan | undefined
  readonly onTurn: AgentConfig['onTurn']
}

/**
 * The same turn; when it has ended, its thread is kept and the app hears of it. Of a turn that its client left in the
 * middle neither happens.
 */
async function* ended(
  turn: AsyncGenerator<TurnEvent, TurnReply>,
  { thread, span, onTurn }: Listeners,
  { subject, channel, warn }: TurnDeps,
): AsyncGenerator<TurnEvent, TurnReply> {
  const started = performance.now()
  let answer: TurnReply
  let outcome: Parameters<TurnSpan['end']>[0] = { error: 'aborted' }
  try {
    answer = yield* turn
    outcome = outcomeOf(answer)
  } catch (error) {
    outcome = { error: 'internal' }
    throw error
  } finally {
    span?.end(outcome)
  }
  await thread?.keep(answer)
  try {
    await onTurn?.({
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

function outcomeOf(reply: TurnReply): Parameters<TurnSpan['end']>[0] {
  const usage = 'usage' in reply ? reply.usage : undefined
  return { ...(usage !== undefined && { usage }), ...(reply.type === 'error' && { error: reply.code }) }
}

/** A reply as JSON; what failed at the provider is no success. */
function reply(answer: TurnReply): Response {
  const status = answer.type === 'error' ? ERRORS[answer.code].status : 200
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (answer.type === 'error' && answer.retryAfterMs !== undefined)
    headers.set('retry-after', String(Math.ceil(answer.retryAfterMs / 1000)))
  return Response.json(answer, { status, headers })
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
