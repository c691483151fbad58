/** The server of `--target h3`: h3 on srvx's adapter for `node:http`. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from 'srvx/node'
import { createListenError, MAX_HEADER_BYTES } from '../host/listening.ts'
import { discard } from '../host/node-body.ts'
import { createNodeListener, findRefusal } from '../host/node-host.ts'
import { closeWithConnection } from '../host/response-turn.ts'
import { attachUpgrades } from '../host/upgrade.ts'
import { writeReply } from '../host/write-reply.ts'
import type { FwServer } from '../server/create-server.ts'
import type { BuiltApp } from './app-handler.ts'
import { type ServerOpener, startServer } from './run-server.ts'

/** Interval in which a stopping server closes idle connections. */
const REST_MS = 50

/** Serves the app on `PORT` and `HOST` until the process receives a signal to stop. */
export function startOnH3(app: BuiltApp): Promise<void> {
  return startServer(app, openOnNode)
}

/** Listens with `node:http`, also that of Deno. Upgrades WebSockets. */
export const openOnNode: ServerOpener = async ({ server, fetch }, { port, hostname }, { timeouts }) => {
  const h3 = serve({
    fetch,
    port,
    hostname,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: {
      headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs),
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, timeouts.headersMs, timeouts.requestMs),
      maxHeaderSize: MAX_HEADER_BYTES,
      joinDuplicateHeaders: true,
    },
  })
  // srvx creates it for Node, without TLS options.
  const node = h3.node?.server as Server
  node.timeout = timeouts.idleMs
  node.maxHeadersCount = 0
  refuseInvalid(node, server)
  node.prependListener('request', discardUnread)
  node.prependListener('request', closeWithConnection)
  const upgrades = attachUpgrades(node, server, createNodeListener(server))
  await Promise.resolve(h3.serve()).catch((error: unknown) => {
    throw createListenError(error as NodeJS.ErrnoException, port, hostname)
  })
  const address = node.address() as AddressInfo // of a TCP server that listens
  return {
    port: address.port,
    async close(drainMs) {
      await Promise.all([drain(h3.close(), node, drainMs), upgrades.close(drainMs)])
    },
  }
}

/**
 * Replies to what fw's own host refuses, such as a target with another host than the `Host` header: srvx would pass it on. A limit
 * of headers in Node would drop the rest, which a proxy may have added.
 */
function refuseInvalid(node: Server, server: FwServer): void {
  const listeners = node.listeners('request')
  node.removeAllListeners('request')
  node.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const refusal = findRefusal(server, incoming, outgoing)
    if (refusal === undefined) for (const listener of listeners) listener.call(node, incoming, outgoing)
    else {
      outgoing.shouldKeepAlive = false
      void writeReply(incoming, outgoing, refusal)
    }
  })
}

/** Reads the rest of a body that the app hasn't read, once the response is sent: it would block the next request. */
function discardUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return
    // srvx's stream waits for a reader.
    for (const event of ['data', 'readable']) incoming.removeAllListeners(event)
    discard(incoming)
  })
}

/** Waits for running requests. Closes idle connections at once, and all of them after `drainMs`. */
async function drain(closed: Promise<void>, node: Server, drainMs: number): Promise<void> {
  const rest = setInterval(() => node.closeIdleConnections(), REST_MS)
  const end = setTimeout(() => node.closeAllConnections(), drainMs)
  await closed.finally(() => {
    clearInterval(rest)
    clearTimeout(end)
  })
}
