/** `defineAgent`: the configuration of an app's agent becomes what is mounted at `/_fw/agent` (spec: Agent configuration). */

import type { AgentConfig, AgentMount, Budget, SetupReply, ToolFilter, TurnReply } from '#contract/agent.ts'
import { checkOptions } from '#contract/check-options.ts'
import { FwError } from '#contract/error.ts'
import type { ModelListener } from '#contract/model.ts'
import { LLM_PATH } from '#contract/path.ts'
import type { CheckedAgent } from '#contract/remote-names.ts'
import type { TurnSpan } from '#contract/telemetry.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { AGENT_OPTIONS } from './agent-options.ts'
import { openBudget } from './budget.ts'
import { readMessages } from './history.ts'
import { getPath, KeptStreams } from './kept-streams.ts'
import { readTools } from './raw-round.ts'
import { type ConnectedTools, openRemoteTools } from './remote/remote-tools.ts'
import { type Environment, resolveModel, setupCard } from './resolve-model.ts'
import { answerKept } from './resume-stream.ts'
import { type ChunkSink, createTurnStream, type StreamOptions, streamTurn } from './stream-reply.ts'
import { type OpenThread, openThread } from './thread-memory.ts'
import { modelRound, runTurn, type TurnEvent } from './turn.ts'
import { jsonResponse, streamResponse } from './turn-response.ts'
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
export function defineAgent<const Config extends AgentConfig>(
  config?: Config & CheckedAgent<Config>,
  sources?: AgentSources,
): AgentMount
export function defineAgent(config: AgentConfig = {}, sources: AgentSources = {}): AgentMount {
  checkOptions('defineAgent', config, AGENT_OPTIONS)
  checkCount('maxTurns', config.maxTurns, 1)
  checkCount('maxResultBytes', config.maxResultBytes, 256)
  checkCount('providerTimeoutMs', config.providerTimeoutMs, 1)
  checkBudget(config.budget)
  const remote = openRemoteTools(config, sources)
  const kept = config.resumableStreams ? new KeptStreams() : undefined
  return {
    handle: (request, deps) => handle(request, deps, { config, sources, remote, kept }),
    setup: () => findSetupReply(config, sources.env ?? process.env),
    stream: async (request, deps) => answerKept(request, deps, kept),
    close: () => kept?.close(),
    ...(remote && { remoteSources: remote.sources }),
  }
}

function findSetupReply(config: AgentConfig, env: Environment): SetupReply | undefined {
  return resolveModel(config.model, env) === undefined ? cardFor(config, env) : undefined
}

function cardFor({ model }: AgentConfig, env: Environment): SetupReply {
  return setupCard(model ?? env.FW_MODEL)
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
  readonly remote: ConnectedTools | undefined
  /** Absent where a client's leave ends its turn. */
  readonly kept: KeptStreams | undefined
}

async function handle(request: Request, deps: TurnDeps, agent: Agent): Promise<Response> {
  const { config, sources, remote, kept } = agent
  if (request.headers.has('last-event-id')) throw notHere(kept)
  const body = await readBody(request)
  // Clients of the AI SDK expect its stream, with the outputs of tools.
  const fromUi = isUiConversation(body.messages)
  const sent = readMessages(fromUi ? fromUiMessages(body.messages as readonly unknown[]) : body.messages) // a list
  const full = fromUi || body.events === 'full'
  const env = sources.env ?? process.env
  const model = resolveModel(config.model, env, config.modelOptions)
  if (model === undefined) return jsonResponse(cardFor(config, env))
  const thread = await openThread(body.threadId, sent, config, deps)
  const messages = thread?.messages ?? sent
  const stream = fromUi || body.stream === true || wantsStream(request)
  const { fetch } = sources
  const budget = openBudget(config, deps, sources.now ?? Date.now)
  const span = deps.observe?.(model)
  const shared = { model, messages, budget, span, ...(fetch && { fetch }) }
  // With tools of its own, the request is for one round of the model and nothing else.
  const isRaw = body.tools !== undefined && new URL(request.url).pathname === LLM_PATH
  const [path, toolFilter] = isRaw ? ['/', undefined] : [readPath(body.path), readFilter(body.toolFilter)]
  const tools = isRaw ? readTools(body.tools) : []
  const begin = (signal: AbortSignal, listener?: ModelListener) => {
    const asked = { ...shared, signal, listener, config, deps }
    const turn = isRaw
      ? modelRound({ ...asked, tools })
      : runTurn({ ...asked, remote, path, toolFilter, tainted: thread?.tainted === true })
    return finishTurn(turn, { thread, span, signal, onTurn: config.onTurn }, deps)
  }
  if (!stream) return jsonResponse(await drainTurn(begin(request.signal)))
  // What comes over another protocol is kept by that.
  const owner = request.signal.aborted || deps.channel !== undefined ? undefined : deps.subject
  return streamTurnReply(begin, { full, fromUi, signal: request.signal, owner, name: body.id }, kept)
}

function notHere(kept: KeptStreams | undefined): FwError {
  const message = 'A turn is begun without Last-Event-ID. To go on with one, GET the address in its Content-Location.'
  return new FwError('stream_not_resumable', kept && { message })
}

interface StreamRequest extends StreamOptions {
  readonly signal: AbortSignal
  /** Who may come back to it; undefined where nobody can. */
  readonly owner: string | undefined
  /** What the client calls the conversation. */
  readonly name: unknown
}

function streamTurnReply(
  begin: (signal: AbortSignal, listener: ModelListener) => AsyncGenerator<TurnEvent, TurnReply>,
  { signal, owner, name, ...options }: StreamRequest,
  kept: KeptStreams | undefined,
): Response {
  const run = (control: AbortSignal, sink: ChunkSink, id: string) =>
    void streamTurn((listener) => begin(control, listener), sink, id, options)
  const stream =
    owner === undefined
      ? undefined
      : kept?.begin({ owner, name, full: options.full, begin: (control, sink) => run(control, sink, sink.id) })
  if (stream !== undefined) return streamResponse(stream.open(0), stream.id, getPath(stream))
  const id = crypto.randomUUID()
  const control = new AbortController()
  const leave = () => control.abort()
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return streamResponse(
    createTurnStream((sink) => run(control.signal, sink, id), leave),
    id,
  )
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

async function drainTurn(turn: AsyncGenerator<TurnEvent, TurnReply>): Promise<TurnReply> {
  for (;;) {
    const next = await turn.next()
    if (next.done) return next.value
  }
}

interface Listeners {
  readonly thread: OpenThread | undefined
  readonly span: TurnSpan | undefined
  /** Aborted once the client has left. */
  readonly signal: AbortSignal
  readonly onTurn: AgentConfig['onTurn']
}

/**
 * The same turn; when it has ended, its thread is kept and the app hears of it. Of a turn that its client left in the
 * middle neither happens.
 */
async function* finishTurn(
  turn: AsyncGenerator<TurnEvent, TurnReply>,
  { thread, span, signal, onTurn }: Listeners,
  { subject, channel, warn }: TurnDeps,
): AsyncGenerator<TurnEvent, TurnReply> {
  const started = performance.now()
  let answer: TurnReply
  let outcome: Parameters<TurnSpan['end']>[0] = { error: 'aborted' }
  try {
    answer = yield* turn
    if (signal.aborted) return answer
    outcome = getOutcome(answer)
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

function getOutcome(reply: TurnReply): Parameters<TurnSpan['end']>[0] {
  const usage = 'usage' in reply ? reply.usage : undefined
  return { ...(usage !== undefined && { usage }), ...(reply.type === 'error' && { error: reply.code }) }
}
