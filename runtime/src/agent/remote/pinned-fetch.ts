/** `fetch` over connections whose addresses the caller has checked: the global one resolves each name by itself. */
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'

/** Returns the addresses that a connection to `host` may use. What it throws, the request rejects with. */
export type CheckHost = (host: string) => Promise<readonly string[]>

/** An idle connection is closed after this time in milliseconds, or earlier where the server announces it. */
const IDLE_MS = 4_000

/**
 * Returns a `fetch` for https URLs that follows no redirects and decodes no compressed responses. A failed connection is a
 * `TypeError`, as with the global `fetch`.
 */
export function createPinnedFetch(check: CheckHost): typeof fetch {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, lookup: createLookup(check) })
  return async (input, init = {}) => {
    const { signal } = init
    const asked = new Request(input, init)
    const body = asked.body === null ? undefined : new Uint8Array(await asked.arrayBuffer())
    signal?.throwIfAborted()
    const headers = { ...Object.fromEntries(asked.headers), 'accept-encoding': 'identity' }
    const options = { agent, method: asked.method, headers, ...(signal && { signal }) }
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(asked.url, options, resolve)
      const fail = (reason: string) => {
        reject(failure(reason))
        sent.destroy()
      }
      sent.on('error', (error) => reject(toFetchError(error, signal)))
      sent.on('close', () => reject(failure('The connection was closed before a response.')))
      sent.on('upgrade', (_message, socket) => {
        socket.destroy()
        fail('The server switches protocols.')
      })
      sent.on('information', ({ statusCode }) => {
        if (!INFORMATION.has(statusCode)) fail(`The server sends the status ${statusCode}, and no response.`)
      })
      sent.end(body)
    })
    try {
      return toResponse(message, signal)
    } catch (error) {
      // A response that can't be passed on is never read: its connection would stay open.
      message.destroy()
      throw error instanceof RangeError ? failure(error.message) : error
    }
  }
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function createLookup(check: CheckHost) {
  return (host: string, { all, family }: LookupOptions, callback: LookupCallback): void => {
    check(host).then(
      (found) => {
        const addresses = found
          .map((address) => ({ address, family: isIP(address) }))
          .filter((one) => !family || one.family === Number(String(family).replace('IPv', '')))
        const [first] = addresses
        if (first === undefined) callback(new Error(`${host} has no address.`), [])
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Interim responses, which a final one follows. */
const INFORMATION: ReadonlySet<number> = new Set([100, 102, 103])
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse(message: IncomingMessage, signal: AbortSignal | null | undefined): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', rawHeaders } = message
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (REDIRECTS.has(status)) throw failure('The server redirects the request.')
  if (encoding !== 'identity') throw failure(`The response is compressed with ${encoding}.`)
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  if (WITHOUT_BODY.has(status)) message.resume()
  const body = WITHOUT_BODY.has(status) ? null : readBody(message, signal)
  return new Response(body, { status, statusText, headers })
}

function failure(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) })
}

/** Reads ahead no more than the consumer asks for. A consumer that cancels closes the connection. */
function readBody(message: IncomingMessage, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(new Uint8Array(value))
        } catch (error) {
          controller.error(toFetchError(error, signal))
        }
      },
      cancel: () => void message.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** The caller's own reason once it has aborted; a `RefusedAddress` and the like as they are. */
function toFetchError(error: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const isSystemError = error instanceof Error && 'code' in error
  return isSystemError ? new TypeError('fetch failed', { cause: error }) : error
}
