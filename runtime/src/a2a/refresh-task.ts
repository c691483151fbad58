/** Updates a stored task: users resolve its proposals, and processes end. */
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { A2aHost } from './call.ts'
import { ALIVE_MS, type LiveTasks } from './live-tasks.ts'
import { toResultArtifact } from './run-work.ts'
import { type Artifact, createAgentMessage, hasEnded, type StoredTask, type TaskState } from './task.ts'
import type { TaskStore } from './task-store.ts'

/** Returns the current state of a task. Only a user's decision ends a pending task, never a message of its caller. */
export async function refreshTask(
  task: StoredTask,
  { host, live, store }: { readonly host: A2aHost; readonly live: LiveTasks; readonly store: TaskStore },
): Promise<StoredTask> {
  if (hasEnded(task)) return task
  const running = live.get(task.id)
  if (running !== undefined) return running.task
  const isWorking = task.status.state !== 'TASK_STATE_AUTH_REQUIRED'
  if (isWorking && (await live.isAlive(task.id))) return task
  if (task.pendingCalls.length === 0) {
    if (host.now() - Date.parse(task.status.timestamp) < ALIVE_MS) return task
    const text = 'The server stopped before the task had ended. Check what it has changed before you send it again.'
    return store.end(task, { state: 'TASK_STATE_FAILED', message: createAgentMessage(task, [{ text }]) })
  }
  const proposals = await Promise.all(task.pendingCalls.map(({ id }) => host.proposal(id)))
  if (proposals.some((proposal) => proposal?.state === 'pending'))
    return isWorking ? store.update(task, { state: 'TASK_STATE_AUTH_REQUIRED' }) : task
  if (proposals.some((proposal) => proposal?.state === 'executed' && proposal.result === undefined))
    return isWorking ? task : store.update(task, { state: 'TASK_STATE_WORKING' })
  const ends = proposals.map((proposal, index) => describeEnd(proposal, task.pendingCalls[index]?.tool ?? ''))
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
