/** Creates one page of a caller's tasks, newest change first (specification, 3.1.4). */
import { createParamsError } from './protocol.ts'
import type { ListRequest } from './read-request.ts'
import { formatList, formatObject, type Json, type StoredTask, type TaskSummary, toWireTask } from './task.ts'

/**
 * Maximum length of the tasks of a page together, as JSON. A page may contain fewer tasks than requested, so that a short
 * request doesn't read all tasks of its caller.
 */
const MAX_PAGE_LENGTH = 1_048_576

/**
 * Creates `ListTasksResponse`.
 *
 * @param read Returns a task; `undefined` if it has been removed.
 * @throws A2aError `INVALID_PARAMS` for an invalid page token.
 */
export async function createTaskPage(
  summaries: readonly TaskSummary[],
  request: ListRequest,
  read: (id: string) => Promise<StoredTask | undefined>,
): Promise<Json> {
  const { contextId, status, after, pageSize, pageToken, historyLength, includeArtifacts } = request
  const found = summaries
    .filter((task) => contextId === undefined || task.contextId === contextId)
    .filter((task) => status === undefined || task.status.state === status)
    .filter((task) => after === undefined || Date.parse(task.status.timestamp) > after)
    .sort((one, other) => (getSortKey(one) < getSortKey(other) ? 1 : -1))
  const cursor = pageToken === '' ? undefined : readToken(pageToken)
  const rest = cursor === undefined ? found : found.filter((task) => getSortKey(task) < cursor)
  const page = rest.slice(0, countFitting(rest, pageSize))
  const last = page.at(-1)
  const tasks = (await Promise.all(page.map(({ id }) => read(id)))).filter((task) => task !== undefined)
  return formatObject({
    tasks: formatList(tasks.map((task) => toWireTask(task, { historyLength, artifacts: includeArtifacts }))),
    nextPageToken: JSON.stringify(last !== undefined && rest.length > page.length ? btoa(getSortKey(last)) : ''),
    pageSize: JSON.stringify(pageSize),
    totalSize: JSON.stringify(found.length),
  })
}

/** Returns the number of first tasks that fit into a page, at least one. */
function countFitting(tasks: readonly TaskSummary[], pageSize: number): number {
  let length = 0
  const end = tasks.findIndex((task, index) => {
    length += task.length
    return index === pageSize || (index > 0 && length > MAX_PAGE_LENGTH)
  })
  return end === -1 ? tasks.length : end
}

/** Returns the position of a task in the order. Times in ISO 8601 sort as strings. */
function getSortKey({ id, status }: TaskSummary): string {
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
