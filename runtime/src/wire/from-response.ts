/** From a `Response` that an app made to a reply: whatever could not be sent, or not as it says, is found here. */
import { isSendable } from '#contract/header-value.ts'
import type { FwReply } from '#contract/request.ts'

/** The host frames the answer and keeps the connection; and an answer of another server brings an id of its own. */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
])

/** Bodies are read once. */
const answered = new WeakSet<Response>()

/** The reply that a `Response` stands for. Throws a `TypeError` for one that cannot be sent, or was answered before. */
export function fromResponse(response: Response): FwReply {
  if (response.status < 200)
    throw new TypeError(
      'The app answered Response.error(), which has no status. Answer new Response(null, { status: 502 }), or throw.',
    )
  // Before the body: Bun forgets the content type of a blob or a form once its stream was asked for.
  const own = [...response.headers]
  refuseUsed(response)
  // What `fetch` answers is decoded; its headers still say how it came.
  const decoded = response.url !== ''
  const headers: Record<string, string | readonly string[]> = {}
  for (const [name, value] of own) {
    if (NOT_TAKEN.has(name) || (decoded && (name === 'content-encoding' || name === 'content-length'))) continue
    headers[name] = expectSendable(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies.map((cookie) => expectSendable('set-cookie', cookie))
  const { 'content-length': length, ...rest } = headers
  if (length === undefined) return { status: response.status, headers, body: response.body }
  if (response.body === null) return { status: response.status, headers: rest, body: null }
  return { status: response.status, headers, body: response.body.pipeThrough(exactly(Number(length))) }
}

function refuseUsed(response: Response): void {
  if (response.body === null) return
  if (answered.has(response) || response.bodyUsed || response.body.locked)
    throw new TypeError(
      'The app answered a Response whose body was sent or read before. Make a new Response for each request.',
    )
  answered.add(response)
}

function expectSendable(name: string, value: string): string {
  if (isSendable(value)) return value
  throw new TypeError(
    `The app answered a Response whose header "${name}" has a control character, which cannot be sent.`,
  )
}

/** A length that is not that of the body would make the rest of one answer the beginning of the next. */
function exactly(length: number): TransformStream<Uint8Array, Uint8Array> {
  let left = length
  const wrong = () => new TypeError('The body of a Response is not as long as its content-length says.')
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) throw wrong()
      controller.enqueue(chunk)
    },
    flush() {
      if (left !== 0) throw wrong()
    },
  })
}
