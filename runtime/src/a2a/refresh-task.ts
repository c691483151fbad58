/** Updates a stored task: users resolve its proposals, and processes end. */
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { A2aHost } from './call.ts'
import { ALIVE_MS, type LiveTasks } from './live-tasks.ts'
import { toResultArtifact } from './run-work.ts'
import {
  type Artifact,
  createAgentMessage,
  hasEnded,
  type StoredTask,
  type TaskState,
  type TaskSummary,
} from './task.ts'
import type { TaskStore } from './task-store.ts'

interface RefreshScope {
  readonly host: A2aHost
  readonly live: LiveTasks
  readonly store: TaskStore
}

/** Creates the changed task and stores it. */
type Change = (task: StoredTask) => Promise<StoredTask>

/** Returns the current state of a task. Only a user's decision ends a pending task, never a message of its caller. */
export async function refreshTask(task: StoredTask, scope: RefreshScope): Promise<StoredTask> {
  if (hasEnded(task)) return task
  const running = scope.live.get(task.id)
  if (running !== undefined) return running.task
  const change = await findChange(task, scope)
  return change === undefined ? task : change(task)
}

/**
 * Returns the current summary of a task; `undefined` if it has been removed. The task itself is read only if its state has
 * changed.
 */
export async function refreshSummary(summary: TaskSummary, scope: RefreshScope): Promise<TaskSummary | undefined> {
  if (hasEnded(summary)) return summary
  const running = scope.live.get(summary.id)
  if (running !== undefined) return withState(summary, running.task)
  if ((await findChange(summary, scope)) === undefined) return summary
  const task = await scope.store.read(summary.id)
  return task && withState(summary, await refreshTask(task, scope))
}

function withState(summary: TaskSummary, { status, version }: StoredTask): TaskSummary {
  return { ...summary, status, version }
}

/** Returns the change of a task that this process doesn't run; `undefined` if its state is current. */
async function findChange(
  { id, status, pendingCalls }: Pick<TaskSummary, 'id' | 'status' | 'pendingCalls'>,
  { host, live, store }: RefreshScope,
): Promise<Change | undefined> {
  const isWorking = status.state !== 'TASK_STATE_AUTH_REQUIRED'
  if (isWorking && (await live.isAlive(id))) return undefined
  if (pendingCalls.length === 0) {
    if (host.now() - Date.parse(status.timestamp) < ALIVE_MS) return undefined
    const text = 'The server stopped before the task had ended. Check what it has changed before you send it again.'
    return (task) => store.end(task, { state: 'TASK_STATE_FAILED', message: createAgentMessage(task, [{ text }]) })
  }
  const proposals = await Promise.all(pendingCalls.map(({ id }) => host.proposal(id)))
  if (proposals.some((proposal) => proposal?.state === 'pending'))
    return isWorking ? (task) => store.update(task, { state: 'TASK_STATE_AUTH_REQUIRED' }) : undefined
  if (proposals.some((proposal) => proposal?.state === 'executed' && proposal.result === undefined))
    return isWorking ? undefined : (task) => store.update(task, { state: 'TASK_STATE_WORKING' })
  const ends = proposals.map((proposal, index) => describeEnd(proposal, pendingCalls[index]?.tool ?? ''))
  return (task) => endTask(task, ends, store)
}

function endTask(task: StoredTask, ends: readonly End[], store: TaskStore): Promise<StoredTask> {
  const lines = ends.flatMap(({ text }) => text ?? [])
  const artifacts = [...task.artifacts, ...ends.flatMap(({ artifact }) => artifact ?? [])]
  return store.end(
    { ...task, artifacts },
    {
      state: WORST_FIRST.find((state) => ends.some((end) => end.state === state)) ?? 'TASK_STATE_FAILED',
      ...(lines.length > 0 && { message: createAgentMessage(task, [{ text: lines.join('\n') }]) }),
    },
  )
}

/**
 * Order in which the states of several calls decide: a failed call must be visible, and one that ran outweighs one
 * that didn't.
 */
const WORST_FIRST: readonly TaskState[] = ['TASK_STATE_FAILED', 'TASK_STATE_COMPLETED', 'TASK_STATE_REJECTED']

interface End {
  readonly state: TaskState
  readonly text?: string
  readonly artifact?: Artifact
}

function describeEnd(proposal: Proposal | undefined, tool: string): End {
  if (proposal?.state === 'rejected') return { state: 'TASK_STATE_REJECTED', text: `A user rejected ${tool}.` }
  if (proposal === undefined)
    return {
      state: 'TASK_STATE_FAILED',
      text: `The outcome of ${tool} is no longer stored. Check what the call has changed before you repeat it.`,
    }
  if (proposal.state !== 'executed')
    return { state: 'TASK_STATE_FAILED', text: `${tool} was not approved in time. It did not run.` }
  const outcome = proposal.result as ProposalOutcome // written by the registry
  if (outcome.ok) return { state: 'TASK_STATE_COMPLETED', artifact: toResultArtifact(tool, outcome.result) }
  const end = outcome.code === 'interrupted' ? `A user approved ${tool}.` : `A user approved ${tool}, and it failed:`
  return { state: 'TASK_STATE_FAILED', text: `${end} ${outcome.error}` }
}
