/** Updates a stored task: users resolve its proposals, and processes end. */
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { A2aHost } from './call.ts'
import { ALIVE_MS, type LiveTasks } from './live-tasks.ts'
import { describeLongResult, toResultArtifact } from './run-work.ts'
import {
  createAgentMessage,
  hasEnded,
  type Json,
  type StoredTask,
  type TaskEdit,
  type TaskState,
  type TaskSummary,
} from './task.ts'
import type { TaskStore } from './task-store.ts'

interface RefreshScope {
  readonly host: A2aHost
  readonly live: LiveTasks
  readonly store: TaskStore
}

/** Returns the changed task. */
type Change = (task: StoredTask) => TaskEdit

/** Returns the current state of a task. Only a user's decision ends a pending task, never a message of its caller. */
export async function refreshTask(task: StoredTask, scope: RefreshScope): Promise<StoredTask> {
  if (hasEnded(task)) return task
  if (scope.live.get(task.id) !== undefined) return task
  const change = await findChange(task, scope)
  if (change === undefined) return task
  // Another request may have changed the task since it was read. Its change is as recent as this one.
  const { version } = task
  return (await scope.store.change(task.id, (now) => (now.version === version ? change(now) : undefined))) ?? task
}

/**
 * Returns the current summary of a task; `undefined` if it has been removed. The task itself is read only if its state has
 * changed.
 */
export async function refreshSummary(summary: TaskSummary, scope: RefreshScope): Promise<TaskSummary | undefined> {
  if (hasEnded(summary) || scope.live.get(summary.id) !== undefined) return summary
  if ((await findChange(summary, scope)) === undefined) return summary
  const task = await scope.store.read(summary.id)
  return task && withState(summary, await refreshTask(task, scope))
}

function withState(summary: TaskSummary, { status, version }: StoredTask): TaskSummary {
  return { ...summary, status, version }
}

/** Returns the change of a task that this process doesn't run; `undefined` if its state is current. */
async function findChange(
  { id, status, pendingCalls, work }: Pick<TaskSummary, 'id' | 'status' | 'pendingCalls' | 'work'>,
  { host, live }: RefreshScope,
): Promise<Change | undefined> {
  const isWorking = status.state !== 'TASK_STATE_AUTH_REQUIRED'
  if (work !== undefined && (await live.isAlive(work))) return undefined
  if (pendingCalls.length === 0) {
    if (host.now() - Date.parse(status.timestamp) < ALIVE_MS) return undefined
    const text = 'The server stopped before the task had ended. Check what it has changed before you send it again.'
    return (task) => ({
      ...task,
      status: { state: 'TASK_STATE_FAILED', message: createAgentMessage(task, [{ text }]) },
    })
  }
  const proposals = await Promise.all(pendingCalls.map(({ id }) => host.proposal(id)))
  if (proposals.some((proposal) => proposal?.state === 'pending'))
    return isWorking ? (task) => withoutWork(task, 'TASK_STATE_AUTH_REQUIRED') : undefined
  if (proposals.some((proposal) => proposal?.state === 'executed' && proposal.result === undefined))
    return isWorking ? undefined : (task) => withoutWork(task, 'TASK_STATE_WORKING')
  if (proposals.every((proposal) => proposal?.state === 'rejected') && (await isWithdrawn(host, id)))
    return (task) => ({ ...task, pendingCalls: [], status: { state: 'TASK_STATE_CANCELED' } })
  const ends = proposals.map((proposal, index) => describeEnd(proposal, pendingCalls[index]?.tool ?? ''))
  return (task) => endTask(task, ends)
}

function withoutWork({ work: _ended, ...task }: StoredTask, state: TaskState): TaskEdit {
  return { ...task, status: { state } }
}

/** Records that a caller withdraws the calls of a task, so that no request takes this for the decision of a user. */
export function markWithdrawn({ data }: Pick<A2aHost, 'data'>, id: string): Promise<void> {
  return data.write(`a2a-withdrawn:${id}`, '1', WITHDRAWN_MS)
}

async function isWithdrawn({ data }: Pick<A2aHost, 'data'>, id: string): Promise<boolean> {
  return (await data.read(`a2a-withdrawn:${id}`)) !== undefined
}

/** Time in milliseconds in which `CancelTask` ends the task after it has withdrawn the calls. */
const WITHDRAWN_MS = 60_000

function endTask(task: StoredTask, ends: readonly End[]): TaskEdit {
  const lines = ends.flatMap(({ text }) => text ?? [])
  return {
    ...task,
    artifacts: [...task.artifacts, ...ends.flatMap(({ artifact }) => artifact ?? [])],
    pendingCalls: [],
    status: {
      state: WORST_FIRST.find((state) => ends.some((end) => end.state === state)) ?? 'TASK_STATE_FAILED',
      ...(lines.length > 0 && { message: createAgentMessage(task, [{ text: lines.join('\n') }]) }),
    },
  }
}

/**
 * Order in which the states of several calls decide: a failed call must be visible, and one that ran outweighs one
 * that didn't.
 */
const WORST_FIRST: readonly TaskState[] = ['TASK_STATE_FAILED', 'TASK_STATE_COMPLETED', 'TASK_STATE_REJECTED']

interface End {
  readonly state: TaskState
  readonly text?: string
  readonly artifact?: Json
}

function describeEnd(proposal: Proposal | undefined, tool: string): End {
  if (proposal?.state === 'rejected') return { state: 'TASK_STATE_REJECTED', text: `A user rejected ${tool}.` }
  if (proposal === undefined)
    return {
      state: 'TASK_STATE_FAILED',
      text: `The outcome of ${tool} is no longer stored. Check what the call has changed before you repeat it.`,
    }
  if (proposal.isQuestion && proposal.state !== 'executed')
    return { state: 'TASK_STATE_FAILED', text: `No user responded to the question of ${tool} in time.` }
  if (proposal.state !== 'executed')
    return { state: 'TASK_STATE_FAILED', text: `${tool} was not approved in time. It did not run.` }
  const outcome = proposal.result as ProposalOutcome // written by the registry
  if (outcome.ok) {
    const artifact = toResultArtifact(tool, outcome.result)
    if (artifact === undefined) return { state: 'TASK_STATE_FAILED', text: describeLongResult(tool) }
    return { state: 'TASK_STATE_COMPLETED', artifact }
  }
  const end = outcome.code === 'interrupted' ? `A user approved ${tool}.` : `A user approved ${tool}, and it failed:`
  return { state: 'TASK_STATE_FAILED', text: `${end} ${outcome.error}` }
}
