/** Runs the work of a task: one call through the pipeline, or one turn of the app's agent. */
import type { TurnReply } from '#contract/agent/agent.ts'
import { findContentParts, type McpContent } from '#contract/agent/mcp.ts'
import { isParked, type ParkedResult } from '#contract/agent/proposal.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { createApprovalUrl } from '#contract/http/path.ts'
import type { Work } from './read-request.ts'
import { runTurnTask, type TurnHost } from './run-turn.ts'
import type { Artifact, Json, TaskPart, TaskState } from './task.ts'

/** The result of a task, or its pending calls. */
export interface Outcome {
  readonly state: TaskState
  /** Message of the status. Empty if the state is enough. */
  readonly message: readonly TaskPart[]
  readonly artifacts: readonly Json[]
  /** Pending calls, which a user has to resolve. */
  readonly pendingCalls: readonly ParkedResult[]
}

interface WorkHost extends TurnHost {
  readonly deps: TurnDeps
}

/** Runs the work. A refusal by a tool or a model is an outcome, not a rejection. */
export async function runWork(work: Work, host: WorkHost, siteUrl: string | undefined): Promise<Outcome> {
  const outcome = work.kind === 'call' ? await runCall(work, host) : toTurnOutcome(await runTurnTask(work, host), host)
  if (outcome.pendingCalls.length === 0) return outcome
  const approvals = outcome.pendingCalls.map((parked) => ({
    ...parked,
    approveAt: createApprovalUrl(parked.id, siteUrl),
  }))
  const described = await Promise.all(approvals.map(({ id }) => host.deps.approval?.(id)))
  const parts = approvals.map(({ message, approveAt }, index) => described[index]?.text ?? `${message} ${approveAt}`)
  const text = `Not run yet. Only a user can approve it, and not from here.\n${parts.join('\n\n')}`
  return { ...outcome, message: [...outcome.message, { text }, { data: { approvals } }] }
}

/** Runs a call. Its input counts as untrusted content, as on a channel. */
async function runCall({ tool, input }: Extract<Work, { kind: 'call' }>, { deps, signal }: WorkHost): Promise<Outcome> {
  let result: unknown
  try {
    result = await deps.invoke(tool, input, { signal, tainted: true })
  } catch (error) {
    if (error instanceof FwError) return toErrorOutcome(error)
    throw error
  }
  if (isParked(result, tool))
    return { state: 'TASK_STATE_AUTH_REQUIRED', message: [], artifacts: [], pendingCalls: [result] }
  const artifact = toResultArtifact(tool, result)
  if (artifact === undefined)
    return toErrorOutcome(new FwError('payload_too_large', { message: describeLongResult(tool) }))
  return { state: 'TASK_STATE_COMPLETED', message: [], artifacts: [artifact], pendingCalls: [] }
}

/**
 * Maximum length of an artifact as JSON. A task stores its artifacts, and callers often choose the length of a result by
 * their input.
 */
const MAX_ARTIFACT_LENGTH = 1_000_000

/**
 * Returns the result of a tool as an artifact; `undefined` if it is too long. The protocol's data part can't contain null,
 * so null becomes text.
 */
export function toResultArtifact(name: string, result: unknown): Json | undefined {
  const content = findContentParts(result)
  const part: TaskPart = result === undefined || result === null ? { text: 'null' } : { data: result }
  return formatArtifact({
    artifactId: crypto.randomUUID(),
    name,
    parts: content?.map(toContentPart) ?? [{ ...part, mediaType: 'application/json' }],
  })
}

/** Converts a part of `toolContent`: files are sent as bytes. */
function toContentPart(content: McpContent): TaskPart {
  switch (content.type) {
    case 'text':
      return { text: content.text, mediaType: 'text/plain' }
    case 'image':
    case 'audio':
      return { raw: content.data, mediaType: content.mimeType }
    case 'resource': {
      const { uri, mimeType, text, blob } = content.resource
      const file = { filename: uri, ...(mimeType !== undefined && { mediaType: mimeType }) }
      return blob === undefined ? { text: text ?? '', ...file } : { raw: blob, ...file }
    }
    case 'resource_link':
      return { data: content, mediaType: 'application/json' }
  }
}

function formatArtifact(artifact: Artifact): Json | undefined {
  const json = JSON.stringify(artifact)
  return json.length > MAX_ARTIFACT_LENGTH ? undefined : json
}

/** Describes a result that isn't stored, for the caller of the tool. */
export function describeLongResult(tool: string): string {
  return `${tool} has run, but its result is longer than ${MAX_ARTIFACT_LENGTH} characters, and was not stored. Check what the call has changed before you repeat it.`
}

/** Status 403 is a refusal; every other error is a failure. */
function toErrorOutcome({ status, code, message, issues }: FwError): Outcome {
  const state = status === 403 ? 'TASK_STATE_REJECTED' : 'TASK_STATE_FAILED'
  const details = { error: message, code, ...(issues !== undefined && { issues }) }
  const lines = (issues ?? []).map((issue) => `- ${issue.path || '(input)'}: ${issue.message}`)
  return {
    state,
    message: [{ text: [message, ...lines].join('\n') }, { data: details }],
    artifacts: [],
    pendingCalls: [],
  }
}

function toTurnOutcome(reply: TurnReply, { artifactId }: WorkHost): Outcome {
  const pendingCalls = ('proposals' in reply ? reply.proposals : undefined) ?? []
  const pendingState = pendingCalls.length > 0 ? ('TASK_STATE_AUTH_REQUIRED' as const) : undefined
  const createOutcome = (state: TaskState, text: string): Outcome => ({
    state: pendingState ?? state,
    message: [{ text }],
    artifacts: [],
    pendingCalls,
  })
  switch (reply.type) {
    case 'text': {
      if (reply.text === '')
        return { state: pendingState ?? 'TASK_STATE_COMPLETED', message: [], artifacts: [], pendingCalls }
      const parts = [{ text: reply.text, mediaType: 'text/plain' }]
      const answer = formatArtifact({ artifactId, name: 'answer', parts })
      if (answer === undefined)
        return createOutcome(
          'TASK_STATE_FAILED',
          `The reply of the agent is longer than ${MAX_ARTIFACT_LENGTH} characters, and was not stored.`,
        )
      return { state: pendingState ?? 'TASK_STATE_COMPLETED', message: [], artifacts: [answer], pendingCalls }
    }
    case 'refusal':
      return createOutcome('TASK_STATE_REJECTED', reply.message || 'The agent refused the request.')
    case 'setup':
      return createOutcome('TASK_STATE_FAILED', 'The agent of this app has no model. You can still call its tools.')
    case 'error':
      return createOutcome('TASK_STATE_FAILED', reply.error)
    default:
      return createOutcome('TASK_STATE_FAILED', 'The agent needs an open page to continue.')
  }
}
