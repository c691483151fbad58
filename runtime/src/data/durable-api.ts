/**
 * The parts of Cloudflare's Workers API that the store uses. Not the types of a package, because these declare the globals of
 * Workers in place of Node's.
 */

/** https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/ */
export interface DurableSql {
  exec(query: string, ...values: readonly (string | number | null)[]): { toArray(): Record<string, unknown>[] }
}

export interface DurableState {
  readonly storage: {
    readonly sql: DurableSql
    transactionSync<Value>(run: () => Value): Value
    getAlarm(): Promise<number | null>
    setAlarm(time: number): Promise<void>
  }
  acceptWebSocket(socket: DurableSocket, tags: readonly string[]): void
  getWebSockets(tag: string): readonly DurableSocket[]
  setWebSocketAutoResponse(pair: unknown): void
}

export interface DurableSocket {
  accept(): void
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: { readonly data?: unknown }) => void): void
}

/** The class that `cloudflare:workers` exports. */
export type DurableObjectClass = new (state: DurableState, env: unknown) => object

/** A binding of a Worker to a class of durable objects. */
export interface DurableNamespace<Stub> {
  idFromName(name: string): unknown
  get(id: unknown): Stub
}

/** The response to an upgrade, in Workers. */
export interface UpgradedResponse {
  readonly status: number
  readonly webSocket: DurableSocket | null
}
