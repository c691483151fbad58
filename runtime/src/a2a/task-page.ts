/** One page of a caller's tasks, newest change first (specification, 3.1.4). */
import { invalidParams } from './protocol.ts'
import type { ListRequest } from './read-request.ts'
import { type KeptTask, toWireTask } from './task.ts'

/** `ListTasksResponse`. Throws `INVALID_PARAMS` for a page token that was never given out. */
export function createTaskPage(tasks: readonly KeptTask[], request: ListRequest): object {
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

/** Where a task stands in the order: times in ISO 8601 sort as texts. */
function getSortKey({ id, status }: KeptTask): string {
  return `${status.timestamp} ${id}`
}

function readToken(token: string): string {
  let place = ''
  try {
    place = atob(token)
  } catch {
    // Told below.
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]+$/.test(place)) return place
  throw invalidParams('pageToken', 'is none that was given out; begin without one')
}
