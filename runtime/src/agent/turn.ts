/**
 * The agent's loop: a round of the model, then its calls through the dispatch pipeline, repeated until the model
 * replies without a call.
 */
import type { AgentConfig, ToolFilter, TurnReply } from '#contract/agent/agent.ts'
import type { Message, ToolCall } from '#contract/agent/message.ts'
import type { ModelCall, ModelListener, ModelReply, ModelTool, ResolvedModel } from '#contract/agent/model.ts'
import { isParked, type ParkedResult } from '#contract/agent/proposal.ts'
import { addUsage, NO_USAGE } from '#contract/agent/token-usage.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { TurnSpan } from '#contract/config/telemetry.ts'
import { FwError } from '#contract/http/error.ts'
import { MAX_ARGUMENT_DEPTH } from '#contract/schema/json-depth.ts'
import type { OpenBudget } from './budget.ts'
import { createFenceId } from './fence.ts'
import { pairResults, separateCalls } from './history.ts'
import { readPageManifest } from './page-manifest.ts'
import type { ConnectedTools, RemoteTool } from './remote/remote-tools.ts'
import { type Round, runRound } from './round.ts'
import { writeSystemPrompt } from './system-prompt.ts'
import { fenceOutside, hasTaintedMessage, holdsOtherData, showsData, showsUntrusted } from './taint.ts'
import { formatFailure } from './tool-failure.ts'
import { allowsTool } from './tool-filter.ts'
import { formatResult } from './tool-result.ts'
import { SEARCH_TOOLS } from './tool-search/plan-tools.ts'
import { searchTools } from './tool-search/search-tool.ts'
import {
  createErrorReply,
  describeCut,
  pickReplyFields,
  type TurnState,
  toAssistantMessage,
  toPlainCall,
} from './turn-state.ts'
import { collectTools, READ_SKILL, type TurnTools, toFullName } from './turn-tools.ts'

const MAX_TURNS = 6

/** Most calls of one model reply; further calls are rejected. */
const MAX_CALLS = 64

interface TurnRequest {
  readonly model: ResolvedModel
  readonly config: AgentConfig
  readonly deps: TurnDeps
  readonly messages: readonly Message[]
  /** Path of the page that the user has open. */
  readonly path: string
  readonly signal: AbortSignal
  /** Receives the model's text between the events of the turn. Absent if the caller doesn't stream. */
  readonly listener?: ModelListener | undefined
  /** The client's own filter, which narrows the tools that the app allows. */
  readonly toolFilter?: ToolFilter | undefined
  readonly fetch?: typeof fetch
  /** The conversation contained untrusted content earlier, in messages that `messages` no longer contains. */
  readonly tainted?: boolean
  /** Absent if the app sets no budget. */
  readonly budget?: OpenBudget | undefined
  /** Tools of other servers; absent if the app names none. */
  readonly remote?: ConnectedTools | undefined
  /** Absent without telemetry. */
  readonly span?: TurnSpan | undefined
}

/** The events of a turn, in order, besides the text of the model. */
export type TurnEvent =
  | { readonly type: 'step-start' }
  /** A call is complete and about to run. */
  | { readonly type: 'call'; readonly call: ToolCall }
  /** `text` is the result as the model reads it. */
  | {
      readonly type: 'result'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly text: string
      readonly proposal?: ParkedResult
    }
  | { readonly type: 'step-end'; readonly providerMetadata?: unknown }

/** Runs a turn. A failure of the provider is returned as a reply; only an invalid request throws. */
export async function* runTurn(request: TurnRequest): AsyncGenerator<TurnEvent, TurnReply> {
  const { config, deps, model, path } = request
  const manifest = await readPageManifest(path, deps)
  const tools = collectTools(deps, manifest, [config.tools, request.toolFilter], await remoteTools(request))
  const fence = createFenceId()
  const system = writeSystemPrompt({
    instructions: config.instructions,
    manifest,
    skills: deps.skills,
    channel: deps.channel === undefined ? undefined : { name: deps.channel, withheld: tools.withheld },
    fence,
  })
  const isContextTainted = request.tainted === true || showsUntrusted(manifest)
  // Evaluated at each step, because a remote tool may have returned content in the one before.
  const isTurnTainted = () => isContextTainted || hasTaintedMessage(state.messages, deps)
  const pageShowsData = showsData(manifest)
  const state: TurnState = {
    messages: [...request.messages],
    usage: NO_USAGE,
    proposals: [],
    text: '',
    tainted: isTurnTainted,
  }
  const maxTurns = config.maxTurns ?? MAX_TURNS
  const exhausted = await request.budget?.refusal()
  if (exhausted !== undefined) return exhausted
  for (let step = 0; step < maxTurns; step++) {
    yield { type: 'step-start' }
    let modelRound: Round
    try {
      modelRound = await runRound(request, {
        model,
        system,
        messages: separateCalls(fenceOutside(pairResults(state.messages), fence, deps)),
        tools: tools.offered,
        deferred: tools.deferred,
        signal: request.signal,
        ...readLimits(request),
      })
    } catch (error) {
      return createErrorReply(error, state, deps)
    }
    const { reply, isBudgetSpent: isOver } = modelRound
    state.usage = addUsage(state.usage, reply.usage)
    state.text = reply.text ?? ''
    if (reply.stopReason === 'refusal') {
      yield { type: 'step-end' }
      return {
        type: 'refusal',
        reason: 'model',
        message: reply.refusal ?? state.text,
        ...pickReplyFields(state, model),
      }
    }
    state.messages.push(toAssistantMessage(reply))
    const chain = { tools, tainted: isTurnTainted(), pageShowsData, messages: [...state.messages] }
    const waiting = yield* runCalls(reply.toolCalls ?? [], chain, request, state)
    yield createStepEnd(reply)
    if (waiting.length > 0) return { type: 'ui_calls', calls: waiting, ...pickReplyFields(state, model) }
    if ((reply.toolCalls ?? []).length === 0)
      return { type: 'text', text: state.text, ...describeCut(reply), ...pickReplyFields(state, model) }
    if (isOver) return { type: 'text', text: state.text, stopReason: 'budget', ...pickReplyFields(state, model) }
  }
  return { type: 'text', text: state.text, stopReason: 'max_turns', ...pickReplyFields(state, model) }
}

/** Returns the tools of other servers that both the app and the client allow. */
async function remoteTools({ remote, deps, config, toolFilter }: TurnRequest): Promise<readonly RemoteTool[]> {
  const tools = (await remote?.list(deps)) ?? []
  return tools.filter(({ name }) => allowsTool(name, config.tools) && allowsTool(name, toolFilter))
}

/** Runs one round without the loop; the caller runs the tool calls. */
export async function* runModelRound(
  request: Omit<TurnRequest, 'path'> & { readonly tools: readonly ModelTool[] },
): AsyncGenerator<TurnEvent, TurnReply> {
  const { model, config, messages, tools, signal, deps } = request
  const state: TurnState = { messages: [...messages], usage: NO_USAGE, proposals: [], text: '' }
  const exhausted = await request.budget?.refusal()
  if (exhausted !== undefined) return exhausted
  yield { type: 'step-start' }
  let reply: ModelReply
  try {
    const modelRequest = {
      model,
      system: config.instructions?.trim() ?? '',
      messages: separateCalls(pairResults(messages)),
      tools,
      signal,
    }
    reply = (await runRound(request, { ...modelRequest, ...readLimits(request) })).reply
  } catch (error) {
    return createErrorReply(error, state, deps)
  }
  state.usage = reply.usage
  state.messages.push(toAssistantMessage(reply))
  const calls = (reply.toolCalls ?? []).filter(({ fault }) => fault === undefined)
  for (const call of reply.toolCalls ?? []) {
    yield { type: 'call', call: toPlainCall(call) }
    if (call.fault === undefined) continue
    // The caller runs the other calls, and the model reads with their results why this one did not run.
    const result = createFaultResult(call)
    state.messages.push({ role: 'tool', toolCallId: call.id, content: result.text })
    yield { type: 'result', id: call.id, name: call.name, ...result }
  }
  yield createStepEnd(reply)
  if (reply.stopReason === 'refusal')
    return {
      type: 'refusal',
      reason: 'model',
      message: reply.refusal ?? reply.text ?? '',
      ...pickReplyFields(state, model),
    }
  if (calls.length > 0) return { type: 'ui_calls', calls, ...pickReplyFields(state, model) }
  return { type: 'text', text: reply.text ?? '', ...describeCut(reply), ...pickReplyFields(state, model) }
}

function readLimits({ fetch, config }: Pick<TurnRequest, 'fetch' | 'config'>) {
  const { providerTimeoutMs } = config
  return { ...(fetch && { fetch }), ...(providerTimeoutMs !== undefined && { idleTimeoutMs: providerTimeoutMs }) }
}

function createStepEnd({ providerMetadata }: ModelReply): TurnEvent {
  return { type: 'step-end', ...(providerMetadata !== undefined && { providerMetadata }) }
}

interface CallContext {
  readonly tools: TurnTools
  /** The model has read untrusted content. */
  readonly tainted: boolean
  /** The page shows the model values of its stores. */
  readonly pageShowsData: boolean
  /** The messages that the model had read when it made the calls. */
  readonly messages: readonly Message[]
}

interface CallResult {
  readonly ok: boolean
  readonly text: string
  readonly proposal?: ParkedResult
}

/**
 * Runs the calls of one model reply concurrently; their results are added to the conversation in the order of the
 * calls. Returns the calls that the page has to run.
 */
async function* runCalls(
  calls: readonly ModelCall[],
  context: CallContext,
  request: TurnRequest,
  state: TurnState,
): AsyncGenerator<TurnEvent, { id: string; name: string; input: unknown }[]> {
  for (const call of calls) yield { type: 'call', call: toPlainCall(call) }
  const forPage = calls
    .slice(0, MAX_CALLS)
    .filter(({ name, fault }) => fault === undefined && context.tools.findPlace(name) === 'page')
  const serverCalls = calls.filter((call) => !forPage.includes(call))
  const running = serverCalls.map((call) =>
    calls.indexOf(call) < MAX_CALLS
      ? runCall(call, context, request)
      : createErrorResult(`At most ${MAX_CALLS} calls are allowed at once.`),
  )
  for (const [index, { id, name }] of serverCalls.entries()) {
    const result = (await running[index]) as CallResult // one for each call
    if (result.proposal !== undefined) state.proposals.push(result.proposal)
    state.messages.push({ role: 'tool', toolCallId: id, content: result.text })
    yield { type: 'result', id, name, ...result }
  }
  return forPage.map(({ id, name, input }) => ({ id, name, input }))
}

/** Runs one call. Never rejects, because the model reads the error of a tool. */
async function runCall(
  modelCall: ModelCall,
  context: CallContext,
  { deps, config, signal, span }: TurnRequest,
): Promise<CallResult> {
  if (modelCall.fault !== undefined) return createFaultResult(modelCall)
  const { name, input } = modelCall
  const { tools, tainted } = context
  switch (tools.findPlace(name)) {
    case 'skill':
      return readSkill(deps, input)
    case 'search':
      return search(tools.deferred, input)
    case 'remote':
      return callRemote(tools.remote(name), input, { ...context, config, deps, signal })
    case 'withheld':
      return createWithheldResult(name, deps.channel ?? '')
    default:
  }
  const tool = toFullName(name)
  // A tool that the filter excludes is treated as unknown. A tool that the caller may not use reaches the pipeline,
  // which rejects and audits the call.
  if (tools.findPlace(tool) === undefined && deps.tools.some((one) => one.name === tool))
    return createErrorResult(`Unknown tool "${tool}".`)
  try {
    const call = () => deps.invoke(tool, input, { signal, ...(tainted && { tainted }) })
    const result = await (span === undefined ? call() : span.within(call))
    const text = formatResult(result, config.maxResultBytes)
    return isParked(result, tool) ? { ok: true, text, proposal: result } : { ok: true, text }
  } catch (error) {
    if (!(error instanceof FwError)) deps.warn(`The tool ${tool} failed.`, error)
    return { ok: false, text: formatFailure(error) }
  }
}

/**
 * Calls a remote tool. Such a call can't become a proposal, so untrusted content must not be able to trigger it: in a
 * tainted conversation only read-only tools are called, and the call must not carry data that was read elsewhere.
 */
async function callRemote(
  tool: RemoteTool | undefined,
  input: unknown,
  {
    tainted,
    pageShowsData,
    messages,
    config,
    deps,
    signal,
  }: Pick<TurnRequest, 'config' | 'deps' | 'signal'> & CallContext,
): Promise<CallResult> {
  if (tool === undefined) return createErrorResult('Unknown tool.')
  if (tainted && !tool.readonly)
    return createErrorResult(
      `${tool.name} changes data on another server, and this conversation contains untrusted content. Ask the person to do it, or to begin a new conversation.`,
    )
  if (tainted && !tool.allowData && (pageShowsData || holdsOtherData(messages, tool.name)))
    return createErrorResult(
      `${tool.name} belongs to another server, and this conversation contains untrusted content and other data, which must not be sent there. Reply without it, or ask the person to begin a new conversation.`,
    )
  try {
    const { ok, value } = await tool.call(input, signal)
    return { ok, text: formatResult(value, config.maxResultBytes) }
  } catch (error) {
    deps.warn(`The remote tool ${tool.name} failed.`, error)
    return createErrorResult(`${tool.name} cannot be reached at the moment.`)
  }
}

/** Returns the result of a call whose arguments can't be used. */
function createFaultResult({ fault = 'invalid_json' }: ModelCall): CallResult {
  return createErrorResult(`This call did not run: ${FAULTS[fault]}`)
}

const FAULTS: Readonly<Record<NonNullable<ModelCall['fault']>, string>> = {
  cut_off:
    'the reply reached its length limit before the arguments were complete. Write shorter arguments, or make fewer calls at once.',
  invalid_json: 'its arguments are not valid JSON.',
  too_deep: `its arguments must be a JSON object with at most ${MAX_ARGUMENT_DEPTH} levels.`,
}

function createErrorResult(message: string): CallResult {
  return { ok: false, text: JSON.stringify({ error: message }) }
}

function readSkill({ skills }: TurnDeps, input: unknown): CallResult {
  const skillName = typeof input === 'object' && input !== null && 'name' in input ? input.name : undefined
  const skill = skills.find(({ name }) => name === skillName)
  if (skill !== undefined) return { ok: true, text: skill.body }
  return createErrorResult(`${READ_SKILL} takes the name of a skill: ${skills.map(({ name }) => name).join(', ')}.`)
}

function search(deferred: readonly ModelTool[], input: unknown): CallResult {
  const text = searchTools(deferred, input)
  return text === undefined ? createErrorResult(`${SEARCH_TOOLS} takes a query.`) : { ok: true, text }
}

/** Returns the object that a call of a page's tool gets on a channel. */
function createWithheldResult(tool: string, channel: string): CallResult {
  const message = `${tool} needs an open page, and this conversation comes through the channel "${channel}". Reply without it, or mention that the person can do it on the site.`
  return { ok: false, text: JSON.stringify({ error: 'tool_unavailable_on_channel', tool, channel, message }) }
}
