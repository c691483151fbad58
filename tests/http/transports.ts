/**
 * One test body, run in process through `fetch` and over a real socket. `npm run hostile` names other transports in
 * `FW_TRANSPORT`: `redis` and `postgres` (over a socket, with this store) and `tls` (behind a proxy that ends TLS).
 */
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { serve } from '../../runtime/src/host.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { startTlsProxy } from '../servers/tls-proxy.ts'

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

const TITLES = {
  fetch: 'in process',
  socket: 'over a socket',
  redis: 'over a socket, with Redis',
  postgres: 'over a socket, with Postgres',
  tls: 'behind a TLS proxy',
} as const

type Transport = keyof typeof TITLES

interface StoreServer {
  /** Returns the option `data` of a new store on the server. */
  nameNext(): NonNullable<FwServerOptions['data']>
  close(): Promise<void>
}

const STORES: Partial<Record<Transport, () => Promise<StoreServer>>> = {
  async redis() {
    const { url, close } = await startRedis()
    return { nameNext: () => `${url}?prefix=${nextName()}:`, close }
  },
  async postgres() {
    const { url, close } = await startPostgres()
    return { nameNext: () => `${url}?schema=${nextName()}`, close }
  },
}

/** Runs `body` once for each transport; what `start` opened is closed after each test. */
export function describeTransports(title: string, body: (start: Start) => void): void {
  for (const transport of chosenTransports())
    describe(`${title}, ${TITLES[transport]}`, () => {
      const open: { close(): Promise<void> }[] = []
      const startStore = STORES[transport]
      let store: StoreServer | undefined
      if (startStore !== undefined)
        beforeAll(async () => {
          store = await startStore()
        })
      afterEach(async () => {
        for (const one of open.splice(0).reverse()) await one.close()
      })
      afterAll(() => store?.close())
      body(async (options) => {
        const server = createFwServer({
          log: () => undefined,
          ...(store && { data: store.nameNext() }),
          ...(transport === 'tls' ? { trustProxy: true } : {}),
          ...options,
        })
        if (transport === 'fetch') {
          open.push(server)
          return createClient(server, 'http://localhost', (request) => server.fetch(request))
        }
        const listening = await serve(server, { port: 0, drainMs: 100 })
        open.push(listening)
        if (transport !== 'tls') return createClient(server, listening.url, fetch)
        const proxy = await startTlsProxy(listening.url, process.env.NODE_EXTRA_CA_CERTS ?? '')
        open.push(proxy)
        return createClient(server, proxy.url, fetch)
      })
    })
}

function chosenTransports(): readonly Transport[] {
  const chosen = process.env.FW_TRANSPORT
  if (chosen === undefined) return ['fetch', 'socket']
  if (!Object.hasOwn(TITLES, chosen))
    throw new Error(`FW_TRANSPORT is "${chosen}". Write one of ${Object.keys(TITLES)}.`)
  return [chosen as Transport]
}

let servers = 0

/** A name for the data of each server, so that tests share nothing. */
function nextName(): string {
  servers += 1
  return `t${servers}`
}

/** Returns a client of a server. `send` sends its requests. */
export function createClient(server: FwServer, url: string, send: (request: Request) => Promise<Response>): Client {
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
