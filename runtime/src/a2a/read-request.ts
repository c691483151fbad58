/**
 * Reads the requests of callers field by field (specification, 3.1 and 3.2). Fields of the protocol that aren't used
 * here are ignored.
 */
import type { Attachment } from '#contract/agent/message.ts'
import { isRecord } from '#contract/is-object.ts'
import { A2aError, createParamsError } from './protocol.ts'
import { type ReadPart, readParts } from './read-part.ts'
import { createDigest } from './sent-messages.ts'
import { TASK_STATES, type TaskMessage, type TaskPart, type TaskState } from './task.ts'

export type A2aParams = Readonly<Record<string, unknown>>

/** `SendMessageRequest`. */
export interface SendRequest {
  /** The message as it is stored: without the bytes of files. */
  readonly message: TaskMessage
  readonly work: Work
  /** Digest of the whole message, which identifies a repeated message. */
  readonly digest: string
  readonly historyLength: number | undefined
  readonly returnImmediately: boolean
}

/** The work that a message requests: a call of a tool, or a turn of the agent. */
export type Work =
  | { readonly kind: 'call'; readonly tool: string; readonly input: unknown }
  | { readonly kind: 'turn'; readonly text: string; readonly files: readonly Attachment[] }

/**
 * Reads the request of `SendMessage`.
 *
 * @throws A2aError `INVALID_PARAMS`, `CONTENT_TYPE_NOT_SUPPORTED` or `PUSH_NOTIFICATION_NOT_SUPPORTED`
 */
export function readSend({ message, configuration }: A2aParams): SendRequest {
  if (!isRecord(message)) throw createParamsError('message', 'must be an object')
  const { messageId, role, parts, contextId, taskId } = message
  if (typeof messageId !== 'string' || messageId === '')
    throw createParamsError('message.messageId', 'must be a string')
  if (role !== 'ROLE_USER') throw createParamsError('message.role', 'must be "ROLE_USER"')
  if (!Array.isArray(parts) || parts.length === 0)
    throw createParamsError('message.parts', 'must be a list of at least one part')
  const read = readParts(parts)
  const options = configuration === undefined || configuration === null ? {} : configuration
  if (!isRecord(options)) throw createParamsError('configuration', 'must be an object')
  if (isRecord(options.taskPushNotificationConfig)) throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED')
  checkOutputModes(options.acceptedOutputModes)
  return {
    message: {
      messageId,
      role,
      parts: read.map(({ part }) => part),
      ...idField('message.contextId', 'contextId', contextId),
      ...idField('message.taskId', 'taskId', taskId),
    },
    work: toWork(read),
    digest: createDigest([read, contextId ?? '', taskId ?? '']),
    historyLength: readCount('configuration.historyLength', options.historyLength),
    returnImmediately: options.returnImmediately === true,
  }
}

/** A data part that names a tool is a call, and must be the only part. All other parts are for the agent to read. */
function toWork(parts: readonly ReadPart[]): Work {
  const contents = parts.flatMap(({ part, file }) => (file === undefined ? [part] : []))
  const call = contents.map(({ data }) => data).find((data) => isRecord(data) && data.tool !== undefined)
  if (!isRecord(call)) {
    const files = parts.flatMap(({ file }) => file ?? [])
    return { kind: 'turn', text: contents.map(readText).join('\n\n'), files }
  }
  if (parts.length > 1)
    throw createParamsError('message.parts', 'must have the call as its only part: one data part { tool, input }')
  const { tool, input = {} } = call
  if (typeof tool !== 'string' || tool === '') throw createParamsError('message.parts[0].data.tool', 'must be a string')
  return { kind: 'call', tool, input }
}

function readText({ text, data }: TaskPart): string {
  return text ?? JSON.stringify(data)
}

const OUTPUT_MODES: ReadonlySet<string> = new Set(['text/plain', 'application/json', 'text/*', 'application/*', '*/*'])

/** Checks the accepted output modes. The agent returns text and data only. */
function checkOutputModes(modes: unknown): void {
  if (!Array.isArray(modes) || modes.length === 0) return
  if (!modes.some((mode) => typeof mode === 'string' && OUTPUT_MODES.has(mode)))
    throw new A2aError('CONTENT_TYPE_NOT_SUPPORTED')
}

/** Reads `GetTaskRequest`, and other requests that name one task. */
export function readTaskRequest({ id, historyLength }: A2aParams): { id: string; historyLength: number | undefined } {
  if (typeof id !== 'string' || id === '') throw createParamsError('id', 'must be the id of a task')
  return { id, historyLength: readCount('historyLength', historyLength) }
}

/** `ListTasksRequest`. */
export interface ListRequest {
  readonly contextId: string | undefined
  readonly status: TaskState | undefined
  readonly pageSize: number
  readonly pageToken: string
  readonly historyLength: number | undefined
  /** Epoch milliseconds. */
  readonly after: number | undefined
  readonly includeArtifacts: boolean
}

const PAGE_SIZE = 50
const MAX_PAGE_SIZE = 100

/**
 * Reads the request of `ListTasks`.
 *
 * @throws A2aError `INVALID_PARAMS`
 */
export function readList(params: A2aParams): ListRequest {
  const { contextId, status, pageToken = '', statusTimestampAfter, includeArtifacts = false } = params
  const pageSize = readCount('pageSize', params.pageSize) ?? PAGE_SIZE
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) throw createParamsError('pageSize', `must be 1 to ${MAX_PAGE_SIZE}`)
  if (typeof pageToken !== 'string') throw createParamsError('pageToken', 'must be a string')
  if (typeof includeArtifacts !== 'boolean') throw createParamsError('includeArtifacts', 'must be true or false')
  return {
    ...{ contextId: undefined, ...idField('contextId', 'contextId', contextId) },
    status: readState(status),
    pageSize,
    pageToken,
    historyLength: readCount('historyLength', params.historyLength),
    after: readTime(statusTimestampAfter),
    includeArtifacts,
  }
}

function readState(status: unknown): TaskState | undefined {
  if (status === undefined || status === '' || status === 'TASK_STATE_UNSPECIFIED') return undefined
  const state = TASK_STATES.find((one) => one === status)
  if (state === undefined) throw createParamsError('status', `must be one of ${TASK_STATES.join(', ')}`)
  return state
}

function readTime(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw createParamsError('statusTimestampAfter', 'must be a time such as 2026-11-09T10:30:00Z')
  return time
}

function readCount(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw createParamsError(field, 'must be an integer of at least 0')
  return value
}

/**
 * Reads an id, which may be the server's or the caller's own. Some clients send an empty string instead of omitting
 * it.
 */
function idField<Name extends string>(field: string, name: Name, value: unknown): { readonly [Key in Name]?: string } {
  if (value === undefined || value === '') return {}
  if (typeof value !== 'string' || !/^[\w.:-]{1,128}$/.test(value))
    throw createParamsError(field, 'must be 1 to 128 letters, digits and _ . : -')
  return { [name]: value } as { readonly [Key in Name]?: string } // the only key
}
