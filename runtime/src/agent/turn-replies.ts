/** Creates the reply to the request of a turn: one JSON object, or a stream of events. */
import type { TurnReply } from '#contract/agent/agent.ts'
import { ERRORS } from '#contract/http/error.ts'
import type { FwReply, PushedBody } from '#contract/http/request.ts'

/** Returns the turn's reply as JSON. A failure of the provider has an error status. */
export function writeTurnReply(reply: TurnReply): FwReply {
  const body = JSON.stringify(reply)
  if (reply.type !== 'error') return { status: 200, headers: JSON_HEADERS, body }
  const { code, retryAfterMs } = reply
  const wait = retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  return { status: ERRORS[code].status, headers: { ...JSON_HEADERS, ...wait }, body }
}

const JSON_HEADERS = Object.freeze({ 'content-type': 'application/json', 'cache-control': 'no-store' })

/**
 * Returns a streamed reply. `path` is where a client that loses its connection can resume it (RFC 9110,
 * Content-Location).
 */
export function streamReply(body: PushedBody, id: string, path?: string): FwReply {
  const headers = {
    ...EVENT_STREAM,
    'x-fw-ai-ui-message-stream': 'v1',
    'x-vercel-ai-ui-message-stream': 'v1',
    'x-fw-stream-id': id,
    ...(path !== undefined && { 'content-location': path }),
  }
  return { status: 200, headers, body }
}

/** Returns a streamed reply of a protocol whose streams have no marks of their own. */
export function plainStreamReply(body: PushedBody): FwReply {
  return { status: 200, headers: EVENT_STREAM, body }
}

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that buffer responses would delay the stream.
  'x-accel-buffering': 'no',
}
