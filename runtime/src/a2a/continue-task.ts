/** Adds a message of the caller to a pending task. Checked before its work runs, so that no result of a call is lost. */
import { createBusyError } from './live-tasks.ts'
import { A2aError, createParamsError } from './protocol.ts'
import { hasEnded, type StoredTask, type TaskEdit, type TaskMessage } from './task.ts'

/**
 * Maximum length of a task with a further message, as JSON: its history and its artifacts. Each request reads the whole
 * task, and an anonymous caller can send any number of messages while a call is pending.
 */
const MAX_LENGTH = 1_000_000
/** Maximum number of pending calls of a task that a message may continue. */
const MAX_PENDING_CALLS = 20

/**
 * Returns the task with the message, which `work` processes.
 *
 * @throws A2aError `UNSUPPORTED_OPERATION` for a task that has ended, is running, is too long, or has too many pending
 *   calls; `INVALID_PARAMS` for a message of another conversation.
 */
export function continueTask(task: StoredTask, message: TaskMessage, work: string): TaskEdit {
  const { contextId, artifacts, pendingCalls } = task
  if (message.contextId !== undefined && message.contextId !== contextId)
    throw createParamsError('message.contextId', 'differs from the contextId of the task')
  if (hasEnded(task)) throw createContinueError(task, 'The task has ended.')
  if (task.status.state !== 'TASK_STATE_AUTH_REQUIRED') throw createBusyError()
  if (pendingCalls.length >= MAX_PENDING_CALLS)
    throw createContinueError(task, `The task has ${pendingCalls.length} pending calls, and may have no more.`)
  const history = [...task.history, JSON.stringify({ ...message, contextId })]
  const length = [...history, ...artifacts].reduce((sum, json) => sum + json.length, 0)
  if (length > MAX_LENGTH)
    throw createContinueError(task, `With this message the task would be longer than ${MAX_LENGTH} characters.`)
  return { ...task, history, work, status: { state: 'TASK_STATE_WORKING' } }
}

/** Creates the error for a message that has to begin a new task. */
function createContinueError({ id }: StoredTask, reason: string): A2aError {
  return new A2aError('UNSUPPORTED_OPERATION', {
    message: `${reason} To begin a new task, send the message with its contextId, and without its taskId.`,
    metadata: { taskId: id },
  })
}
