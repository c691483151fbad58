/** The Node host: `node:http` straight into the pipeline, without web objects on the way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FwServer } from '../server/create-server.ts'
import { NodeFwRequest } from './node-request.ts'
import { readStaticFiles, type StaticFiles, serveStatic } from './static-files.ts'
import { writeReply } from './write-reply.ts'

/** Options of `serve`. */
export interface ServeOptions {
  /** Default 3000; 0 lets the system choose a free one. */
  readonly port?: number
  /** Default `127.0.0.1`; `0.0.0.0` listens on every address. */
  readonly hostname?: string
  /** Folder of the built client, served before the app. Default: no files. */
  readonly publicDir?: string
  /** How long `close` waits for running requests, in milliseconds. Default 10 seconds. */
  readonly drainMs?: number
}

/** A listening server. */
export interface Listening {
  /** As `http://127.0.0.1:3000`; `http://localhost:3000` when it listens on every address. */
  readonly url: string
  readonly port: number
  /** Takes no new requests, lets the running ones end, then closes the app. */
  close(): Promise<void>
}

const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 5_000

/** The request listener of a server: mounts an app in a `node:http` server of your own (the development server does). */
export function createNodeListener(
  server: FwServer,
  files: StaticFiles = NO_FILES,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    let request: NodeFwRequest
    try {
      request = new NodeFwRequest(incoming, outgoing, server.maxBodyBytes)
    } catch (error) {
      writeReply(incoming, outgoing, server.refuse(error))
      return
    }
    if (files.size > 0 && serveStatic(files, request.path, incoming, outgoing)) return
    server.handle(request).then(
      (reply) => writeReply(incoming, outgoing, reply),
      // `handle` answers every failure; this is a bug of ours, and the caller must not wait for it.
      () => outgoing.destroy(),
    )
  }
}

const NO_FILES: StaticFiles = new Map()

/** Serves an app on Node. Rejects with a clear error when the port is in use. */
export async function serve(server: FwServer, options: ServeOptions = {}): Promise<Listening> {
  const { port = 3000, hostname = '127.0.0.1', publicDir, drainMs = 10_000 } = options
  const files = publicDir === undefined ? NO_FILES : await readStaticFiles(publicDir)
  const node = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS },
    createNodeListener(server, files),
  )
  node.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(node, port, hostname)
  // A listening TCP server has an address object; only pipes have strings.
  const address = node.address() as AddressInfo
  return {
    url: `http://${hostInUrl(hostname)}:${address.port}`,
    port: address.port,
    async close() {
      await drain(node, drainMs)
      await server.close()
    },
  }
}

/** A host that can be opened: no browser goes to `0.0.0.0`. */
function hostInUrl(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

function listen(node: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} on ${hostname} is in use. Stop what listens there, or choose another port with --port or PORT.`
      reject(
        error.code === 'EADDRINUSE' ? Object.assign(new Error(inUse, { cause: error }), { code: error.code }) : error,
      )
    })
    node.listen(port, hostname, resolve)
  })
}

function drain(node: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => node.closeAllConnections(), drainMs)
    node.close(() => {
      clearTimeout(timer)
      resolve()
    })
    node.closeIdleConnections()
  })
}
