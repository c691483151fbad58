/** Binds dev's port: if it is in use, the default port is incremented, a configured port isn't. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ListenOptions {
  readonly hostname: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Reject if the port is in use. */
  readonly strict: boolean
}

const ATTEMPTS = 100

/** Binds a port and resolves to it. */
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
      resolve((server.address() as AddressInfo).port) // a listening TCP server has an address object
    })
  })
}
