/** The objects of the A2A protocol in their JSON form (A2A specification, sections 4.1 and 4.2), and a stored task. */

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

interface Task {
  readonly id: string
  readonly contextId: string
  readonly status: TaskStatus
  readonly artifacts: readonly Artifact[]
  readonly history: readonly TaskMessage[]
}

/** A pending call of the task. */
interface PendingCall {
  /** Id of the proposal. */
  readonly id: string
  readonly tool: string
}

/** A stored task, with data that callers don't see. */
export interface StoredTask extends Task {
  /** Calls that are pending, or were resolved without this task having been updated. */
  readonly pendingCalls: readonly PendingCall[]
  /** Number of places of the store that it takes. Default 1. */
  readonly size?: number
  /** Number of times that it has been stored. */
  readonly version: number
}

/**
 * The members of a task that lists and polls need. They are stored apart from the task, because callers choose the length of
 * its messages and results.
 */
export interface TaskSummary extends Pick<StoredTask, 'id' | 'contextId' | 'pendingCalls' | 'version'> {
  readonly status: Omit<TaskStatus, 'message'>
  /** Length of the whole task as JSON. */
  readonly length: number
}

interface StatusUpdate {
  readonly taskId: string
  readonly contextId: string
  readonly status: TaskStatus
}

export interface ArtifactUpdate {
  readonly taskId: string
  readonly contextId: string
  readonly artifact: Artifact
  /** Whether the parts follow those already sent; otherwise they replace them. */
  readonly append: boolean
  readonly lastChunk: boolean
}

/** The events of a stream: first the task, then its changes. */
export type StreamEvent =
  | { readonly task: object }
  | { readonly statusUpdate: StatusUpdate }
  | { readonly artifactUpdate: ArtifactUpdate }

/** Whether the task has ended, so that it can't change any more. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return ENDED.has(status.state)
}

/** The part of a task that its caller requested. */
export interface TaskView {
  /** Number of the newest messages to include; `undefined` for all. */
  readonly historyLength?: number | undefined
  /** Default true. */
  readonly artifacts?: boolean
}

/** Returns the task in its wire form. */
export function toWireTask(task: Task, { historyLength, artifacts = true }: TaskView = {}): object {
  const { id, contextId, status, history } = task
  const included = historyLength === undefined ? history : historyLength === 0 ? [] : history.slice(-historyLength)
  return {
    id,
    contextId,
    status,
    ...(artifacts && { artifacts: task.artifacts }),
    ...(included.length > 0 && { history: included }),
  }
}

/** Creates the agent's message about the state of a task. */
export function createAgentMessage(task: Pick<Task, 'id' | 'contextId'>, parts: readonly TaskPart[]): TaskMessage {
  const { id: taskId, contextId } = task
  return { messageId: crypto.randomUUID(), role: 'ROLE_AGENT', taskId, contextId, parts }
}
