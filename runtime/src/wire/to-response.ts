/** Converts a reply to a web `Response`, for `fetch` and for hosts that have no other response. */
import { REQUEST_ID_HEADER } from '#contract/http/path.ts'
import { type FwReply, isPushed, type PushedBody, type ReplyBody } from '#contract/http/request.ts'

/** Returns the reply as a web `Response`. */
export function toResponse(reply: FwReply): Response {
  const { status, body } = reply
  const bodyless = status === 204 || status === 205 || status === 304
  return new Response(bodyless ? null : toWebBody(body), { status, headers: toHeaders(reply) })
}

/** Returns the headers of the reply, including its request id. */
export function toHeaders({ headers, requestId }: FwReply): Headers {
  const list = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') list.set(name, value)
    else for (const one of value) list.append(name, one)
  }
  if (requestId !== undefined) list.set(REQUEST_ID_HEADER, requestId)
  return list
}

/** Returns the body in a form that `Response` accepts. */
export function toWebBody(body: ReplyBody): BodyInit | null {
  return isPushed(body) ? streamPushed(body) : (body as BodyInit | null)
}

const encoder = new TextEncoder()

/** Returns the body as a stream. It begins to write at the first read, and waits between reads. */
export function streamPushed(body: PushedBody): ReadableStream<Uint8Array> {
  let isOpen = false
  let isOver = false
  let wake: (() => void) | undefined
  const goOn = () => {
    wake?.()
    wake = undefined
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isOpen) return goOn()
        isOpen = true
        body.open({
          write(text) {
            if (isOver || text === '') return undefined
            controller.enqueue(encoder.encode(text))
            if ((controller.desiredSize ?? 0) >= 0) return undefined
            return new Promise((resolve) => {
              wake = resolve
            })
          },
          end() {
            if (!isOver) controller.close()
            isOver = true
          },
          fail(error) {
            if (!isOver) controller.error(error)
            isOver = true
          },
        })
      },
      cancel() {
        isOver = true
        goOn()
        body.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}
