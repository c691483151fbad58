/** Upgrades in dev: Vite handles its own reload socket, the app all others. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createUpgradeResponse } from '@fw/runtime/tooling'
import type { DevParts } from './dev-parts.ts'
import { isViteOpenRequest } from './endpoints.ts'
import { failureText, sendFailure } from './failure-response.ts'
import { refuseHost } from './hosts.ts'
import type { DevLifecycle } from './lifecycle.ts'

interface UpgradeOptions {
  /** The app's folder. */
  readonly root: string
  readonly log: (line: string) => void
}

/** Handles the upgrades of `http`. The returned function destroys the open connections. */
export function handleUpgrades(http: Server, life: DevLifecycle, options: UpgradeOptions): () => void {
  const connections = new Set<Duplex>()
  http.on('upgrade', (request, stream, head) => {
    if (isVites(request)) return
    connections.add(stream)
    stream.once('close', () => connections.delete(stream))
    stream.on('error', () => stream.destroy())
    // `node:http` upgrades only sockets of its own connections.
    const socket = stream as Socket
    const fail = createFailureHandler(request, socket, options)
    life.current().then((parts) => upgrade(parts, request, socket, head, fail), fail)
  })
  return () => {
    for (const stream of connections) stream.destroy()
  }
}

/** Decides as Vite does, which ignores every other upgrade. */
function isVites({ headers, url }: IncomingMessage): boolean {
  const protocol = headers['sec-websocket-protocol']
  return (protocol === 'vite-hmr' || protocol === 'vite-ping') && url?.split('?')[0] === '/'
}

/** Reports a failure to the terminal and the client. */
function createFailureHandler(request: IncomingMessage, socket: Socket, { root, log }: UpgradeOptions) {
  return (reason: unknown): void => {
    log(failureText(reason, root))
    sendFailure(request, createUpgradeResponse(request, socket), reason, { root })
  }
}

/** The Host header is checked here too: an Origin alone can't show that another site bound its name to this machine. */
function upgrade(
  parts: DevParts,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  fail: (reason: unknown) => void,
): void {
  const response = createUpgradeResponse(request, socket)
  const { host } = request.headers
  if (!parts.allowsHost(host)) {
    refuseHost(response, host)
    return
  }
  if (isViteOpenRequest(request)) return void response.writeHead(404).end()
  parts.handleVite(parts.vite, request, response, (error) => {
    response.detachSocket(socket)
    if (error !== undefined && error !== null) return fail(error)
    parts.app.upgrade(request, socket, head).catch(fail)
  })
}
