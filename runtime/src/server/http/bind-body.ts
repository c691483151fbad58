/**
 * Bodies that are written while the client reads. App code that produces the pieces, such as an asynchronous generator,
 * then runs after the request was handled.
 */
import { isPushed, type ReplyBody } from '#contract/http/request.ts'
import { type CallingExchange, withCaller } from '../caller-scope.ts'

/** Returns the body. Code that runs while it is read or cancelled has the scope of the request. */
export function bindBody(exchange: CallingExchange, body: ReplyBody): ReplyBody {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return body
  if (!isPushed(body)) return bindStream(exchange, body)
  if (body.isUnbound) return body
  return {
    open: (sink) => withCaller(exchange, () => body.open(sink)),
    cancel: () => withCaller(exchange, () => body.cancel()),
  }
}

function bindStream(exchange: CallingExchange, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await withCaller(exchange, () => reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => withCaller(exchange, () => reader.cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}

/** Cancels the source of a body that isn't sent, such as that of a response to HEAD. Returns the body of such a response. */
export function discardBody(body: ReplyBody): null {
  if (isPushed(body)) body.cancel()
  else if (body instanceof ReadableStream) body.cancel().catch(() => undefined)
  return null
}
