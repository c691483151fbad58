/** Converts an app's `Response` to a reply, and refuses responses that can't be sent correctly. */
import { isSendable } from '#contract/http/header-value.ts'
import type { FwReply } from '#contract/http/request.ts'

/**
 * Headers that aren't copied: the host handles framing and connections, and a response of another server has its own
 * request id.
 */
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

/** Responses that were sent before: bodies can be read only once. */
const sent = new WeakSet<Response>()

/** Converts a `Response` to a reply. Throws a `TypeError` for one that can't be sent, or was sent before. */
export function fromResponse(response: Response): FwReply {
  if (response.status < 200)
    throw new TypeError(
      'The app returned Response.error(), which has no status. Return new Response(null, { status: 502 }), or throw.',
    )
  // Read before the body: Bun forgets the content type of a blob or a form after its stream was read.
  const own = [...response.headers]
  refuseUsed(response)
  // A response of `fetch` is decoded, but its headers still describe the encoded form.
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
  if (sent.has(response) || response.bodyUsed || response.body.locked)
    throw new TypeError(
      'The app returned a Response whose body was sent or read before. Create a new Response for each request.',
    )
  sent.add(response)
}

function expectSendable(name: string, value: string): string {
  if (isSendable(value)) return value
  throw new TypeError(
    `The app returned a Response whose header "${name}" has a control character, which cannot be sent.`,
  )
}

/** Checks the length: with a wrong one, the rest of this response would be parsed as the beginning of the next. */
function exactly(length: number): TransformStream<Uint8Array, Uint8Array> {
  let left = length
  const wrong = () => new TypeError('The body of a Response does not match its content-length.')
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
