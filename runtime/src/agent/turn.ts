/** THE LOOP: a model's round, its calls through the one pipeline, and again, until it has answered (decisions: Agent). */
import type { AgentConfig, ErrorReply, ToolFilter, TurnReply } from '#contract/agent.ts'
import { FwError } from '#contract/error.ts'
import type { Manifest } from '#contract/manifest.ts'
import type { Message, ToolCall } from '#contract/message.ts'
import type { ModelListener, ModelReply, ModelTool, ResolvedModel, TokenUsage } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { isParked, type ParkedResult } from '#contract/proposal.ts'
import type { TurnSpan } from '#contract/telemetry.ts'
import { addUsage, NO_USAGE } from '#contract/token-usage.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import type { OpenBudget } from './budget.ts'
import { pairResults } from './history.ts'
import type { ConnectedTools, RemoteTool } from './remote/remote-tools.ts'
import { type Round, round } from './round.ts'
import { systemPrompt } from './system-prompt.ts'
import { fenceOutside, hasTaintedMessage, holdsOthers, showsData, showsUntrusted } from './taint.ts'
import { allowsTool } from './tool-filter.ts'
import { failureText, resultText } from './tool-result.ts'
import { fullName, READ_SKILL, type TurnTools, turnTools } from './turn-tools.ts'

export const MAX_TURNS = 6

/** Of one answer of the model; what is more is refused. */
const MOST_CALLS = 64

export interface TurnRequest {
  readonly model: ResolvedModel
  readonly config: AgentConfig
  readonly deps: TurnDeps
  readonly messages: readonly Message[]
  /** The page that the person has open. */
  readonly path: string
  readonly signal: AbortSignal
  /** Hears the model's words between the events of the turn. Absent where they are not wanted as they come. */
  readonly listener?: ModelListener | undefined
  /** What its client makes of the tools that the app allows: fewer. */
  readonly toolFilter?: ToolFilter | undefined
  readonly fetch?: typeof fetch
  /** The conversation held something that nobody vouches for, before what `messages` still shows. */
  readonly tainted?: boolean
  /** Absent where the app sets none. */
  readonly budget?: OpenBudget | undefined
  /** Tools of other servers; absent where the app names none. */
  readonly remote?: ConnectedTools | undefined
  /** Absent where nothing measures. */
  readonly span?: TurnSpan | undefined
}

/** What happens in a turn, in order, beside the words of the model. */
export type TurnEvent =
  | { readonly type: 'step-start' }
  /** A call is whole, and before it runs. */
  | { readonly type: 'call'; readonly call: ToolCall }
  /** `text` is what the model reads of it. */
  | {
      readonly type: 'result'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly text: string
      readonly proposal?: ParkedResult
    }
  | { readonly type: 'step-end'; readonly providerMetadata?: unknown }

/** Runs a turn. What goes wrong at the provider is a reply, too; only a wrong request throws. */
export async function* runTurn(request: TurnRequest): AsyncGenerator<TurnEvent, TurnReply> {
  const { config, deps, model, path } = request
  const manifest = await readManifest(path, deps)
  const tools = turnTools(deps, manifest, [config.tools, request.toolFilter], await remoteTools(request))
  const fence = crypto.randomUUID().replaceAll('-', '').slice(0, 16)
  const system = systemPrompt({
    instructions: config.instructions,
    manifest,
    skills: deps.skills,
    channel: deps.channel === undefined ? undefined : { name: deps.channel, withheld: tools.withheld },
    fence,
  })
  const given = request.tainted === true || showsUntrusted(manifest)
  // Asked at each step: a remote tool may have answered in the one before.
  const isTurnTainted = () => given || hasTaintedMessage(state.messages, deps)
  const tellsData = showsData(manifest)
  const state: TurnState = {
    messages: [...request.messages],
    usage: NO_USAGE,
    proposals: [],
    text: '',
    tainted: isTurnTainted,
  }
  const most = config.maxTurns ?? MAX_TURNS
  const exhausted = await request.budget?.refusal()
  if (exhausted !== undefined) return exhausted
  for (let step = 0; step < most; step++) {
    yield { type: 'step-start' }
    let answered: Round
    try {
      answered = await round(request, {
        model,
        system,
        messages: fenceOutside(pairResults(state.messages), fence, deps),
        tools: tools.offered,
        signal: request.signal,
        ...readLimits(request),
      })
    } catch (error) {
      return createErrorReply(error, state, deps)
    }
    const { reply, isOver } = answered
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
    state.messages.push(assistantMessage(reply))
    const chain = { tools, tainted: isTurnTainted(), tellsData, read: [...state.messages] }
    const waiting = yield* runCalls(reply.toolCalls ?? [], chain, request, state)
    yield stepEnd(reply)
    if (waiting.length > 0) return { type: 'ui_calls', calls: waiting, ...pickReplyFields(state, model) }
    if ((reply.toolCalls ?? []).length === 0)
      return { type: 'text', text: state.text, ...describeCut(reply), ...pickReplyFields(state, model) }
    if (isOver) return { type: 'text', text: state.text, stopReason: 'budget', ...pickReplyFields(state, model) }
  }
  return { type: 'text', text: state.text, stopReason: 'max_turns', ...pickReplyFields(state, model) }
}

/** A page that fails, or that this caller may not see, is no reason to answer nothing: the agent is told less then. */
async function readManifest(path: string, deps: TurnDeps): Promise<Manifest> {
  try {
    return await deps.manifestFor(path)
  } catch (error) {
    deps.warn(`The agent is not told of the page ${path}, which failed.`, error)
    return { fw: '1', path, components: [], stores: [], tools: deps.tools, routes: [], skills: [] }
  }
}

/** The tools of other servers that the app and the client let through. */
async function remoteTools({ remote, deps, config, toolFilter }: TurnRequest): Promise<readonly RemoteTool[]> {
  const tools = (await remote?.list(deps)) ?? []
  return tools.filter(({ name }) => allowsTool(name, config.tools) && allowsTool(name, toolFilter))
}

/** One round without a loop: the calls are the caller's to run. */
export async function* modelRound(
  request: Omit<TurnRequest, 'path'> & { readonly tools: readonly ModelTool[] },
): AsyncGenerator<TurnEvent, TurnReply> {
  const { model, config, messages, tools, signal, deps } = request
  const state: TurnState = { messages: [...messages], usage: NO_USAGE, proposals: [], text: '' }
  const exhausted = await request.budget?.refusal()
  if (exhausted !== undefined) return exhausted
  yield { type: 'step-start' }
  let reply: ModelReply
  try {
    const asked = { model, system: config.instructions?.trim() ?? '', messages: pairResults(messages), tools, signal }
    reply = (await round(request, { ...asked, ...readLimits(request) })).reply
  } catch (error) {
    return createErrorReply(error, state, deps)
  }
  state.usage = reply.usage
  state.messages.push(assistantMessage(reply))
  const calls = reply.toolCalls ?? []
  for (const call of calls) yield { type: 'call', call }
  yield stepEnd(reply)
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

function describeCut({ stopReason }: ModelReply) {
  return stopReason === 'max_tokens' ? { stopReason } : {}
}

interface TurnState {
  readonly messages: Message[]
  usage: TokenUsage
  readonly proposals: ParkedResult[]
  /** Of the last answer. */
  text: string
  /** Whether the model has read what nobody vouches for; absent where nobody asks. */
  readonly tainted?: () => boolean
}

function pickReplyFields({ messages, usage, proposals, tainted }: TurnState, { provider, model }: ResolvedModel) {
  const facts = { messages, model: `${provider}/${model}`, usage, proposals }
  return tainted?.() ? { ...facts, tainted: true as const } : facts
}

function assistantMessage({ text = '', toolCalls, providerMetadata }: ModelReply): Message {
  return {
    role: 'assistant',
    content: text,
    ...(toolCalls !== undefined && toolCalls.length > 0 && { toolCalls }),
    ...(providerMetadata !== undefined && { providerMetadata }),
  }
}

function stepEnd({ providerMetadata }: ModelReply): TurnEvent {
  return { type: 'step-end', ...(providerMetadata !== undefined && { providerMetadata }) }
}

interface Chain {
  readonly tools: TurnTools
  /** The model has read what nobody vouches for. */
  readonly tainted: boolean
  /** The page tells it values of its stores. */
  readonly tellsData: boolean
  /** What it has read when it asks. */
  readonly read: readonly Message[]
}

interface CallResult {
  readonly ok: boolean
  readonly text: string
  readonly proposal?: ParkedResult
}

/**
 * Runs the calls of one answer, all at once; their results stand in the conversation in the order of the calls. Answers
 * those that the page has to run.
 */
async function* runCalls(
  calls: readonly ToolCall[],
  chain: Chain,
  request: TurnRequest,
  state: TurnState,
): AsyncGenerator<TurnEvent, { id: string; name: string; input: unknown }[]> {
  for (const call of calls) yield { type: 'call', call }
  const forPage = calls.slice(0, MOST_CALLS).filter(({ name }) => chain.tools.placeOf(name) === 'page')
  const here = calls.filter((call) => !forPage.includes(call))
  const running = here.map((call) =>
    calls.indexOf(call) < MOST_CALLS ? runCall(call, chain, request) : refusal(`At most ${MOST_CALLS} calls at once.`),
  )
  for (const [index, { id, name }] of here.entries()) {
    const result = (await running[index]) as CallResult // there is one for each
    if (result.proposal !== undefined) state.proposals.push(result.proposal)
    state.messages.push({ role: 'tool', toolCallId: id, content: result.text })
    yield { type: 'result', id, name, ...result }
  }
  return forPage.map(({ id, name, input }) => ({ id, name, input }))
}

/** Never rejects: what a tool refuses is for the model to read. */
async function runCall(
  { name, input }: ToolCall,
  chain: Chain,
  { deps, config, signal, span }: TurnRequest,
): Promise<CallResult> {
  const { tools, tainted } = chain
  switch (tools.placeOf(name)) {
    case 'skill':
      return skillResult(deps, input)
    case 'remote':
      return callRemote(tools.remote(name), input, { ...chain, config, deps, signal })
    case 'withheld':
      return withheld(name, deps.channel ?? '')
    default:
  }
  const tool = fullName(name)
  // One that the filter leaves out is as good as none. What the caller may not have at all the pipeline refuses, and audits.
  if (tools.placeOf(tool) === undefined && deps.tools.some((one) => one.name === tool))
    return refusal(`There is no tool named "${tool}".`)
  try {
    const call = () => deps.invoke(tool, input, { signal, ...(tainted && { tainted }) })
    const result = await (span === undefined ? call() : span.within(call))
    const text = resultText(result, config.maxResultBytes)
    return isParked(result, tool) ? { ok: true, text, proposal: result } : { ok: true, text }
  } catch (error) {
    if (!(error instanceof FwError)) deps.warn(`The tool ${tool} failed.`, error)
    return { ok: false, text: failureText(error) }
  }
}

/**
 * What a remote tool does cannot wait for a person here, so nobody may have talked the model into it: in a tainted chain only
 * tools that change nothing are called; and what is asked there says nothing of what was read elsewhere.
 */
async function callRemote(
  tool: RemoteTool | undefined,
  input: unknown,
  { tainted, tellsData, read, config, deps, signal }: Pick<TurnRequest, 'config' | 'deps' | 'signal'> & Chain,
): Promise<CallResult> {
  if (tool === undefined) return refusal('There is no such tool.')
  if (tainted && !tool.readonly)
    return refusal(
      `${tool.name} changes something elsewhere, and this conversation holds text of strangers. Ask the person to do it, or to begin a new conversation.`,
    )
  if (tainted && !tool.allowData && (tellsData || holdsOthers(read, tool.name)))
    return refusal(
      `${tool.name} belongs to another server, and this conversation holds text of strangers beside other data, which must not get there. Answer without it, or ask the person to begin a new conversation.`,
    )
  try {
    const { ok, value } = await tool.call(input, signal)
    return { ok, text: resultText(value, config.maxResultBytes) }
  } catch (error) {
    deps.warn(`The remote tool ${tool.name} failed.`, error)
    return refusal(`${tool.name} cannot be reached right now.`)
  }
}

function refusal(message: string): CallResult {
  return { ok: false, text: JSON.stringify({ error: message }) }
}

function skillResult({ skills }: TurnDeps, input: unknown): CallResult {
  const wanted = typeof input === 'object' && input !== null && 'name' in input ? input.name : undefined
  const skill = skills.find(({ name }) => name === wanted)
  if (skill !== undefined) return { ok: true, text: skill.body }
  return refusal(`${READ_SKILL} takes the name of a skill: ${skills.map(({ name }) => name).join(', ')}.`)
}

/** Spec, Channels: the object that a call of a page's tool gets there. */
function withheld(tool: string, channel: string): CallResult {
  const message = `${tool} needs an open page, and this conversation comes through the channel "${channel}". Answer without it, or say that the person can do it on the site.`
  return { ok: false, text: JSON.stringify({ error: 'tool_unavailable_on_channel', tool, channel, message }) }
}

/** Anything but a provider's failure is a mistake of ours, and not for the caller to read. */
function createErrorReply(error: unknown, { usage, proposals }: TurnState, { showDetail, warn }: TurnDeps): ErrorReply {
  if (!(error instanceof ProviderError)) throw error
  const { failure, message, detail, retryAfterMs } = error
  if (failure !== 'aborted') warn(message, error)
  return {
    type: 'error',
    error: message,
    code: failure === 'rate_limited' ? 'rate_limited' : 'provider_error',
    ...(showDetail && detail !== undefined && detail !== '' && { detail }),
    ...(retryAfterMs !== undefined && retryAfterMs > 0 && { retryAfterMs }),
    usage,
    proposals,
  }
}
