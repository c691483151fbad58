/**
 * A Worker for tests: stores in durable objects and D1, as clients in workerd, with a protocol for the tests outside. A client is an
 * object too, because its connections outlive the request that opened them.
 */
import { DurableObject } from 'cloudflare:workers'
import type { DataStore } from '../../runtime/src/contract/config/data.ts'
import type { D1Database } from '../../runtime/src/data/d1/d1-api.ts'
import { openD1Data } from '../../runtime/src/data/d1/d1-data.ts'
import { openDurableData } from '../../runtime/src/data/durable-data.ts'
import { createDataObject } from '../../runtime/src/data/durable-object.ts'

export interface StoreCall {
  /** Separates the data of the tests. */
  readonly name: string
  readonly client: string
  /** Binding of a D1 database. Undefined for a store in durable objects. */
  readonly database: `D1_${number}` | undefined
  readonly method: keyof DataStore | keyof DataStore['proposals'] | 'watch'
  readonly isOfProposals: boolean
  /** Each is JSON, `undefined`, `NaN` or `Infinity`. */
  readonly values: readonly string[]
  readonly now: number | undefined
}

interface Bindings {
  readonly [database: `D1_${number}`]: D1Database
  readonly DATA: { idFromName(name: string): unknown; get(id: unknown): never }
  readonly CLIENTS: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

export const DataObject = createDataObject(DurableObject)

export class Client extends DurableObject<Bindings> {
  #now: number | undefined
  #store: DataStore | undefined

  async fetch(request: Request): Promise<Response> {
    const call: StoreCall = await request.json()
    this.#now = call.now
    this.#store ??= this.#open(call)
    const store = this.#store
    const values = call.values.map(decodeValue)
    if (call.method === 'watch') return this.#watch(store, String(values[0]))
    try {
      const target: object = call.isOfProposals ? store.proposals : store
      const value: unknown = await (target as Record<string, (...values: unknown[]) => unknown>)[call.method]?.(
        ...values,
      )
      return Response.json({ value })
    } catch (error) {
      const { name, message, code, status } = error as Error & { code?: string; status?: number }
      return Response.json({ error: { name, message, code, status } })
    }
  }

  #open({ name, now, database }: StoreCall): DataStore {
    const { DATA } = this.env
    const namespace = { get: DATA.get.bind(DATA), idFromName: (object: string) => DATA.idFromName(`${name}/${object}`) }
    const options = { log: () => undefined, ...(now !== undefined && { now: () => this.#now ?? now }) }
    const objects = openDurableData(namespace, options)
    const tables = database && this.env[database]
    return tables === undefined ? objects : openD1Data(tables, objects, options)
  }

  /** The messages, each a line of JSON; a gap is null. */
  async #watch(store: DataStore, channel: string): Promise<Response> {
    let end: (() => Promise<void>) | undefined
    const encoder = new TextEncoder()
    const body = new ReadableStream({
      async start(controller) {
        const send = (line: unknown) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        end = await store.watch(
          channel,
          (text) => send(text),
          () => send(null),
        )
        send('')
      },
      cancel: () => end?.(),
    })
    return new Response(body, { headers: { 'content-encoding': 'identity' } })
  }
}

function decodeValue(text: string): unknown {
  if (text === 'undefined') return undefined
  return text === 'NaN' || text === 'Infinity' ? Number(text) : JSON.parse(text)
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const client = decodeURIComponent(new URL(request.url).pathname)
    return env.CLIENTS.get(env.CLIENTS.idFromName(client)).fetch(request)
  },
}
