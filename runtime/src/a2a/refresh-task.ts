/** What has become of a task since it was kept: people settle what it parked, and processes end. */
import type { Proposal, ProposalOutcome } from '#contract/proposal.ts'
import type { A2aHost } from './call.ts'
import { ALIVE_MS, type LiveTasks } from './live-tasks.ts'
import { resultArtifact } from './run-work.ts'
import { type Artifact, agentMessage, hasEnded, type KeptTask, type TaskState } from './task.ts'
import type { TaskStore } from './task-store.ts'

/** The task as it is now. What a person has decided ends it: nothing that its caller sends does. */
export async function refreshTask(
  task: KeptTask,
  { host, live, store }: { readonly host: A2aHost; readonly live: LiveTasks; readonly store: TaskStore },
): Promise<KeptTask> {
  if (hasEnded(task)) return task
  const running = live.get(task.id)
  if (running !== undefined) return running.task
  const isWorking = task.status.state !== 'TASK_STATE_AUTH_REQUIRED'
  if (isWorking && (await live.isAlive(task.id))) return task
  if (task.waiting.length === 0) {
    if (host.now() - Date.parse(task.status.timestamp) < ALIVE_MS) return task
    const text = 'The server stopped before this had ended. Check what it was to do before you ask again.'
    return store.end(task, { state: 'TASK_STATE_FAILED', message: agentMessage(task, [{ text }]) })
  }
  const proposals = await Promise.all(task.waiting.map(({ id }) => host.proposal(id)))
  if (proposals.some((proposal) => proposal?.state === 'pending'))
    return isWorking ? store.update(task, { state: 'TASK_STATE_AUTH_REQUIRED' }) : task
  if (proposals.some((proposal) => proposal?.state === 'executed' && proposal.result === undefined))
    return isWorking ? task : store.update(task, { state: 'TASK_STATE_WORKING' })
  const ends = proposals.map((proposal, index) => findEnd(proposal, task.waiting[index]?.tool ?? ''))
  const lines = ends.flatMap(({ text }) => text ?? [])
  const artifacts = [...task.artifacts, ...ends.flatMap(({ artifact }) => artifact ?? [])]
  return store.end(
    { ...task, artifacts },
    {
      state: WORST_FIRST.find((state) => ends.some((end) => end.state === state)) ?? 'TASK_STATE_FAILED',
      ...(lines.length > 0 && { message: agentMessage(task, [{ text: lines.join('\n') }]) }),
    },
  )
}

/** Of several calls: one that failed has to be seen; one that ran counts more than one that did not. */
const WORST_FIRST: readonly TaskState[] = ['TASK_STATE_FAILED', 'TASK_STATE_COMPLETED', 'TASK_STATE_REJECTED']

interface End {
  readonly state: TaskState
  readonly text?: string
  readonly artifact?: Artifact
}

function findEnd(proposal: Proposal | undefined, tool: string): End {
  if (proposal?.state === 'rejected') return { state: 'TASK_STATE_REJECTED', text: `A person rejected ${tool}.` }
  if (proposal === undefined)
    return {
      state: 'TASK_STATE_FAILED',
      text: `The outcome of ${tool} is no longer stored. Check what the call has changed before you ask for it again.`,
    }
  if (proposal.state !== 'executed')
    return { state: 'TASK_STATE_FAILED', text: `Nobody approved ${tool} in time. It did not run.` }
  const outcome = proposal.result as ProposalOutcome // written by the vault
  if (outcome.ok) return { state: 'TASK_STATE_COMPLETED', artifact: resultArtifact(tool, outcome.result) }
  const end =
    outcome.code === 'interrupted' ? `A person approved ${tool}.` : `A person approved ${tool}, and it failed:`
  return { state: 'TASK_STATE_FAILED', text: `${end} ${outcome.error}` }
}
