/**
 * Streamed bodies. Hosts read them after the request was handled, and app code that produces the pieces, such as an
 * asynchronous generator, runs while they are read.
 */
import { type CallingExchange, withCaller } from '../caller-scope.ts'

/** Returns the body. Code that runs while it is read or cancelled has the scope of the request. */
export function bindBody(exchange: CallingExchange, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
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
