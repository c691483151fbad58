/** A TCP proxy whose connections can go silent without being closed, like those of a laptop that sleeps. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface SwallowingProxy {
  readonly origin: string
  /** Swallows the bytes of all connections that exist, forever, and of new ones until `wake`. */
  sleep(): void
  wake(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a server on this machine. */
export async function startSwallowingProxy(port: number): Promise<SwallowingProxy> {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isAsleep = false
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    const pair = [client, target] as const
    for (const [from, to] of [pair, [target, client] as const]) {
      sockets.add(from)
      if (isAsleep) silent.add(from)
      from.on('data', (bytes) => {
        if (!silent.has(from)) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        // The other side doesn't hear of it either.
        if (!silent.has(from)) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sleep() {
      isAsleep = true
      for (const socket of sockets) silent.add(socket)
    },
    wake() {
      isAsleep = false
    },
    async close() {
      const closing = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closing
    },
  }
}
