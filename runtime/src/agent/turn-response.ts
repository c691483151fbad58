/** What a turn is answered with: one JSON object, or a stream of events. */
import type { TurnReply } from '#contract/agent.ts'
import { ERRORS } from '#contract/error.ts'

/** A reply as JSON; what failed at the provider is no success. */
export function jsonResponse(answer: TurnReply): Response {
  const status = answer.type === 'error' ? ERRORS[answer.code].status : 200
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (answer.type === 'error' && answer.retryAfterMs !== undefined)
    headers.set('retry-after', String(Math.ceil(answer.retryAfterMs / 1000)))
  return Response.json(answer, { status, headers })
}

/** `address`: where the rest of it can be had by a client that loses its connection (RFC 9110, Content-Location). */
export function streamResponse(body: ReadableStream<Uint8Array>, id: string, address?: string): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that collect an answer would hold the stream back.
      'x-accel-buffering': 'no',
      'x-fw-ai-ui-message-stream': 'v1',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-fw-stream-id': id,
      ...(address !== undefined && { 'content-location': address }),
    },
  })
}
