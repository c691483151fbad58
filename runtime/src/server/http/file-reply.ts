/** Replies with a generated file, which clients request again with its version. */
import { createHash } from 'node:crypto'
import type { FwReply } from '#contract/http/request.ts'
import { DEFAULT_HEADERS } from './reply.ts'

/** Returns the reply, with the version of the file in `etag`. */
export function createFileReply(type: string, body: string, cacheControl: string): FwReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { ...DEFAULT_HEADERS, 'content-type': type, 'cache-control': cacheControl, etag }
  return { status: 200, headers, body }
}

/** Returns 304 if the caller has the current version. */
export function unlessKnown(reply: FwReply, known: string | undefined): FwReply {
  const { etag } = reply.headers
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (typeof etag !== 'string' || !(tags.includes(etag) || tags.includes('*'))) return reply
  return { ...reply, status: 304, body: null }
}
