/** The Node host: `node:http` straight into the pipeline, without web objects on the way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FwReply } from '#contract/request.ts'
import { checkHost } from '../identity/check-host.ts'
import type { FwServer } from '../server/create-server.ts'
import { checkTransferCoding } from './check-coding.ts'
import { type Listening, listenError, MAX_HEADER_BYTES, type ServeOptions, toUrl } from './listening.ts'
import { NodeFwRequest } from './node-request.ts'
import { SERVER_OPTIONS } from './request-target.ts'
import type { StaticFiles } from './static-files.ts'
import { type Hosting, resolveHosting } from './timeouts.ts'
import { attachUpgrades } from './upgrade.ts'
import { writeReply } from './write-reply.ts'
import { writeStatic } from './write-static.ts'

/** How often a server on its way out looks for connections that have come to rest. */
const REST_MS = 50

/** The request listener of a server: mounts an app in a `node:http` server of your own (the development server does). */
export function createNodeListener(
  server: FwServer,
  files?: StaticFiles,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    let request: NodeFwRequest
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
    const write = (reply: FwReply) => {
      if (server.draining) outgoing.shouldKeepAlive = false
      try {
        writeReply(incoming, outgoing, reply)?.catch(leave)
      } catch {
        leave()
      }
    }
    // What cannot be written, and a file that cannot be read, has no better answer: nobody must wait for it.
    const leave = () => void outgoing.destroy()
    const found = files?.answer(request)
    if (found !== undefined && !(found instanceof Promise)) return writeStatic(incoming, outgoing, found)
    // `handle` never rejects; one promise less counts on this way.
    if (found === undefined) void server.handle(request).then(write)
    else
      found
        .then((file) => (file ? writeStatic(incoming, outgoing, file) : server.handle(request).then(write)))
        .catch(leave)
  }
}

/** The short way for what is in memory: without a request of ours. False where it is not, and for all that is no file. */
function sendFile(files: StaticFiles, server: FwServer, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { url: path = '/', method = 'GET' } = incoming
  if (!files.has(path)) return false
  checkHost(incoming.headers.host)
  checkTransferCoding(incoming.headers['transfer-encoding'], incoming.httpVersion)
  // Of these headers Node keeps one line, or joins them: never a list.
  const header = (name: string) => incoming.headers[name] as string | undefined
  const found = files.answer({ method, path, header })
  if (found === undefined) return false
  if (found instanceof Promise) {
    // The long way waits for the same reading, and hears of its failure.
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
      // Of a header that may stand once, Node would drop all but the first; the next reader might take the last.
      joinDuplicateHeaders: true,
    },
    listener,
  )
  node.timeout = idleMs
  // The size is limited; a limit of their number would drop the rest without a word.
  node.maxHeadersCount = 0
  return node
}

function listen(node: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once('error', (error) => reject(listenError(error, port, hostname)))
    node.listen(port, hostname, resolve)
  })
}

/** Running requests end, streams too; a connection goes as soon as nothing runs on it. */
function drain(node: Server, drainMs: number): Promise<void> {
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
