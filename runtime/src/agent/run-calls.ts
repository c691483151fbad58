/** Runs the calls of a model's reply: tools of the app through the dispatch pipeline, skills, and tools of other servers. */
import type { AgentConfig } from '#contract/agent/agent.ts'
import type { ConversationMarks } from '#contract/agent/conversation-marks.ts'
import type { ModelCall, ModelTool } from '#contract/agent/model.ts'
import { isParked, type ParkedResult } from '#contract/agent/proposal.ts'
import type { RemoteCall, TurnDeps } from '#contract/agent/turn-deps.ts'
import type { TurnSpan } from '#contract/config/telemetry.ts'
import { FwError } from '#contract/http/error.ts'
import { formatRefusal, formatWithheld, MAX_CALLS, type RefusalReason } from './refusals.ts'
import type { RemoteTool } from './remote/remote-tools.ts'
import { getDataSource } from './taint.ts'
import { formatFailure } from './tool-failure.ts'
import { formatContent, formatToolResult } from './tool-result.ts'
import { SEARCH_TOOLS } from './tool-search/plan-tools.ts'
import { searchTools } from './tool-search/search-tool.ts'
import type { ModelResult } from './turn-record.ts'
import { READ_SKILL, type TurnTools, toFullName } from './turn-tools.ts'

export interface CallContext {
  readonly tools: TurnTools
  /** What the model had read when it made the calls. */
  readonly marks: ConversationMarks
  readonly config: AgentConfig
  readonly deps: TurnDeps
  readonly signal: AbortSignal
  /** Absent without telemetry. */
  readonly span?: TurnSpan | undefined
}

/** The calls of a reply by the place where they run. */
interface StartedCalls {
  /** Calls that run here, in the order of the reply, with their results. */
  readonly server: readonly { readonly call: ModelCall; readonly result: Promise<ModelResult> }[]
  /** Calls that the page has to run. */
  readonly page: readonly ModelCall[]
}

/** Starts the calls of one reply, which run concurrently. Results never reject, because the model reads the errors of tools. */
export function startCalls(calls: readonly ModelCall[], context: CallContext): StartedCalls {
  const page = calls
    .slice(0, MAX_CALLS)
    .filter(({ name, fault }) => fault === undefined && context.tools.findPlace(name) === 'page')
  const server = calls
    .filter((call) => !page.includes(call))
    .map((call) => ({
      call,
      result: calls.indexOf(call) < MAX_CALLS ? runCall(call, context) : Promise.resolve(refuse('too_many', call.name)),
    }))
  return { server, page }
}

async function runCall(modelCall: ModelCall, context: CallContext): Promise<ModelResult> {
  if (modelCall.fault !== undefined) return refuse(modelCall.fault, modelCall.name)
  const { name, input } = modelCall
  const { tools, marks, deps, config, signal, span } = context
  const { tainted } = marks
  switch (tools.findPlace(name)) {
    case 'skill':
      return readSkill(deps, input)
    case 'search':
      return search(tools.deferred, input)
    case 'remote':
      return callRemote(tools.remote(name), modelCall, context)
    case 'withheld':
      return { ok: false, text: formatWithheld(name, deps.channel ?? '') }
    default:
  }
  const tool = toFullName(name)
  // A tool that the filter excludes is treated as unknown. A tool that the caller may not use reaches the pipeline,
  // which rejects and audits the call.
  if (tools.findPlace(tool) === undefined && deps.tools.some((one) => one.name === tool))
    return refuse('unknown_tool', name)
  try {
    const call = () => deps.invoke(tool, input, { signal, ...(tainted && { tainted }) })
    const result = await (span === undefined ? call() : span.within(call))
    if (isParked(result, tool)) return formatPending(result, context)
    return { ok: true, ...formatToolResult(result, config.maxResultBytes) }
  } catch (error) {
    if (error instanceof FwError) return { ok: false, text: formatFailure(error) }
    deps.warn(`The tool ${tool} failed.`, error)
    return refuse('failed', name)
  }
}

/** Returns a pending call as the model reads it, with the URL at which a user decides. */
async function formatPending(parked: ParkedResult, { deps, config }: CallContext): Promise<ModelResult> {
  const approval = await deps.approval?.(parked.id)
  const result = approval === undefined ? parked : { ...parked, approveAt: approval.approveAt }
  const text = formatToolResult(result, config.maxResultBytes)
  return { ok: true, ...text, proposal: parked, ...(approval && { approval }) }
}

/**
 * Calls a remote tool. A call without approval must not be triggered by untrusted content, unless the tool changes nothing,
 * and must not carry data that was read elsewhere.
 */
async function callRemote(
  tool: RemoteTool | undefined,
  { name, input }: ModelCall,
  context: CallContext,
): Promise<ModelResult> {
  const { marks, config, deps, signal } = context
  const { tainted, dataFrom } = marks
  if (tool === undefined) return refuse('unknown_tool', name)
  if (tool.needsApproval) return parkRemote({ tool: name, input, tainted }, context)
  if (tainted && !tool.readonly) return refuse('remote_write', name)
  const own = getDataSource(name)
  if (tainted && !tool.allowData && dataFrom.some((source) => source !== own)) return refuse('remote_data', name)
  try {
    const outcome = await tool.call(input, { signal, canAsk: deps.canAsk === true })
    if ('asked' in outcome) return parkRemote({ tool: name, input, tainted, asked: outcome.asked }, context)
    const { ok, value, files } = outcome
    return { ok, ...formatContent(value, files, config.maxResultBytes) }
  } catch (error) {
    deps.warn(`The remote tool ${name} failed.`, error)
    return refuse('no_response', name)
  }
}

/**
 * Stores the call for a user, who reads its input, also one with data from elsewhere, in a tainted conversation; or who
 * responds to the questions of its server.
 */
async function parkRemote(call: RemoteCall, context: CallContext): Promise<ModelResult> {
  const { deps } = context
  if (deps.park === undefined) return refuse('remote_approval', call.tool)
  try {
    return await formatPending(await deps.park(call), context)
  } catch (error) {
    if (error instanceof FwError) return { ok: false, text: formatFailure(error) }
    deps.warn(`The call of ${call.tool} could not be stored.`, error)
    return refuse('failed', call.tool)
  }
}

function search(deferred: readonly ModelTool[], input: unknown): ModelResult {
  const text = searchTools(deferred, input)
  if (text !== undefined) return { ok: true, text }
  return { ok: false, text: JSON.stringify({ error: `${SEARCH_TOOLS} takes a query.` }) }
}

/** Returns the result of a call that the framework refuses. */
export function refuse(reason: RefusalReason, tool: string): ModelResult {
  return { ok: false, text: formatRefusal(reason, tool) }
}

function readSkill({ skills }: TurnDeps, input: unknown): ModelResult {
  const skillName = typeof input === 'object' && input !== null && 'name' in input ? input.name : undefined
  const skill = skills.find(({ name }) => name === skillName)
  if (skill !== undefined) return { ok: true, text: skill.body }
  const names = skills.map(({ name }) => name).join(', ')
  return { ok: false, text: JSON.stringify({ error: `${READ_SKILL} takes the name of a skill: ${names}.` }) }
}
