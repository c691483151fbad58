/** One test body, run in process through `fetch` and over a real socket. */
import { afterEach, describe } from 'vitest'
import { serve } from '../../runtime/src/host.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../runtime/src/server.ts'

/** How a test talks to its app. */
export interface Client {
  readonly server: FwServer
  readonly url: string
  /** A request to a path of the app. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** A call of `api.<tool>` with JSON. */
  call(tool: string, input?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A JSON post to any path. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { result?: unknown; error?: string; code?: string; issues?: unknown }
}

type Start = (options: FwServerOptions) => Promise<Client>

/** `AGENT` makes a request an agent's. */
export const AGENT = { 'x-fw-origin': 'agent' }

/** Runs `body` once for each transport; what `start` opened is closed after each test. */
export function describeTransports(title: string, body: (start: Start) => void): void {
  for (const transport of ['in process', 'over a socket'] as const) {
    describe(`${title}, ${transport}`, () => {
      const open: { close(): Promise<void> }[] = []
      afterEach(async () => {
        for (const one of open.splice(0)) await one.close()
      })
      body(async (options) => {
        const server = createFwServer({ log: () => undefined, ...options })
        if (transport === 'in process') {
          open.push(server)
          return createClient(server, 'http://localhost', (request) => server.fetch(request))
        }
        const listening = await serve(server, { port: 0, drainMs: 100 })
        open.push(listening)
        return createClient(server, listening.url, fetch)
      })
    })
  }
}

function createClient(server: FwServer, url: string, send: (request: Request) => Promise<Response>): Client {
  const request = (path: string, init?: RequestInit) => send(new Request(url + path, { redirect: 'manual', ...init }))
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return toAnswer(await request(path, init))
  }
  return { server, url, request, post, call: (tool, input = {}, headers) => post(`/_fw/api/${tool}`, input, headers) }
}

/** The parsed answer to an api request. */
export async function toAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}
