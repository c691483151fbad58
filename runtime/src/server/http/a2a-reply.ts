/** Converts a reply of the A2A protocol to a reply of the server. */
import type { A2aReply } from '#a2a/reply.ts'
import type { FwReply } from '#contract/http/request.ts'
import { DEFAULT_HEADERS } from './reply.ts'

export function toA2aReply({ status, type, body, headers }: A2aReply): FwReply {
  const always = typeof body === 'string' ? MESSAGE_HEADERS : STREAM_HEADERS
  return { status, headers: { ...always, ...headers, 'content-type': type }, body }
}

const MESSAGE_HEADERS = { ...DEFAULT_HEADERS, 'cache-control': 'no-store' } as const
/** Prevents proxies that buffer responses from delaying the stream. */
const STREAM_HEADERS = { ...MESSAGE_HEADERS, 'x-accel-buffering': 'no' } as const
