/** The protocol's objects as they stand in JSON (specification, 4.1 and 4.2), and a task as we keep it. */

export type TaskState =
  | 'TASK_STATE_SUBMITTED'
  | 'TASK_STATE_WORKING'
  | 'TASK_STATE_COMPLETED'
  | 'TASK_STATE_FAILED'
  | 'TASK_STATE_CANCELED'
  | 'TASK_STATE_INPUT_REQUIRED'
  | 'TASK_STATE_REJECTED'
  | 'TASK_STATE_AUTH_REQUIRED'

/** Every state, in the order of the protocol's numbers. */
export const TASK_STATES: readonly TaskState[] = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
]

const ENDED: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
])

/** One of `text`, `data`, `raw` and `url`. */
export interface TaskPart {
  readonly text?: string
  readonly data?: unknown
  readonly raw?: string
  readonly url?: string
  readonly mediaType?: string
  readonly filename?: string
}

export interface TaskMessage {
  readonly messageId: string
  readonly role: 'ROLE_USER' | 'ROLE_AGENT'
  readonly parts: readonly TaskPart[]
  readonly contextId?: string
  readonly taskId?: string
}

export interface Artifact {
  readonly artifactId: string
  readonly name?: string
  readonly parts: readonly TaskPart[]
}

export interface TaskStatus {
  readonly state: TaskState
  readonly message?: TaskMessage
  /** ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string
}

export interface Task {
  readonly id: string
  readonly contextId: string
  readonly status: TaskStatus
  readonly artifacts: readonly Artifact[]
  readonly history: readonly TaskMessage[]
}

/** A call that the task has parked. */
export interface Waiting {
  /** Of the proposal. */
  readonly id: string
  readonly tool: string
}

/** A task with what its callers do not see. */
export interface KeptTask extends Task {
  /** What a person still has to settle, or has settled and this task has not heard of. */
  readonly waiting: readonly Waiting[]
}

export interface StatusUpdate {
  readonly taskId: string
  readonly contextId: string
  readonly status: TaskStatus
}

export interface ArtifactUpdate {
  readonly taskId: string
  readonly contextId: string
  readonly artifact: Artifact
  /** The parts come after those that were sent; else they are all there is. */
  readonly append: boolean
  readonly lastChunk: boolean
}

/** What a stream carries: the task first, then what changes. */
export type StreamEvent =
  | { readonly task: object }
  | { readonly statusUpdate: StatusUpdate }
  | { readonly artifactUpdate: ArtifactUpdate }

/** Whether nothing can happen to the task any more. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return ENDED.has(status.state)
}

/** How much of a task its caller asked for. */
export interface TaskView {
  /** The newest messages of the history; undefined for all. */
  readonly historyLength?: number | undefined
  /** Default true. */
  readonly artifacts?: boolean
}

/** The task as it is sent. */
export function toWireTask(task: Task, { historyLength, artifacts = true }: TaskView = {}): object {
  const { id, contextId, status, history } = task
  const shown = historyLength === undefined ? history : historyLength === 0 ? [] : history.slice(-historyLength)
  return {
    id,
    contextId,
    status,
    ...(artifacts && { artifacts: task.artifacts }),
    ...(shown.length > 0 && { history: shown }),
  }
}

/** What the agent says about the state of a task. */
export function agentMessage(task: Pick<Task, 'id' | 'contextId'>, parts: readonly TaskPart[]): TaskMessage {
  const { id: taskId, contextId } = task
  return { messageId: crypto.randomUUID(), role: 'ROLE_AGENT', taskId, contextId, parts }
}
