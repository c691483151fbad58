/** Creates one page of a caller's tasks, newest change first (specification, 3.1.4). */
import { createParamsError } from './protocol.ts'
import type { ListRequest } from './read-request.ts'
import { type StoredTask, toWireTask } from './task.ts'

/**
 * Creates `ListTasksResponse`.
 *
 * @throws A2aError `INVALID_PARAMS` for an invalid page token.
 */
export function createTaskPage(tasks: readonly StoredTask[], request: ListRequest): object {
  const { contextId, status, after, pageSize, pageToken, historyLength, includeArtifacts } = request
  const found = tasks
    .filter((task) => contextId === undefined || task.contextId === contextId)
    .filter((task) => status === undefined || task.status.state === status)
    .filter((task) => after === undefined || Date.parse(task.status.timestamp) > after)
    .sort((one, other) => (getSortKey(one) < getSortKey(other) ? 1 : -1))
  const cursor = pageToken === '' ? undefined : readToken(pageToken)
  const rest = cursor === undefined ? found : found.filter((task) => getSortKey(task) < cursor)
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)
  return {
    tasks: page.map((task) => toWireTask(task, { historyLength, artifacts: includeArtifacts })),
    nextPageToken: last !== undefined && rest.length > page.length ? btoa(getSortKey(last)) : '',
    pageSize,
    totalSize: found.length,
  }
}

/** Returns the position of a task in the order. Times in ISO 8601 sort as strings. */
function getSortKey({ id, status }: StoredTask): string {
  return `${status.timestamp} ${id}`
}

function readToken(token: string): string {
  let sortKey = ''
  try {
    sortKey = atob(token)
  } catch {
    // Handled below.
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]+$/.test(sortKey)) return sortKey
  throw createParamsError('pageToken', 'is invalid; start without one')
}
