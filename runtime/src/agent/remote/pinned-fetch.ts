/** `fetch` over connections whose addresses the caller has checked. The global `fetch` resolves names itself. */
import type { LookupAddress, LookupOptions } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { IDLE_MS, REDIRECTS } from '../outgoing-http.ts'

/** Returns the addresses that a connection to `host` may use. The request rejects with any error that it throws. */
type CheckHost = (host: string) => Promise<readonly string[]>

/**
 * Returns a `fetch` for https URLs that follows no redirects and decodes no compressed responses. A failed connection
 * is a `TypeError`, as with the global `fetch`.
 */
export function createPinnedFetch(check: CheckHost): typeof fetch {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, lookup: createLookup(check) })
  return async (input, init = {}) => {
    const { signal } = init
    const outgoing = new Request(input, init)
    const body = outgoing.body === null ? undefined : new Uint8Array(await outgoing.arrayBuffer())
    signal?.throwIfAborted()
    const headers = { ...Object.fromEntries(outgoing.headers), 'accept-encoding': 'identity' }
    const options = { agent, method: outgoing.method, headers, ...(signal && { signal }) }
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(outgoing.url, options, resolve)
      const fail = (reason: string) => {
        reject(createFetchError(reason))
        sent.destroy()
      }
      sent.on('error', (error) => reject(toFetchError(error, signal)))
      sent.on('close', () => reject(createFetchError('The connection was closed before a response.')))
      sent.on('upgrade', (_message, socket) => {
        socket.destroy()
        fail('The server switched protocols.')
      })
      sent.on('information', ({ statusCode }) => {
        if (!INFORMATION.has(statusCode)) fail(`The server sent the status ${statusCode} without a response.`)
      })
      sent.end(body)
    })
    try {
      return toResponse(message, signal)
    } catch (error) {
      // A response that can't be passed on is never read, and its connection would stay open.
      message.destroy()
      throw error instanceof RangeError ? createFetchError(error.message) : error
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

/** Interim responses, which precede a final one. */
const INFORMATION: ReadonlySet<number> = new Set([100, 102, 103])
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse(message: IncomingMessage, signal: AbortSignal | null | undefined): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', rawHeaders } = message
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (REDIRECTS.has(status)) throw createFetchError('The server redirected the request.')
  if (encoding !== 'identity') throw createFetchError(`The response is compressed with ${encoding}.`)
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  if (WITHOUT_BODY.has(status)) message.resume()
  const body = WITHOUT_BODY.has(status) ? null : readBody(message, signal)
  return new Response(body, { status, statusText, headers })
}

function createFetchError(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) })
}

/** Reads only as far as the consumer requests. Cancelling closes the connection. */
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

/**
 * Returns the reason of the caller's abort; otherwise the error, with system errors wrapped as `fetch` does. A
 * `RefusedAddress` stays unchanged.
 */
function toFetchError(error: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const isSystemError = error instanceof Error && 'code' in error
  return isSystemError ? new TypeError('fetch failed', { cause: error }) : error
}
