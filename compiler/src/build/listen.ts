/** Binding dev's port: the default one moves on when it is taken, a chosen one does not (decisions: Pages, "Ports"). */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ListenOptions {
  readonly hostname: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Reject when the port is taken. */
  readonly strict: boolean
}

const ATTEMPTS = 100

/** Resolves to the port that was bound. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  for (let port = options.port; ; port += 1) {
    try {
      return await bind(server, port, options.hostname)
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!taken || options.strict || port >= Math.min(options.port + ATTEMPTS, 65_535)) throw error
    }
  }
}

function bind(server: Server, port: number, hostname: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => reject(error)
    server.once('error', onError)
    server.listen(port, hostname, () => {
      server.off('error', onError)
      resolve((server.address() as AddressInfo).port) // a TCP server that listens has an address object
    })
  })
}

/** A hostname as it stands in a URL. */
export function urlHost(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
