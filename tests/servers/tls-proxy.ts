/**
 * A proxy that terminates TLS in front of a server, like the load balancer of a deployment: it adds `x-forwarded-*`.
 */
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface TlsProxy {
  /** URL such as `https://localhost:1234`. */
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy in front of the server at `target`. `pem` is a file with the key and the certificate of `localhost`. */
export async function startTlsProxy(target: string, pem: string): Promise<TlsProxy> {
  const text = readFileSync(pem)
  const server = createServer({ key: text, cert: text }, (incoming, outgoing) => {
    const { method, url: path } = incoming
    const headers = forwardedHeaders(incoming)
    const passed = sendRequest(new URL(target), { method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the client's headers with the proxy's own forwarding headers in place of the client's. */
function forwardedHeaders({ rawHeaders, headers, socket }: IncomingMessage): string[] {
  const list: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!/^x-forwarded-/i.test(name)) list.push(name, rawHeaders[at + 1] ?? '')
  }
  const address = socket.remoteAddress ?? ''
  list.push('x-forwarded-for', address, 'x-forwarded-proto', 'https', 'x-forwarded-host', headers.host ?? '')
  return list
}
