/**
 * The class of the durable objects that store data: each has its own SQLite database, one thread, and the watchers of some
 * channels. A call is one transaction, so that exactly one of several callers succeeds.
 */
import { digestText } from '#digest/digest-text.ts'
import type { DurableObjectClass, DurableSocket, DurableState } from './durable-api.ts'
import { DurableProposals } from './durable-proposals.ts'
import { DurableTables, prepareTables } from './durable-tables.ts'
import { SWEEP_EVERY_MS } from './lifetime.ts'

/** The calls of an object, as `DurableOperations[name](...values)`. */
export type DurableOperations = ReturnType<typeof createOperations>

/** An object, from a client. */
export interface DurableStub {
  run<Name extends keyof DurableOperations>(
    name: Name,
    values: Parameters<DurableOperations[Name]>,
  ): Promise<ReturnType<DurableOperations[Name]>>
  publish(channel: string, json: string): Promise<void>
  fetch(request: Request): Promise<Response>
}

/** Globals of Workers. */
interface WorkersGlobals {
  readonly WebSocketPair: new () => { readonly 0: DurableSocket; readonly 1: DurableSocket }
  readonly WebSocketRequestResponsePair: new (request: string, response: string) => unknown
}

const SWEEP_MS = 10 * SWEEP_EVERY_MS
/** A client sends PING, and the platform returns PONG without waking the object. */
export const [PING, PONG] = ['ping', 'pong']

/** `time` is the client's time, if it has a clock of its own, or else the object's. */
function createOperations(tables: DurableTables, proposals: DurableProposals) {
  const { texts } = tables
  return {
    claim: (key: string, ttlMs: number, time?: number) => tables.claim(key, ttlMs, time ?? Date.now()),
    hit: (key: string, limit: number, windowMs: number, time?: number) =>
      tables.hit(key, limit, windowMs, time ?? Date.now()),
    add: (key: string, amount: number, ttlMs: number, time?: number) =>
      tables.add(key, amount, ttlMs, time ?? Date.now()),
    read: (key: string, time?: number) => texts.read(key, time ?? Date.now()),
    write: (key: string, text: string, ttlMs: number, time?: number) =>
      texts.write(key, text, (time ?? Date.now()) + ttlMs),
    remove: (key: string) => texts.remove(key),
    put: proposals.put.bind(proposals),
    get: proposals.get.bind(proposals),
    list: proposals.list.bind(proposals),
    pending: proposals.pending.bind(proposals),
    resolve: proposals.claim.bind(proposals),
    settle: proposals.settle.bind(proposals),
    ping: () => undefined,
  }
}

/** Returns the class. `DurableObject` is the class of `cloudflare:workers`, which only a Worker can import. */
export function createDataObject(DurableObject: DurableObjectClass): DurableObjectClass {
  return class extends DurableObject {
    readonly #state: DurableState
    readonly #tables: DurableTables
    readonly #proposals: DurableProposals
    readonly #operations: DurableOperations
    #sweeps = false

    constructor(state: DurableState, env: unknown) {
      super(state, env)
      this.#state = state
      const { sql } = state.storage
      state.storage.transactionSync(() => prepareTables(sql))
      this.#tables = new DurableTables(sql)
      this.#proposals = new DurableProposals(sql, this.#tables.texts)
      this.#operations = createOperations(this.#tables, this.#proposals)
      const { WebSocketRequestResponsePair } = globalThis as unknown as WorkersGlobals
      state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    }

    /** Called by clients. */
    async run(name: keyof DurableOperations, values: readonly never[]): Promise<unknown> {
      await this.#sweepLater()
      const operation = this.#operations[name] as (...values: readonly never[]) => unknown
      return this.#state.storage.transactionSync(() => operation(...values))
    }

    /** Called by clients. Messages aren't stored. */
    publish(channel: string, json: string): void {
      for (const socket of this.#state.getWebSockets(digestText(channel)))
        try {
          socket.send(json)
        } catch {
          // The client has gone; it begins again with a gap.
        }
    }

    /** A client watches a channel. The object may be removed from memory while its sockets remain open. */
    fetch(request: Request): Response {
      const { WebSocketPair } = globalThis as unknown as WorkersGlobals
      const { 0: client, 1: server } = new WebSocketPair()
      this.#state.acceptWebSocket(server, [digestText(decodeURIComponent(new URL(request.url).search.slice(1)))])
      return new Response(null, { status: 101, webSocket: client } as ResponseInit)
    }

    webSocketMessage(): void {
      // Clients send only pings, which don't arrive here.
    }

    webSocketClose(socket: DurableSocket): void {
      socket.close()
    }

    async alarm(): Promise<void> {
      const at = Date.now()
      const { storage } = this.#state
      const isEmpty = storage.transactionSync(() => {
        this.#proposals.sweep(at)
        this.#tables.sweep(at)
        return this.#tables.isEmpty()
      })
      // An object without data is never woken again.
      this.#sweeps = !isEmpty
      if (!isEmpty) await storage.setAlarm(at + SWEEP_MS)
    }

    /** Sets the alarm of the next sweep, unless it is set. */
    async #sweepLater(): Promise<void> {
      if (this.#sweeps) return
      this.#sweeps = true
      const { storage } = this.#state
      if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + SWEEP_MS)
    }
  }
}
