/** The Node host: `node:http` straight into the pipeline, without web objects on the way. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FwServer } from '../server/create-server.ts'
import { type Listening, listenError, type ServeOptions, urlOf } from './listening.ts'
import { NodeFwRequest } from './node-request.ts'
import { type StaticFiles, serveStatic } from './static-files.ts'
import { attachUpgrades } from './upgrade.ts'
import { writeReply } from './write-reply.ts'

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

/** Serves an app on Node. */
export async function serveOnNode(server: FwServer, files: StaticFiles, options: ServeOptions): Promise<Listening> {
  const { port = 3000, hostname = '127.0.0.1', drainMs = 10_000 } = options
  const listener = createNodeListener(server, files)
  const node = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS }, listener)
  const upgrades = attachUpgrades(node, server, listener)
  node.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(node, port, hostname)
  // A listening TCP server has an address object; only pipes have strings.
  const address = node.address() as AddressInfo
  return {
    url: urlOf(hostname, address.port),
    port: address.port,
    async close() {
      await Promise.all([drain(node, drainMs), upgrades.close(drainMs)])
      await server.close()
    },
  }
}

function listen(node: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once('error', (error) => reject(listenError(error, port, hostname)))
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
