/**
 * The host of Cloudflare Workers. Requests that end soon run in the Worker, near the caller. Streams, sockets and turns of an
 * agent run in a durable object: the connections and timers of a Worker end with its request, and those of an object don't.
 */

import { A2A_PATH, AGENT_PATH, CHANNELS_PREFIX, LLM_PATH, MCP_PATH } from '#contract/http/path.ts'
import { LIVE_PATH } from '#contract/live/wire.ts'
import { waitOnPlatform } from '#contract/wait-until.ts'
import { openD1Data } from '#data/d1/d1-data.ts'
import type { DurableObjectClass, DurableState } from '#data/durable-api.ts'
import { openDurableData } from '#data/durable-data.ts'
import { createDataObject } from '#data/durable-object.ts'
import type { FwServerOptions } from '#server/app/options.ts'
import type { FwServer } from '#server/create-server.ts'
import { wantsWebSocket as isHandshake } from '#websocket/handshake.ts'
import type { WorkerBindings, WorkerContext } from './worker-api.ts'
import { acceptWorkerSocket } from './worker-sockets.ts'

interface WorkerOptions {
  /** Of the server bundle. */
  createApp(wiring: Partial<FwServerOptions>): FwServer
  /** The class and the function of `cloudflare:workers`, which only a Worker can import. */
  readonly DurableObject: DurableObjectClass
  waitUntil(work: Promise<unknown>): void
}

/** The exports of a Worker's main module. */
interface FwWorker {
  readonly handlers: {
    fetch(request: Request, env: WorkerBindings, context: WorkerContext): Promise<Response>
    scheduled(event: { readonly scheduledTime: number }, env: WorkerBindings, context: WorkerContext): Promise<void>
  }
  readonly FwData: DurableObjectClass
  readonly FwStreams: DurableObjectClass
}

/** Header with the address of the caller, which the platform sets: https://developers.cloudflare.com/fundamentals/reference/http-headers/ */
const ADDRESS_HEADER = 'cf-connecting-ip'
/** Objects in each location. */
const STREAM_OBJECTS = 8
const STREAM_PATHS = [LIVE_PATH, MCP_PATH, A2A_PATH, AGENT_PATH, LLM_PATH]

/** Creates the main module of a Worker. */
export function createWorker({ createApp, DurableObject, waitUntil }: WorkerOptions): FwWorker {
  const open = (env: WorkerBindings, watches: boolean): FwServer => {
    // In an object, work goes on without it.
    const options = watches ? { watches } : { watches, waitUntil }
    const objects = openDurableData(env.FW_DATA, options)
    const dataStore = env.FW_D1 === undefined ? objects : openD1Data(env.FW_D1, objects, options)
    return createApp({ dataStore, sharesData: true, production: true })
  }
  let server: FwServer | undefined
  waitOnPlatform(waitUntil)

  class FwStreams extends DurableObject {
    readonly #server: FwServer

    constructor(state: DurableState, env: WorkerBindings) {
      super(state, env)
      this.#server = open(env, true)
    }

    fetch(request: Request): Promise<Response> {
      return serveInObject(this.#server, request)
    }
  }

  return {
    handlers: {
      async fetch(request, env, context) {
        if (isLong(request)) return serveElsewhere(request, env)
        server ??= open(env, false)
        // Without an endpoint, an app ignores the header, as on every platform.
        if (server.websocket !== undefined && wantsWebSocket(request)) return serveElsewhere(request, env)
        const reply = server.serve(request, { requestIP: readAddress, upgrade: () => false })
        // A caller that disconnects would end the work of others that wait for the same result.
        context.waitUntil(reply)
        return (await reply) as Response // undefined only after an upgrade
      },
      async scheduled({ scheduledTime }, env) {
        server ??= open(env, false)
        await server.runDueSchedules(scheduledTime)
      },
    },
    FwData: createDataObject(DurableObject),
    // The bindings of the platform.
    FwStreams: FwStreams as DurableObjectClass,
  }
}

function readAddress({ headers }: Request): { readonly address: string } | null {
  const address = headers.get(ADDRESS_HEADER)
  return address === null ? null : { address }
}

/** Whether the response to a request can take long. */
function isLong({ url }: Request): boolean {
  const { pathname } = new URL(url)
  return (
    STREAM_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`)) ||
    pathname.startsWith(CHANNELS_PREFIX)
  )
}

function wantsWebSocket({ headers }: Request): boolean {
  return isHandshake({ header: (name) => headers.get(name) ?? undefined })
}

/** Passes the request to an object. The object isn't reachable while it is moved or updated, or if it has too much work. */
async function serveElsewhere(request: Request, { FW_STREAMS }: WorkerBindings): Promise<Response> {
  try {
    return await FW_STREAMS.get(FW_STREAMS.idFromName(selectStreams(request))).fetch(request)
  } catch (error) {
    console.error('A durable object of FW_STREAMS cannot be reached:', error)
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' }
    return new Response('This part of the app is not available right now. Try again in a moment.', {
      status: 503,
      headers,
    })
  }
}

/** Returns the name of an object near the caller; the same for the same address. */
function selectStreams(request: Request): string {
  const { colo = 'local' } = (request as { readonly cf?: { readonly colo?: string } }).cf ?? {}
  const address = readAddress(request)?.address ?? ''
  let hash = 0
  for (let index = 0; index < address.length; index += 1) hash = (hash * 31 + address.charCodeAt(index)) >>> 0
  return `${colo}-${hash % STREAM_OBJECTS}`
}

async function serveInObject(server: FwServer, request: Request): Promise<Response> {
  let upgraded: Response | undefined
  const reply = await server.serve(request, {
    requestIP: readAddress,
    upgrade(_request, { data, headers }) {
      const { websocket } = server
      if (websocket === undefined) return false
      upgraded = acceptWorkerSocket(websocket, data, headers)
      return true
    },
  })
  return reply ?? upgraded ?? new Response(null, { status: 500 })
}
