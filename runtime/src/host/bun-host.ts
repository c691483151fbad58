/** The Bun host: `Bun.serve` straight into the pipeline. */
import type { FwReply } from '#contract/request.ts'
import type { FwServer } from '../server/create-server.ts'
import { wantsWebSocket } from '../websocket/handshake.ts'
import type { SocketHandlers } from '../websocket/host-socket.ts'
import type { BunAnswer, BunRuntime, BunServer } from './bun-api.ts'
import { BunFwRequest } from './bun-request.ts'
import { type Listening, listenError, type ServeOptions, urlOf } from './listening.ts'
import { findStatic, type StaticFiles } from './static-files.ts'

const IDLE_SECONDS = 120

/** Serves an app on Bun. */
export async function serveOnBun(
  bun: BunRuntime,
  server: FwServer,
  files: StaticFiles,
  options: ServeOptions,
): Promise<Listening> {
  const { port = 3000, hostname = '127.0.0.1', drainMs = 10_000 } = options
  const listening = listen(bun, port, hostname, {
    fetch: createBunFetch(bun, server, files),
    websocket: server.websocket,
  })
  return {
    url: urlOf(hostname, listening.port),
    port: listening.port,
    async close() {
      await Promise.all([drain(listening, drainMs), server.closeSockets(drainMs)])
      await server.close()
    },
  }
}

interface Answering {
  readonly fetch: BunFetch
  readonly websocket: SocketHandlers | undefined
}

function listen(bun: BunRuntime, port: number, hostname: string, { fetch, websocket }: Answering): BunServer {
  try {
    return bun.serve({
      port,
      hostname,
      fetch,
      ...(websocket === undefined ? {} : { websocket }),
      idleTimeout: IDLE_SECONDS,
      // Bodies are counted where they are read, so that too much of one gets the same answer everywhere.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      error: () => new Response(null, { status: 500 }),
    })
  } catch (error) {
    // Bun throws its system errors as Node does.
    throw listenError(error as NodeJS.ErrnoException, port, hostname)
  }
}

/** The request listener of `Bun.serve`. */
export type BunFetch = (request: Request, listening: BunServer) => BunAnswer | Promise<BunAnswer>

/** Answers Bun's requests with an app's static files and pipeline. */
export function createBunFetch(bun: BunRuntime, server: FwServer, files: StaticFiles): BunFetch {
  return (request, listening) => {
    let incoming: BunFwRequest
    try {
      incoming = new BunFwRequest(request, listening, server.maxBodyBytes)
    } catch (error) {
      return toBunResponse(server.refuse(error), request)
    }
    if (server.websocket !== undefined && wantsWebSocket(incoming))
      return server
        .upgrade(incoming, (options) => listening.upgrade(request, options))
        .then((refusal) => refusal && toBunResponse(refusal, request))
    if (files.size > 0) {
      const found = findStatic(files, incoming.method, incoming.path, request.headers.get('if-none-match'))
      if (found !== undefined) {
        const body = found.file === undefined ? null : bun.file(found.file)
        return new Response(body, { status: found.status, headers: toHeaders(found.headers) })
      }
    }
    return server.handle(incoming).then((reply) => toBunResponse(reply, request))
  }
}

function toBunResponse({ status, headers, body }: FwReply, request: Request): Response {
  const bodyless = request.method === 'HEAD' || status === 204 || status === 304
  // An empty text has a length of 0; null would have none.
  return new Response(bodyless ? null : ((body ?? '') as BodyInit), { status, headers: toHeaders(headers) })
}

function toHeaders(headers: Readonly<Record<string, string | number | readonly string[]>>): HeadersInit {
  const list: [string, string][] = []
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
