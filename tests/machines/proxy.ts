/**
 * A plain HTTP proxy: each request is sent to the next server in turn, on a connection of its own. It only tries the next
 * server if a connection is refused, as a proxy may for any request.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RoundRobin {
  readonly url: string
  /** URLs of the servers that have responded, in the order of the requests. */
  readonly served: readonly string[]
  /** Requests whose server failed, with the reason. */
  readonly failures: readonly string[]
  /** Number of refused connections. */
  readonly refused: number
  close(): Promise<void>
}

const CHECK_MS = 50

/**
 * @param targets URLs of the servers.
 * @param readyPath Path that each server is asked for all the time. One that isn't ready gets no requests.
 */
export async function startProxy(targets: readonly string[], readyPath?: string): Promise<RoundRobin> {
  const away = new Set<string>()
  const check = async (target: string): Promise<void> => {
    const { ok } = await fetch(`${target}${readyPath}`).catch(() => ({ ok: false }))
    if (ok) away.delete(target)
    else away.add(target)
  }
  const checks = readyPath === undefined ? undefined : setInterval(() => void targets.map(check), CHECK_MS)
  const served: string[] = []
  const failures: string[] = []
  let turn = 0
  let refused = 0

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const first = turn++
    // Each server once: other requests take turns meanwhile.
    const inTurn = targets.map((_, index) => targets[(first + index) % targets.length] ?? '')
    // A slow check doesn't mean that a server is away, so those are the last.
    const [ready, others] = [inTurn.filter((target) => !away.has(target)), inTurn.filter((target) => away.has(target))]
    for (const target of [...ready, ...others]) {
      if (await send(request, Buffer.concat(chunks), target, response)) {
        served.push(target)
        return
      }
      refused += 1
    }
    response.writeHead(502).end()
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      failures.push(`${request.method} ${request.url}: ${error}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    failures,
    get refused() {
      return refused
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(checks)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Resolves to `false` if the connection was refused, before anything was sent; rejects if the server fails later. */
function send(request: IncomingMessage, body: Buffer, target: string, response: ServerResponse): Promise<boolean> {
  const { method, url, headers } = request
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(new URL(url ?? '/', target), {
      method,
      headers: {
        ...headers,
        connection: 'close',
        'x-forwarded-for': request.socket.remoteAddress,
        'x-forwarded-host': headers.host,
        'x-forwarded-proto': 'http',
      },
      agent: false,
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(false)
      else reject(error)
    })
    outgoing.on('response', (incoming) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...received } = incoming.headers
      response.writeHead(incoming.statusCode ?? 502, received)
      response.flushHeaders()
      incoming.pipe(response)
      incoming.once('error', reject)
      incoming.once('end', () => resolve(true))
      // A client that leaves ends the request at the server, too.
      response.once('close', () => {
        outgoing.destroy()
        resolve(true)
      })
    })
    outgoing.end(body)
  })
}
