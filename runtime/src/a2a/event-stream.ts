/** What happens to a task as server-sent events: one `data:` line of JSON each. */
import type { StreamEvent } from './task.ts'

export interface StreamForm {
  /** The event as the binding writes it. */
  event(event: StreamEvent): string
  /** What ends a stream that failed. */
  failure(error: unknown): string
}

/** Proxies close what is silent for long, and a person takes a while to decide. */
const COMMENT_EVERY_MS = 15_000

/** A reader that leaves ends the listening, and nothing else: the task goes on. */
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
