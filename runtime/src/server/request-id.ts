/** The id of a request: on its answer (`x-request-id`), in every line of the log, in the text of a hidden error. */
import { randomBytes } from 'node:crypto'
import type { FwRequest } from '#contract/request.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Random once a process: ids of two processes do not meet, and no request pays for randomness. */
const PREFIX = `${randomBytes(6).toString('hex')}-`
let count = 0

/** A new id, as `3f9a01c2b7de-1a`: names a request, proves nothing. */
export function newRequestId(): string {
  count += 1
  return PREFIX + count.toString(36)
}

/** What a log line and a header can carry as they are. */
const SAFE = /^[\w.~:+/=@-]{1,128}$/

/** The id that a trusted proxy gave the request, else a new one. Anybody else could choose the ids of our log. */
export function getRequestId(request: Pick<FwRequest, 'header' | 'viaProxy'>): string {
  const given = request.viaProxy ? request.header(REQUEST_ID_HEADER) : undefined
  return given !== undefined && SAFE.test(given) ? given : newRequestId()
}
