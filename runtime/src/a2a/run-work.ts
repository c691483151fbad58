/** The work of a task: one call through the pipeline, or one turn of the app's agent, and what it came to. */
import type { TurnReply } from '#contract/agent.ts'
import { FwError } from '#contract/error.ts'
import { PROPOSALS_PATH } from '#contract/path.ts'
import { isParked, type ParkedResult } from '#contract/proposal.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import type { Work } from './read-request.ts'
import { runTurnTask, type TurnHost } from './run-turn.ts'
import type { Artifact, TaskPart, TaskState } from './task.ts'

/** What a task comes to, or what it waits for. */
export interface Outcome {
  readonly state: TaskState
  /** What the status says. Empty where the state says it all. */
  readonly message: readonly TaskPart[]
  readonly artifacts: readonly Artifact[]
  /** Parked calls, which a person has to settle. */
  readonly waiting: readonly ParkedResult[]
}

export interface WorkHost extends TurnHost {
  readonly deps: TurnDeps
}

/** Never rejects for what a tool or a model refuses: that is an outcome. */
export async function runWork(work: Work, host: WorkHost, siteUrl: string | undefined): Promise<Outcome> {
  const outcome = work.kind === 'call' ? await runCall(work, host) : ofReply(await runTurnTask(work, host), host)
  if (outcome.waiting.length === 0) return outcome
  const approvals = outcome.waiting.map((parked) => ({ ...parked, approveAt: approvalUrl(parked.id, siteUrl) }))
  const lines = approvals.map(
    ({ message, approveAt, expiresAt }) =>
      `${message} A person approves or rejects this call at ${approveAt} until ${new Date(expiresAt).toISOString()}.`,
  )
  const text = ['Not run yet. It cannot be approved from here.', ...lines].join('\n')
  return { ...outcome, message: [...outcome.message, { text }, { data: { approvals } }] }
}

/** What is sent here nobody vouches for: it counts as text of a stranger, as on a channel. */
async function runCall({ tool, input }: Extract<Work, { kind: 'call' }>, { deps, signal }: WorkHost): Promise<Outcome> {
  let result: unknown
  try {
    result = await deps.invoke(tool, input, { signal, tainted: true })
  } catch (error) {
    if (error instanceof FwError) return toOutcome(error)
    throw error
  }
  if (isParked(result, tool))
    return { state: 'TASK_STATE_AUTH_REQUIRED', message: [], artifacts: [], waiting: [result] }
  return { state: 'TASK_STATE_COMPLETED', message: [], artifacts: [resultArtifact(tool, result)], waiting: [] }
}

/** The result of a tool. The protocol's data part cannot hold null, so that stands as a text. */
export function resultArtifact(name: string, result: unknown): Artifact {
  const part: TaskPart = result === undefined || result === null ? { text: 'null' } : { data: result }
  return { artifactId: crypto.randomUUID(), name, parts: [{ ...part, mediaType: 'application/json' }] }
}

/** 403 is the agent's own no; everything else went wrong. */
function toOutcome({ status, code, message, issues }: FwError): Outcome {
  const state = status === 403 ? 'TASK_STATE_REJECTED' : 'TASK_STATE_FAILED'
  const details = { error: message, code, ...(issues !== undefined && { issues }) }
  const lines = (issues ?? []).map((issue) => `- ${issue.path || '(input)'}: ${issue.message}`)
  return { state, message: [{ text: [message, ...lines].join('\n') }, { data: details }], artifacts: [], waiting: [] }
}

function ofReply(reply: TurnReply, { answerId }: WorkHost): Outcome {
  const waiting = ('proposals' in reply ? reply.proposals : undefined) ?? []
  const parked = waiting.length > 0 ? ('TASK_STATE_AUTH_REQUIRED' as const) : undefined
  const createOutcome = (state: TaskState, text: string): Outcome => ({
    state: parked ?? state,
    message: [{ text }],
    artifacts: [],
    waiting,
  })
  switch (reply.type) {
    case 'text': {
      const answer = { artifactId: answerId, name: 'answer', parts: [{ text: reply.text, mediaType: 'text/plain' }] }
      const artifacts = reply.text === '' ? [] : [answer]
      return { state: parked ?? 'TASK_STATE_COMPLETED', message: [], artifacts, waiting }
    }
    case 'refusal':
      return createOutcome('TASK_STATE_REJECTED', reply.message || 'The agent refused.')
    case 'setup':
      return createOutcome(
        'TASK_STATE_FAILED',
        'The agent of this app has no model. Its tools can be called all the same.',
      )
    case 'error':
      return createOutcome('TASK_STATE_FAILED', reply.error)
    default:
      return createOutcome('TASK_STATE_FAILED', 'The agent needs an open page to go on.')
  }
}

/** Where a person settles a proposal. */
export function approvalUrl(id: string, siteUrl: string | undefined): string {
  const path = `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`
  return siteUrl === undefined ? path : new URL(path, siteUrl).href
}
