/** The changes of a task as server-sent events: one `data:` line of JSON each. */
import type { StreamEvent } from './task.ts'

interface StreamForm {
  /** Formats an event for the binding. */
  event(event: StreamEvent): string
  /** Formats the last event of a stream that failed. */
  failure(error: unknown): string
}

/** Interval of comments. Proxies close silent connections, and a user may take a while to decide. */
const COMMENT_EVERY_MS = 15_000

/** Creates the stream of a task. A reader that disconnects only ends its own stream; the task continues. */
export function createTaskStream(
  events: (signal: AbortSignal) => AsyncGenerator<StreamEvent, void>,
  form: StreamForm,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const aborter = new AbortController()
  const source = events(aborter.signal)
  let timer: ReturnType<typeof setInterval> | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setInterval(() => {
          if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(encoder.encode(': \n\n'))
        }, COMMENT_EVERY_MS)
        timer.unref()
      },
      async pull(controller) {
        try {
          const next = await source.next()
          if (!next.done) return controller.enqueue(encoder.encode(`data: ${form.event(next.value)}\n\n`))
        } catch (error) {
          controller.enqueue(encoder.encode(form.failure(error)))
        }
        clearInterval(timer)
        controller.close()
      },
      cancel() {
        clearInterval(timer)
        aborter.abort()
      },
    },
    { highWaterMark: 0 },
  )
}
