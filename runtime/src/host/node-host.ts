/** The Node host: connects `node:http` to the pipeline, without web objects. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FwReply } from '#contract/http/request.ts'
import { checkHost } from '../identity/check-host.ts'
import type { FwServer } from '../server/create-server.ts'
import { checkTransferCoding } from './check-coding.ts'
import {
  createListenError,
  type Listening,
  MAX_HEADER_BYTES,
  MAX_HEADERS,
  type ServeOptions,
  toUrl,
} from './listening.ts'
import { NodeFwRequest } from './node-request.ts'
import { SERVER_OPTIONS } from './request-target.ts'
import { closeWithConnection } from './response-turn.ts'
import type { StaticFiles } from './static-files.ts'
import { type Hosting, resolveHosting } from './timeouts.ts'
import { attachUpgrades } from './upgrade.ts'
import { writeReply } from './write-reply.ts'
import { writeStatic } from './write-static.ts'

/** Interval in which a stopping server closes idle connections. */
const REST_MS = 50

/** Maximum time in which a stopping server accepts waiting connections. */
const ACCEPT_MS = 1_000
/** In a turn of the event loop that takes longer, in milliseconds, connections can have arrived after it looked for them. */
const SHORT_TURN_MS = 1

const TOO_MANY_HEADERS: FwReply = { status: 431, headers: { 'cache-control': 'no-store' }, body: null }

/** Creates a request listener that mounts an app in your own `node:http` server, as the development server does. */
export function createNodeListener(
  server: FwServer,
  files?: StaticFiles,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    closeWithConnection(incoming, outgoing)
    let request: NodeFwRequest
    if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
      outgoing.shouldKeepAlive = false
      return void writeReply(incoming, outgoing, TOO_MANY_HEADERS)
    }
    try {
      if (files !== undefined && sendFile(files, server, incoming, outgoing)) return
      if (incoming.url === '*' && incoming.method === 'OPTIONS')
        return void writeReply(incoming, outgoing, SERVER_OPTIONS)
      request = new NodeFwRequest(incoming, outgoing, server.bodyLimit, server.proxyTrust)
    } catch (error) {
      outgoing.shouldKeepAlive = false
      writeReply(incoming, outgoing, server.refuse(error))
      return
    }
    if (server.draining) outgoing.shouldKeepAlive = false
    const write = (reply: FwReply) => send(server, incoming, outgoing, reply)
    const found = files?.findReply(request)
    if (found !== undefined && !(found instanceof Promise)) return writeStatic(incoming, outgoing, found)
    // `handle` never rejects, so no `catch` is needed. On this path, one promise less is measurable.
    if (found === undefined) void server.handle(request).then(write)
    else
      found
        .then((file) => (file ? writeStatic(incoming, outgoing, file) : server.handle(request).then(write)))
        .catch(() => void outgoing.destroy())
  }
}

/** Returns the reply to a request that no app receives, for servers of others on Node; undefined for other requests. */
export function findRefusal(
  server: FwServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): FwReply | undefined {
  if (incoming.rawHeaders.length > 2 * MAX_HEADERS) return TOO_MANY_HEADERS
  if (incoming.url === '*' && incoming.method === 'OPTIONS') return SERVER_OPTIONS
  try {
    new NodeFwRequest(incoming, outgoing, server.bodyLimit)
    return undefined
  } catch (error) {
    return server.refuse(error)
  }
}

/**
 * Writes a reply. One that can't be written closes the connection: no better response is possible. A function of its own,
 * whose closures don't keep the request for as long as a stream is open.
 */
function send(server: FwServer, incoming: IncomingMessage, outgoing: ServerResponse, reply: FwReply): void {
  if (server.draining) outgoing.shouldKeepAlive = false
  const disconnect = () => void outgoing.destroy()
  try {
    writeReply(incoming, outgoing, reply)?.catch(disconnect)
  } catch {
    disconnect()
  }
}

/** Sends a file from memory without creating an `FwRequest`. Returns false for other files and requests. */
function sendFile(files: StaticFiles, server: FwServer, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { url: path = '/', method = 'GET' } = incoming
  if (!files.has(path)) return false
  checkHost(incoming.headers.host)
  checkTransferCoding(incoming.headers['transfer-encoding'], incoming.httpVersion)
  // Node keeps one value of these headers, or joins them: they are never a list.
  const header = (name: string) => incoming.headers[name] as string | undefined
  const found = files.findReply({ method, path, header })
  if (found === undefined) return false
  if (found instanceof Promise) {
    // The slow path waits for the same read and handles its failure.
    found.catch(() => undefined)
    return false
  }
  if (server.draining) outgoing.shouldKeepAlive = false
  writeStatic(incoming, outgoing, found)
  return true
}

/** Serves an app on Node. */
export async function serveOnNode(
  server: FwServer,
  files: StaticFiles | undefined,
  options: ServeOptions,
): Promise<Listening> {
  const { port = 3000, hostname = '127.0.0.1' } = options
  const hosting = resolveHosting(server, options)
  const listener = createNodeListener(server, files)
  const node = createHttpServer(listener, hosting)
  const upgrades = attachUpgrades(node, server, listener)
  server.listensOn(hostname)
  await listen(node, port, hostname)
  // A listening TCP server has an address object; only pipes have strings.
  const address = node.address() as AddressInfo
  let closed: Promise<void> | undefined
  const close = async () => {
    server.drain()
    if (hosting.drainDelayMs > 0) await pause(hosting.drainDelayMs)
    await Promise.all([
      drain(node, hosting.drainMs),
      upgrades.close(hosting.drainMs),
      server.stopSchedules(hosting.drainMs),
    ])
    await server.close()
  }
  return {
    url: toUrl(hostname, address.port),
    port: address.port,
    close() {
      closed ??= close()
      return closed
    },
  }
}

function createHttpServer(listener: ReturnType<typeof createNodeListener>, { timeouts }: Hosting): Server {
  const { headersMs, requestMs, keepAliveMs, idleMs } = timeouts
  const node = createServer(
    {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, headersMs, requestMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      // By default, Node drops all but the first value of a single-value header; the next parser might use the last one.
      joinDuplicateHeaders: true,
    },
    listener,
  )
  node.timeout = idleMs
  // Requests beyond `MAX_HEADERS` are refused. A limit here would drop the rest silently.
  node.maxHeadersCount = 0
  return node
}

function listen(node: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once('error', (error) => reject(createListenError(error, port, hostname)))
    node.listen(port, hostname, resolve)
  })
}

/** Waits for running requests, including streams; closes a connection when no request runs on it. */
async function drain(node: Server, drainMs: number): Promise<void> {
  await acceptWaiting(node)
  return new Promise((resolve) => {
    const rest = setInterval(() => node.closeIdleConnections(), REST_MS)
    const end = setTimeout(() => node.closeAllConnections(), drainMs)
    node.close(() => {
      clearInterval(rest)
      clearTimeout(end)
      resolve()
    })
    node.closeIdleConnections()
  })
}

/**
 * Accepts the connections that the system has established already. Closing the port resets them, and a proxy can't know
 * whether such a request has run. Resolves right after a short turn of the event loop in which none arrived.
 */
async function acceptWaiting(node: Server): Promise<void> {
  let turnAt = 0
  let hasAccepted = false
  const note = (): void => {
    hasAccepted = true
  }
  node.on('connection', note)
  const until = performance.now() + ACCEPT_MS
  // The first turn has begun already.
  await nextTurn()
  do {
    hasAccepted = false
    turnAt = performance.now()
    await nextTurn()
  } while ((hasAccepted || performance.now() - turnAt > SHORT_TURN_MS) && performance.now() < until)
  node.off('connection', note)
}
