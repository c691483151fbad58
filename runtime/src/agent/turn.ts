/**
 * The agent's loop: a round of the model, then its calls through the dispatch pipeline, repeated until the model
 * replies without a call. Everything that happens goes into the record of the turn.
 */
import type { AgentConfig, Refusal, ToolFilter, TurnReply } from '#contract/agent/agent.ts'
import { type MessageMarks, writeMarks } from '#contract/agent/conversation-marks.ts'
import { nameFiles } from '#contract/agent/limit-files.ts'
import type { Manifest } from '#contract/agent/manifest.ts'
import type { Message, ToolCall } from '#contract/agent/message.ts'
import type {
  ModelCall,
  ModelListener,
  ModelReply,
  ModelTool,
  ResolvedModel,
  ToolChoice,
} from '#contract/agent/model.ts'
import type { ParkedResult, PendingApproval } from '#contract/agent/proposal.ts'
import type { StepFacts } from '#contract/agent/step-hooks.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { TurnSpan } from '#contract/config/telemetry.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { findResolvedCalls } from './approved-calls.ts'
import type { OpenBudget } from './budget.ts'
import { createFenceSecret } from './fence.ts'
import { type CompactionEvent, runFittingRound } from './fit-window.ts'
import { endWithQuestion, pairResults, separateCalls } from './history.ts'
import { OpenPage } from './open-page.ts'
import type { ConnectedTools, RemoteTool } from './remote/remote-tools.ts'
import { type Round, runRound } from './round.ts'
import { type CallContext, refuse, startCalls } from './run-calls.ts'
import { writeSystemPrompt } from './system-prompt.ts'
import { fenceOutside, findPageMarks } from './taint.ts'
import { allowsTool } from './tool-filter.ts'
import { type TurnOutput, writeRepair } from './turn-output.ts'
import { type ModelResult, type TurnRecord, toPlainCall } from './turn-record.ts'
import { collectTools, narrowTools, type TurnTools } from './turn-tools.ts'

const MAX_TURNS = 6

interface TurnRequest {
  readonly model: ResolvedModel
  readonly config: AgentConfig
  readonly deps: TurnDeps
  /** Begins with the conversation that the client sent. */
  readonly record: TurnRecord
  /** Path of the page that the user has open; `undefined` for a client outside of the app. */
  readonly path: string | undefined
  /** Tools that such a client runs itself. */
  readonly clientTools?: readonly ModelTool[] | undefined
  readonly signal: AbortSignal
  /** Receives the model's text between the events of the turn. Absent if the caller doesn't stream. */
  readonly listener?: ModelListener | undefined
  /** The client's own filter, which narrows the tools that the app allows. */
  readonly toolFilter?: ToolFilter | undefined
  readonly fetch?: typeof fetch
  /** Returns another model of the app; `undefined` if it isn't set up. */
  readonly resolveModel?: (model: AgentConfig['model']) => ResolvedModel | undefined
  /** Absent if the reply is text. */
  readonly output?: TurnOutput | undefined
  /** Absent if the app sets no budget. */
  readonly budget?: OpenBudget | undefined
  /** Tools of other servers; absent if the app names none. */
  readonly remote?: ConnectedTools | undefined
  /** Absent without telemetry. */
  readonly span?: TurnSpan | undefined
}

/** The events of a turn, in order, besides the text of the model. */
export type TurnEvent =
  /** Its marks are what the model has read, which may influence the text that follows. */
  | ({ readonly type: 'step-start' } & MessageMarks)
  /** Text of the framework: why the turn ends early. */
  | { readonly type: 'text'; readonly delta: string }
  /** A call is complete and about to run. `title` describes it to people. */
  | { readonly type: 'call'; readonly call: ToolCall; readonly title?: string }
  /** `text` is the result as the model reads it. */
  | {
      readonly type: 'result'
      readonly id: string
      readonly name: string
      readonly ok: boolean
      readonly text: string
      readonly proposal?: ParkedResult
      readonly approval?: PendingApproval
    }
  | CompactionEvent
  /** The model gives no reply. The turn ends with it. */
  | ({ readonly type: 'refusal' } & Refusal)
  | { readonly type: 'step-end'; readonly providerMetadata?: unknown }

/** Runs a turn. A failure of the provider is returned as a reply; only an invalid request throws. */
export async function* runTurn(request: TurnRequest): AsyncGenerator<TurnEvent, TurnReply> {
  const { config, deps, model, path, record } = request
  yield* readOutcomes(request)
  const page = new OpenPage(path, deps)
  const remote = await remoteTools(request)
  const fence = createFenceSecret()
  let view: PageView | undefined
  const maxTurns = config.maxTurns ?? MAX_TURNS
  let isPaused = false
  /** An invalid reply, and what is wrong with it. */
  let repair: readonly Message[] = []
  for (let step = 0; step < maxTurns + Math.sign(repair.length); step++) {
    const settings = (await config.prepareStep?.(describeStep(request))) ?? {}
    const stepModel = settings.model === undefined ? model : request.resolveModel?.(settings.model)
    if (stepModel === undefined) return record.toSetupError(settings.model)
    // Calls of the last step, and of others, may have changed the page. A paused reply continues with the same prompt.
    if (view === undefined || !isPaused) view = createPageView(request, await page.read(), remote, view)
    if (!isPaused) yield createStepStart(record)
    const { writeSystem } = view
    const tools = narrowTools(view.tools, settings.activeTools)
    let round: Round
    try {
      round = yield* runFittingRound(request, () => ({
        model: stepModel,
        system: addRules(writeSystem(settings.system ?? config.instructions, fence), request.output),
        output: request.output?.schema,
        toolChoice: allowChoice(settings.toolChoice ?? config.toolChoice, tools),
        messages: separateCalls(fenceOutside(pairResults([...record.messages, ...repair]), fence, deps)),
        tools: tools.offered,
        deferred: tools.deferred,
        signal: request.signal,
        ...readLimits(request),
      }))
    } catch (error) {
      return record.toErrorReply(error)
    }
    if ('refusal' in round) {
      if (step === 0) return { ...round.refusal, ...record.toReplyFields() }
      return yield* stopEarly('budget', record, BUDGET_STOP)
    }
    const { reply } = round
    record.addReply(reply)
    const { toolCalls = [], stopReason } = reply
    if (stopReason === 'refusal') return yield* endRefused(reply, record)
    isPaused = stopReason === 'pause'
    // The rest of the reply belongs to the same step.
    if (isPaused) continue
    if (toolCalls.length === 0) {
      yield createStepEnd(reply)
      const checked = await request.output?.read(record.text)
      const text = { type: 'text', text: record.text, ...describeCut(reply) } as const
      if (checked === undefined) return { ...text, ...record.toReplyFields() }
      if (checked.issues === undefined) return { ...text, output: checked.value, ...record.toReplyFields() }
      const invalid = record.removeReply()
      if (repair.length > 0 || invalid === undefined) return record.toOutputError(checked.issues)
      repair = [invalid, { role: 'user', content: writeRepair(checked.issues) }]
      continue
    }
    const { signal, span } = request
    const context = { tools, marks: record.marks, config, deps, signal, span }
    const calls = yield* runCalls(toolCalls, context, record)
    yield createStepEnd(reply)
    if (calls.length > 0) return { type: 'ui_calls', calls, ...record.toReplyFields() }
    if (await isStopped(config, record))
      return { type: 'text', text: record.text, stopReason: 'stop_when', ...record.toReplyFields() }
  }
  if (!isPaused) yield createStepStart(record)
  return yield* stopEarly('max_turns', record, describeLastStep(maxTurns))
}

/** The parts of a step that depend on the open page. */
interface PageView {
  readonly manifest: Manifest
  readonly tools: TurnTools
  writeSystem(instructions: string | undefined, fence: string): string
}

/** Returns `last` if it shows the same state of the page. */
function createPageView(
  { config, deps, path, record, toolFilter, clientTools }: TurnRequest,
  manifest: Manifest,
  remote: readonly RemoteTool[],
  last: PageView | undefined,
): PageView {
  if (last?.manifest === manifest) return last
  const tools = collectTools(deps, manifest, [config.tools, toolFilter], remote, clientTools)
  const channel = deps.channel === undefined ? undefined : { name: deps.channel, withheld: tools.withheld }
  record.addMarks(findPageMarks(manifest))
  return {
    manifest,
    tools,
    writeSystem: (instructions, fence) =>
      writeSystemPrompt({
        instructions,
        ...(path !== undefined && { manifest }),
        skills: deps.skills,
        channel,
        fence,
      }),
  }
}

/** Reports the marks before the text of a step, because a client may receive only a part of the reply. */
function createStepStart({ marks }: TurnRecord): TurnEvent {
  return { type: 'step-start', ...writeMarks(marks) }
}

function addRules(system: string, output: TurnOutput | undefined): string {
  return output === undefined ? system : `${system}\n\n${output.rules}`
}

function describeStep({ model, record }: TurnRequest): StepFacts {
  const { steps, messages } = record
  return { stepNumber: steps.length, steps, messages, model: `${model.provider}/${model.model}` }
}

/** A caller may lack the tool that the app chooses, and providers refuse the choice of a tool that they don't know. */
function allowChoice(choice: ToolChoice | undefined, { offered }: TurnTools): ToolChoice | undefined {
  const isMissing = typeof choice === 'object' && !offered.some(({ name }) => name === choice.toolName)
  return isMissing ? undefined : choice
}

async function isStopped({ stopWhen }: AgentConfig, { steps }: TurnRecord): Promise<boolean> {
  for (const condition of stopWhen === undefined ? [] : [stopWhen].flat()) if (await condition({ steps })) return true
  return false
}

/** Replaces the pending results of calls that a user has decided about. */
async function* readOutcomes({ record, deps, config }: TurnRequest): AsyncGenerator<TurnEvent> {
  const history = record.messages
  const resolved = await findResolvedCalls(history, deps, config.maxResultBytes)
  const messages = [...history]
  for (const { index, message } of resolved) messages[index] = message
  record.replaceHistory(endWithQuestion(messages))
  // A client that continues the model's reply still shows its calls as pending.
  const start = history.findLastIndex(({ role }) => role === 'user')
  for (const { index, call, ok, message } of resolved)
    if (index > start) yield { type: 'result', id: call.id, name: call.name, ok, text: message.content }
}

const BUDGET_STOP = 'I have stopped, because the budget for this assistant is used up.'

function describeLastStep(maxTurns: number): string {
  return `I have stopped after ${maxTurns} steps, before I was finished. Send another message if I should continue.`
}

/** Ends a turn at a limit, and reports it as the last text. */
async function* stopEarly(
  stopReason: 'max_turns' | 'budget',
  record: TurnRecord,
  reason: string,
): AsyncGenerator<TurnEvent, TurnReply> {
  yield { type: 'text', delta: reason }
  yield { type: 'step-end' }
  const text = record.text === '' ? reason : `${record.text}\n\n${reason}`
  return { type: 'text', text, stopReason, ...record.toReplyFields() }
}

async function* endRefused(
  { refusal, refusalReason = 'model', finishReason }: ModelReply,
  record: TurnRecord,
): AsyncGenerator<TurnEvent, TurnReply> {
  const message = refusal ?? record.text
  const facts: Refusal = { reason: refusalReason, message, ...(finishReason !== undefined && { finishReason }) }
  yield { type: 'refusal', ...facts }
  yield { type: 'step-end' }
  return { type: 'refusal', ...facts, ...record.toReplyFields() }
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
  const { model, config, tools, signal, record } = request
  yield { type: 'step-start' }
  let round: Round
  try {
    const modelRequest = {
      model,
      system: config.instructions?.trim() ?? '',
      messages: separateCalls(pairResults(record.messages)),
      tools,
      signal,
    }
    round = await runRound(request, { ...modelRequest, ...readLimits(request) })
  } catch (error) {
    return record.toErrorReply(error)
  }
  if ('refusal' in round) return { ...round.refusal, ...record.toReplyFields() }
  const { reply } = round
  record.addReply(reply)
  if (reply.stopReason === 'refusal') return yield* endRefused(reply, record)
  const { toolCalls = [] } = reply
  const calls = toolCalls.filter(({ fault }) => fault === undefined)
  for (const call of toolCalls) {
    yield { type: 'call', call: toPlainCall(call) }
    if (call.fault === undefined) continue
    // The caller runs the other calls, and the model reads with their results why this one did not run.
    const result = refuse(call.fault, call.name)
    record.addResult(call.id, result)
    yield { type: 'result', id: call.id, name: call.name, ...result }
  }
  yield createStepEnd(reply)
  if (calls.length > 0) return { type: 'ui_calls', calls, ...record.toReplyFields() }
  return { type: 'text', text: record.text, ...describeCut(reply), ...record.toReplyFields() }
}

function readLimits({ fetch, config }: Pick<TurnRequest, 'fetch' | 'config'>) {
  const { providerTimeoutMs } = config
  return { ...(fetch && { fetch }), ...(providerTimeoutMs !== undefined && { idleTimeoutMs: providerTimeoutMs }) }
}

/** Returns the result for clients that store it without its files: it stays known that the model has read them. */
function writeShownText({ text, files }: ModelResult): string {
  if (files === undefined) return text
  const value = tryParseJson(text)
  return JSON.stringify(nameFiles(typeof value === 'string' ? value : text, files))
}

function createStepEnd({ providerMetadata }: ModelReply): TurnEvent {
  return { type: 'step-end', ...(providerMetadata !== undefined && { providerMetadata }) }
}

function describeCut({ stopReason }: ModelReply) {
  return stopReason === 'max_tokens' ? { stopReason } : {}
}

/**
 * Runs the calls of one reply; their results are recorded in the order of the calls. Saves the record before the calls run
 * and after that, so that a later turn knows of them, even if this process stops. Returns the calls that the page has to run.
 */
async function* runCalls(
  calls: readonly ModelCall[],
  context: CallContext,
  record: TurnRecord,
): AsyncGenerator<TurnEvent, ToolCall[]> {
  await record.save()
  const titles = await Promise.all(calls.map((call) => findTitle(call, context)))
  for (const [index, call] of calls.entries()) {
    const title = titles[index]
    yield { type: 'call', call: toPlainCall(call), ...(title !== undefined && { title }) }
  }
  const { server, page } = startCalls(calls, context)
  for (const { call, result: running } of server) {
    const { id, name } = call
    const result = await running
    record.addResult(id, result)
    yield { type: 'result', id, name, ...result, text: writeShownText(result) }
  }
  await record.save()
  return page.map(({ id, name, input }) => ({ id, name, input }))
}

/** Returns the title of a call of one of the app's tools. A title of another server isn't the app's. */
async function findTitle({ name, input, fault }: ModelCall, { tools, deps }: CallContext): Promise<string | undefined> {
  if (fault !== undefined) return undefined
  const place = tools.findPlace(name)
  if (place === 'page') return tools.pageTitle(name)
  return place === 'server' ? deps.getTitle?.(name, input) : undefined
}
