/** The Bun host: connects `Bun.serve` to the pipeline. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FwReply } from '#contract/http/request.ts'
import { toWebBody } from '#wire/to-response.ts'
import type { FwServer } from '../server/create-server.ts'
import { wantsWebSocket } from '../websocket/handshake.ts'
import type { SocketHandlers } from '../websocket/host-socket.ts'
import { type BodyClock, createBodyClock } from './body-clock.ts'
import type { BunAnswer, BunRuntime, BunServer } from './bun-api.ts'
import { BunFwRequest } from './bun-request.ts'
import { createListenError, type Listening, type ServeOptions, toUrl } from './listening.ts'
import type { StaticFiles, StaticReply } from './static-files.ts'
import { resolveHosting } from './timeouts.ts'

/** Maximum value that Bun accepts. */
const MAX_IDLE_SECONDS = 255

/** Serves an app on Bun. */
export async function serveOnBun(
  bun: BunRuntime,
  server: FwServer,
  files: StaticFiles<Blob> | undefined,
  options: ServeOptions,
): Promise<Listening> {
  const { port = 3000, hostname = '127.0.0.1' } = options
  const { timeouts, drainMs, drainDelayMs } = resolveHosting(server, options)
  server.listensOn(hostname)
  const clock = createBodyClock(timeouts.requestMs)
  const idleSeconds = Math.min(MAX_IDLE_SECONDS, Math.ceil(timeouts.idleMs / 1_000))
  const listening = listen(bun, port, hostname, {
    fetch: createBunFetch(bun, server, files, clock, idleSeconds),
    websocket: server.websocket,
    idleSeconds,
  })
  let closed: Promise<void> | undefined
  const close = async () => {
    server.drain()
    if (drainDelayMs > 0) await pause(drainDelayMs)
    await Promise.all([drain(listening, drainMs), server.closeSockets(drainMs), server.stopSchedules(drainMs)])
    clock.stop()
    await server.close()
  }
  return {
    url: toUrl(hostname, listening.port),
    port: listening.port,
    close() {
      closed ??= close()
      return closed
    },
  }
}

interface Handlers {
  readonly fetch: BunFetch
  readonly websocket: SocketHandlers | undefined
  readonly idleSeconds: number
}

function listen(bun: BunRuntime, port: number, hostname: string, handlers: Handlers): BunServer {
  const { fetch, websocket, idleSeconds } = handlers
  try {
    return bun.serve({
      port,
      hostname,
      fetch,
      ...(websocket === undefined ? {} : { websocket }),
      idleTimeout: idleSeconds,
      // Bodies are counted while they are read, so that a body that is too large gets the same response on every runtime.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // `handle` responds to every failure. This is a bug of the framework, or a reply that Bun can't send.
      error: () => new Response(null, { status: 500 }),
    })
  } catch (error) {
    // Bun throws the same system errors as Node.
    throw createListenError(error as NodeJS.ErrnoException, port, hostname)
  }
}

/** The request listener for `Bun.serve`. */
type BunFetch = (request: Request, listening: BunServer) => BunAnswer | Promise<BunAnswer>

/** Creates a listener that handles Bun's requests with an app's static files and pipeline. */
function createBunFetch(
  bun: BunRuntime,
  server: FwServer,
  files: StaticFiles<Blob> | undefined,
  clock: BodyClock,
  idleSeconds: number,
): BunFetch {
  return (request, listening) => {
    let incoming: BunFwRequest
    try {
      incoming = new BunFwRequest(request, listening, clock, server)
    } catch (error) {
      return toBunResponse(server.refuse(error), request.method, true)
    }
    if (server.websocket !== undefined && wantsWebSocket(incoming)) {
      // Bun sets no idle timeout for a request that may become a WebSocket.
      listening.timeout(request, idleSeconds)
      return server
        .upgrade(incoming, (options) => listening.upgrade(request, options))
        .then((refusal) => refusal && toBunResponse(refusal, incoming.method, true))
    }
    const handle = () =>
      server
        .handle(incoming)
        .then((reply) => toBunResponse(reply, incoming.method, server.draining || incoming.isOpenEnded))
    const found = files?.findReply(incoming)
    if (found === undefined) return handle()
    const send = (file: StaticReply<Blob>) => toFileResponse(bun, file, server.draining)
    return found instanceof Promise ? found.then((file) => (file ? send(file) : handle())) : send(found)
  }
}

function toFileResponse(bun: BunRuntime, { status, headers, body }: StaticReply<Blob>, last: boolean): Response {
  const bytes = body === null || body instanceof Blob ? body : bun.file(body.file).slice(body.start, body.end)
  return new Response(bytes, { status, headers: toHeaders(headers, last) })
}

/** Converts a reply. With `last`, the connection accepts no further request. */
function toBunResponse(reply: FwReply, method: string, last: boolean): Response | Promise<Response> {
  const { status, headers, body, requestId } = reply
  const isHead = method === 'HEAD'
  const list = toHeaders(headers, last)
  if (requestId !== undefined) list.push(['x-request-id', requestId])
  // Bun would send a length of 0, which isn't the length of the body of a GET.
  if (isHead && headers['content-length'] === undefined) list.push(['transfer-encoding', 'chunked'])
  if (isHead || status === 204 || status === 304) return new Response(null, { status, headers: list })
  if (body instanceof ReadableStream && Number(headers['content-length']) <= MAX_MEASURED_BYTES)
    return readWhole(body).then((bytes) => new Response(bytes, { status, headers: list }))
  return new Response(toWebBody(body), { status, headers: list })
}

/**
 * Maximum size in bytes of a stream that is read before it is sent. Bun sends a stream in chunks, without the length
 * that the app set (oven-sh/bun#10507), so short ones are read first to send their length.
 */
const MAX_MEASURED_BYTES = 1_048_576

function readWhole(body: ReadableStream<Uint8Array>): Promise<ArrayBuffer> {
  return new Response(body).arrayBuffer()
}

function toHeaders(
  headers: Readonly<Record<string, string | number | readonly string[]>>,
  last: boolean,
): [string, string][] {
  const list: [string, string][] = last ? [['connection', 'close']] : []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'object') for (const one of value) list.push([name, one])
    else list.push([name, String(value)])
  }
  return list
}

async function drain(listening: BunServer, drainMs: number): Promise<void> {
  const timer = setTimeout(() => void listening.stop(true), drainMs)
  await listening.stop()
  clearTimeout(timer)
}
