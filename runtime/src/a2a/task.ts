/**
 * The objects of the A2A protocol in their JSON form (A2A specification, sections 4.1 and 4.2), and a stored task. A task
 * contains its messages and artifacts as JSON text, because callers read tasks often, and choose the size of both.
 */

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

/** The text of a JSON value, without line breaks. */
export type Json = string

interface TaskStatus {
  readonly state: TaskState
  /** The agent's message about the state. */
  readonly message?: Json
  /** ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string
}

/** A pending call of the task. */
interface PendingCall {
  /** Id of the proposal. */
  readonly id: string
  readonly tool: string
}

/** A stored task, with data that callers don't see. */
export interface StoredTask {
  readonly id: string
  readonly contextId: string
  readonly status: TaskStatus
  readonly artifacts: readonly Json[]
  readonly history: readonly Json[]
  /** Calls that are pending, or were resolved without this task having been updated. */
  readonly pendingCalls: readonly PendingCall[]
  /** Id of the work that runs for a message; absent if none runs. */
  readonly work?: string
  /** Number of places of the store that it takes. Default 1. */
  readonly size?: number
  /** Number of times that it has been stored. */
  readonly version: number
}

/** A task before it is stored: the store adds the version and the time. */
export interface TaskEdit extends Omit<StoredTask, 'status' | 'version'> {
  readonly status: Omit<TaskStatus, 'timestamp'>
}

/**
 * The members of a task that lists and polls need. They are stored apart from the task, because callers choose the length of
 * its messages and results.
 */
export interface TaskSummary extends Pick<StoredTask, 'id' | 'contextId' | 'pendingCalls' | 'work' | 'version'> {
  readonly status: Omit<TaskStatus, 'message'>
  /** Length of the whole task as JSON. */
  readonly length: number
}

/** An event of a stream: first the task, then its changes. */
export type StreamEvent = Json

/** Whether the task has ended, so that it can't change any more. */
export function hasEnded({ status }: { readonly status: Pick<TaskStatus, 'state'> }): boolean {
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
export function toWireTask(task: StoredTask, { historyLength, artifacts = true }: TaskView = {}): Json {
  const { history } = task
  const included = historyLength === undefined ? history : historyLength === 0 ? [] : history.slice(-historyLength)
  return formatObject({
    id: JSON.stringify(task.id),
    contextId: JSON.stringify(task.contextId),
    status: formatStatus(task.status),
    artifacts: artifacts ? formatList(task.artifacts) : undefined,
    history: included.length > 0 ? formatList(included) : undefined,
  })
}

function formatStatus({ state, message, timestamp }: TaskStatus): Json {
  return formatObject({ state: JSON.stringify(state), message, timestamp: JSON.stringify(timestamp) })
}

/** Creates the event for a new status. */
export function createStatusUpdate({ id, contextId, status }: StoredTask): StreamEvent {
  const update = { taskId: JSON.stringify(id), contextId: JSON.stringify(contextId), status: formatStatus(status) }
  return formatObject({ statusUpdate: formatObject(update) })
}

interface ArtifactUpdate {
  readonly artifact: Json
  /** Whether the parts follow those already sent; otherwise they replace them. */
  readonly append: boolean
  readonly lastChunk: boolean
}

/** Creates the event for an artifact or a part of it. */
export function createArtifactUpdate(
  { id, contextId }: Pick<StoredTask, 'id' | 'contextId'>,
  { artifact, append, lastChunk }: ArtifactUpdate,
): StreamEvent {
  const update = {
    taskId: JSON.stringify(id),
    contextId: JSON.stringify(contextId),
    artifact,
    append: JSON.stringify(append),
    lastChunk: JSON.stringify(lastChunk),
  }
  return formatObject({ artifactUpdate: formatObject(update) })
}

/** Returns the JSON of an object with these members; those that are undefined are left out. */
export function formatObject(members: Readonly<Record<string, Json | undefined>>): Json {
  const texts = Object.entries(members).flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`))
  return `{${texts.join(',')}}`
}

export function formatList(items: readonly Json[]): Json {
  return `[${items.join(',')}]`
}

/** Creates the agent's message about the state of a task. */
export function createAgentMessage(
  { id: taskId, contextId }: Pick<StoredTask, 'id' | 'contextId'>,
  parts: readonly TaskPart[],
): Json {
  const message: TaskMessage = { messageId: crypto.randomUUID(), role: 'ROLE_AGENT', taskId, contextId, parts }
  return JSON.stringify(message)
}
