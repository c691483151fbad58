/** `defineAgent` turns the configuration of an app's agent into the mount at `/_fw/agent`. */

import type { AgentConfig, AgentMount, Budget, SetupReply, ToolFilter, TurnReply } from '#contract/agent/agent.ts'
import { type AgentRequest, declareDirect, type HandleTurn } from '#contract/agent/agent-request.ts'
import type { Message } from '#contract/agent/message.ts'
import type { ModelListener, ResolvedModel } from '#contract/agent/model.ts'
import type { CheckedAgent } from '#contract/agent/remote-names.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { checkOptions } from '#contract/config/check-options.ts'
import { FwError } from '#contract/http/error.ts'
import { LLM_PATH } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { isRecord } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { acceptsEvents } from '#wire/accepts-events.ts'
import { toResponse } from '#wire/to-response.ts'
import { type AgUiRun, isAgUiRun, readAgUiRun } from './ag-ui/read-run.ts'
import { RunWriter } from './ag-ui/run-writer.ts'
import { AGENT_OPTIONS } from './agent-options.ts'
import { openBudget } from './budget.ts'
import { createFieldError } from './create-field-error.ts'
import { finishTurn } from './finish-turn.ts'
import { readMessages } from './history.ts'
import { findUnreadable } from './providers/call-provider.ts'
import { listMediaTypes } from './providers/media-types.ts'
import { describeRefusedFields } from './providers/refused-fields.ts'
import { readTools } from './raw-round.ts'
import { type ConnectedTools, openRemoteTools } from './remote/remote-tools.ts'
import { getPath, ResumableStreams } from './replies/resumable-streams.ts'
import { openSharedReplies, type SharedReplies } from './replies/shared-replies.ts'
import { handleStreamRequest } from './replies/stream-endpoint.ts'
import { type Environment, resolveModel, setupCard } from './resolve-model.ts'
import {
  type ChunkSink,
  ChunkWriter,
  createTurnBody,
  PLAIN_FORMAT,
  type StreamOptions,
  streamTurn,
} from './stream-reply.ts'
import { openMemory } from './thread-memory.ts'
import { runModelRound, runTurn, type TurnEvent } from './turn.ts'
import { openOutput, type TurnOutput } from './turn-output.ts'
import { TurnRecord } from './turn-record.ts'
import { plainStreamReply, streamReply, writeTurnReply } from './turn-replies.ts'
import { findContinuedId, fromUiMessages, isUiConversation } from './ui-messages.ts'

/** Dependencies of an agent on its process. Tests pass their own. */
interface AgentSources {
  readonly env?: Environment
  readonly fetch?: typeof fetch
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** Time in milliseconds for which a call of a remote tool waits for a user while its connection is open. */
  readonly holdMs?: number
}

/**
 * Defines the agent of an app; `src/agent.ts` exports it as its default. An app without `src/agent.ts` uses
 * `defineAgent({})`.
 *
 * @throws TypeError for an invalid option.
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
  checkCount('maxOutputTokens', config.maxOutputTokens, 1)
  checkBudget(config.budget)
  const remote = openRemoteTools(config, sources)
  const output = config.output && openOutput(config.output)
  const streams = config.resumableStreams ? new ResumableStreams() : undefined
  const agent: Agent = { config, sources, remote, streams, output }
  const handleTurn: HandleTurn = (request, deps) => handle(request, deps, agent)
  return {
    handle: declareDirect(
      async (request, deps) => toResponse(await handleTurn(await readRequest(request), deps)),
      handleTurn,
    ),
    setup: () => findSetupReply(config, sources.env ?? process.env),
    warnings: () => describeRefusals(config, sources.env ?? process.env),
    mediaTypes: () => findMediaTypes(config, sources.env ?? process.env),
    stream: async (request, deps) =>
      toResponse(await handleStreamRequest(request, deps, streams, streams && openSharedReplies(deps.sharedData))),
    ...(streams && { drain: (limitMs) => streams.drain(limitMs) }),
    close() {
      streams?.close()
      remote?.close()
    },
    ...(remote && { remoteSources: remote.sources, remoteCalls: remote.calls }),
  }
}

function findSetupReply(config: AgentConfig, env: Environment): SetupReply | undefined {
  return resolveModel(config.model, env) === undefined ? createSetupReply(config, env) : undefined
}

function createSetupReply({ model }: AgentConfig, env: Environment): SetupReply {
  return setupCard(typeof model === 'string' ? model : env.FW_MODEL)
}

function describeRefusals(config: AgentConfig, env: Environment): readonly string[] {
  const model = resolveAgentModel(config, env)
  return model === undefined ? [] : describeRefusedFields(model)
}

function findMediaTypes(config: AgentConfig, env: Environment): readonly string[] | undefined {
  const model = resolveAgentModel(config, env)
  return model && listMediaTypes(model)
}

function resolveAgentModel(config: AgentConfig, env: Environment): ResolvedModel | undefined {
  const { model, modelOptions, reasoning, temperature, maxOutputTokens } = config
  const resolved = resolveModel(model, env, modelOptions)
  const settings = {
    ...(reasoning !== undefined && { reasoning }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  }
  return resolved && { ...resolved, settings }
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
  /** Absent if the replies are text. */
  readonly output: TurnOutput | undefined
  /** Absent if streams aren't resumable: a turn then ends when its client disconnects. */
  readonly streams: ResumableStreams | undefined
}

/** Reads the request of a mount's `handle`. */
async function readRequest(request: Request): Promise<AgentRequest> {
  const body = await request.text().catch((error: unknown) => {
    // The body may be too large, or its client may have disconnected.
    if (error instanceof FwError) throw error
    return ''
  })
  return {
    path: new URL(request.url).pathname,
    body,
    signal: request.signal,
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

async function handle(request: AgentRequest, deps: TurnDeps, agent: Agent): Promise<FwReply> {
  const { config, sources, remote, streams, output } = agent
  if (request.header('last-event-id') !== undefined) throw createResumeError(streams)
  const body = readBody(request.body)
  // Clients of the AI SDK expect its stream format, with tool outputs.
  const isRound = request.path === LLM_PATH
  const run = isAgUiRun(body) && !isRound ? readAgUiRun(body) : undefined
  const fromUi = run === undefined && isUiConversation(body.messages)
  const requestMessages = readMessages(
    run?.messages ?? (fromUi ? fromUiMessages(body.messages as readonly unknown[]) : body.messages), // a list
  )
  const withOutputs = fromUi || body.events === 'full'
  const env = sources.env ?? process.env
  const model = resolveAgentModel(config, env)
  if (model === undefined) {
    const setup = createSetupReply(config, env)
    if (run === undefined) return writeTurnReply(setup)
    throw new FwError('unavailable', { message: setup.message })
  }
  checkAttachments(model, requestMessages)
  // A client of AG-UI stores its conversation itself, and sends all of it.
  const memory = run === undefined ? await openMemory(body.threadId, requestMessages, config, deps) : undefined
  const stream = fromUi || body.stream === true || wantsStream(request)
  const { fetch } = sources
  const budget = openBudget(config, deps, sources.now ?? Date.now)
  const span = deps.observe?.(model)
  const resolve = (named: AgentConfig['model']) => resolveAgentModel({ ...config, model: named }, env)
  const shared = { model, budget, span, ...(fetch && { fetch }) }
  // A request that brings its own tools gets one round of the model and nothing else.
  const isRaw = body.tools !== undefined && isRound
  const path = run === undefined && !isRaw ? readPath(body.path) : undefined
  const toolFilter = isRaw ? undefined : readFilter(body.toolFilter)
  const tools = isRaw ? readTools(body.tools, model) : []
  const clientTools = run && readTools(run.tools, model)
  const messages = memory?.messages ?? requestMessages
  const startTurn = (signal: AbortSignal, listener?: ModelListener) => {
    const thread = memory ?? deps.thread
    const record = new TurnRecord({ messages, model, deps, thread, reportsMarks: !isRaw, marks: run?.marks })
    const turnOptions = { ...shared, record, signal, listener, config, deps }
    const turn = isRaw
      ? runModelRound({ ...turnOptions, tools })
      : runTurn({ ...turnOptions, remote, path, toolFilter, clientTools, output, resolveModel: resolve })
    return finishTurn(turn, { record, span, signal, onTurn: config.onTurn, deps })
  }
  if (run !== undefined) return streamRun(run, request.signal, startTurn)
  if (!stream) return writeTurnReply(await drainTurn(startTurn(request.signal)))
  // Other protocols store their streams themselves.
  const owner = request.signal.aborted || deps.channel !== undefined ? undefined : deps.subject
  const options = { withOutputs, fromUi, continues: fromUi ? findContinuedId(body.messages) : undefined }
  const others = streams && owner !== undefined ? openSharedReplies(deps.sharedData) : undefined
  return streamTurnReply(startTurn, { ...options, signal: request.signal, owner, name: body.id, others }, streams)
}

function createResumeError(streams: ResumableStreams | undefined): FwError {
  const message = 'A new turn takes no Last-Event-ID. To resume a turn, send GET to the URL in its Content-Location.'
  return new FwError('stream_not_resumable', streams && { message })
}

interface StreamRequest extends StreamOptions {
  readonly signal: AbortSignal
  /** Subject that may resume the stream; `undefined` if the stream isn't resumable. */
  readonly owner: string | undefined
  /** The client's id of the conversation, unchecked. */
  readonly name: unknown
  /** Lets the client resume the stream at other processes. */
  readonly others: SharedReplies | undefined
}

type StartTurn = (signal: AbortSignal, listener: ModelListener) => AsyncGenerator<TurnEvent, TurnReply>

/** Returns the events of an AG-UI run. The client can't resume its stream. */
function streamRun(run: AgUiRun, signal: AbortSignal, startTurn: StartTurn): FwReply {
  const control = createControl(signal)
  const begin = (sink: ChunkSink) =>
    void streamTurn(
      (listener) => startTurn(control.signal, listener),
      sink,
      crypto.randomUUID(),
      new RunWriter(sink, run),
    )
  return plainStreamReply(createTurnBody(begin, () => control.abort(), PLAIN_FORMAT))
}

/** Returns a controller that a disconnected client aborts, too. */
function createControl(signal: AbortSignal): AbortController {
  const control = new AbortController()
  if (signal.aborted) control.abort()
  else signal.addEventListener('abort', () => control.abort(), { once: true })
  return control
}

async function streamTurnReply(
  startTurn: StartTurn,
  { signal, owner, name, others, ...options }: StreamRequest,
  streams: ResumableStreams | undefined,
): Promise<FwReply> {
  const run = (control: AbortSignal, sink: ChunkSink, id: string) =>
    void streamTurn((listener) => startTurn(control, listener), sink, id, new ChunkWriter(sink, options))
  const stream =
    owner === undefined
      ? undefined
      : streams?.start({
          owner,
          name,
          withOutputs: options.withOutputs,
          others,
          run: (control, sink) => run(control, sink, sink.id),
        })
  if (stream !== undefined) {
    // The turn runs already. A client that knows the path must find the reply at every process.
    await streams?.whenShared(stream)
    return streamReply(stream.open(0), stream.id, getPath(stream))
  }
  const id = crypto.randomUUID()
  const control = createControl(signal)
  return streamReply(
    createTurnBody(
      (sink) => run(control.signal, sink, id),
      () => control.abort(),
    ),
    id,
  )
}

/** Refuses a file by its name and type before the model is called, because the provider would refuse the whole request. */
function checkAttachments(model: ResolvedModel, messages: readonly Message[]): void {
  const found = findUnreadable(model, messages)
  if (found !== undefined) throw createFieldError(`messages${found.path}`, found.reason)
}

function readBody(text: string): Readonly<Record<string, unknown>> {
  const body = tryParseJson(text)
  if (isRecord(body)) return body
  throw new FwError('invalid_json', { message: 'Send a JSON object: { "messages": […], "path": "/" }.' })
}

function readPath(path: unknown): string {
  if (path === undefined) return '/'
  if (typeof path === 'string' && path.startsWith('/')) return path
  const message = 'must be a path of the app, such as /orders/5'
  throw new FwError('invalid_request', { message: `path ${message}.`, issues: [{ path: 'path', message }] })
}

/** Names in a list of a client's filter. Each one is compared with each tool. */
const MAX_NAMES = 1_000

/** Reads the filter of a copilot that may use fewer tools than the app allows. */
function readFilter(value: unknown): ToolFilter | undefined {
  if (value === undefined) return undefined
  const { include = [], exclude = [] } = (value ?? {}) as Readonly<Record<string, unknown>> // checked below
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.length <= MAX_NAMES && list.every((name) => typeof name === 'string')
  if (typeof value === 'object' && value !== null && isList(include) && isList(exclude)) return { include, exclude }
  const message = `must be an object with lists of at most ${MAX_NAMES} names: include, exclude`
  throw new FwError('invalid_request', { message: `toolFilter ${message}.`, issues: [{ path: 'toolFilter', message }] })
}

function wantsStream(request: AgentRequest): boolean {
  return acceptsEvents(request.header('accept'))
}

async function drainTurn(turn: AsyncGenerator<TurnEvent, TurnReply>): Promise<TurnReply> {
  for (;;) {
    const next = await turn.next()
    if (next.done) return next.value
  }
}
