/** The id of a request: in its response (`x-request-id`), in every log entry, and in the message of a hidden error. */
import { randomBytes } from 'node:crypto'
import { REQUEST_ID_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'

/**
 * Random for each process: ids of two processes differ, and requests need no randomness of their own. Made late: Workers load
 * modules without randomness.
 */
let prefix: string | undefined
let count = 0

/** Returns a new id, such as `3f9a01c2b7de-1a`. It identifies a request, and isn't secret. */
export function newRequestId(): string {
  prefix ??= `${randomBytes(6).toString('hex')}-`
  count += 1
  return prefix + count.toString(36)
}

/** Characters that are safe in a log entry and in a header. */
const SAFE = /^[\w.~:+/=@-]{1,128}$/

/**
 * Returns the id that a trusted proxy gave the request, or a new one. Ids of other callers are ignored, because they could
 * forge log entries.
 */
export function getRequestId(request: Pick<FwRequest, 'header' | 'viaProxy'>): string {
  const given = request.viaProxy ? request.header(REQUEST_ID_HEADER) : undefined
  return given !== undefined && SAFE.test(given) ? given : newRequestId()
}
