/** Creates the response of a turn: one JSON object, or a stream of events. */
import type { TurnReply } from '#contract/agent/agent.ts'
import { ERRORS } from '#contract/http/error.ts'

/** Returns a reply as JSON. A failure of the provider has an error status. */
export function jsonResponse(reply: TurnReply): Response {
  const status = reply.type === 'error' ? ERRORS[reply.code].status : 200
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (reply.type === 'error' && reply.retryAfterMs !== undefined)
    headers.set('retry-after', String(Math.ceil(reply.retryAfterMs / 1000)))
  return Response.json(reply, { status, headers })
}

/**
 * Returns a streamed response. `path` is where a client that loses its connection can resume it (RFC 9110,
 * Content-Location).
 */
export function streamResponse(body: ReadableStream<Uint8Array>, id: string, path?: string): Response {
  return new Response(body, {
    headers: {
      ...EVENT_STREAM,
      'x-fw-ai-ui-message-stream': 'v1',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-fw-stream-id': id,
      ...(path !== undefined && { 'content-location': path }),
    },
  })
}

/** Returns a streamed response of a protocol whose streams have no marks of their own. */
export function plainStreamResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: EVENT_STREAM })
}

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that buffer responses would delay the stream.
  'x-accel-buffering': 'no',
}
