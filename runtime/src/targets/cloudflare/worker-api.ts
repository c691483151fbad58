/** The parts of Cloudflare's Workers API that the host uses. */
import type { D1Database } from '#data/d1/d1-api.ts'
import type { DurableNamespace, DurableSocket } from '#data/durable-api.ts'
import type { DurableStub } from '#data/durable-object.ts'

/** The bindings that the generated `wrangler.json` declares. */
export interface WorkerBindings {
  /** Declared by the app itself, if the data is in a D1 database. */
  readonly FW_D1?: D1Database
  readonly FW_DATA: DurableNamespace<DurableStub>
  readonly FW_STREAMS: DurableNamespace<{ fetch(request: Request): Promise<Response> }>
}

/** https://developers.cloudflare.com/workers/runtime-apis/context/ */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void
}

/** https://developers.cloudflare.com/workers/runtime-apis/websockets/ */
export interface WorkerSocket extends DurableSocket {
  binaryType: 'blob' | 'arraybuffer'
  send(message: string | Uint8Array): void
}

export interface WorkerSocketEvent {
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}
