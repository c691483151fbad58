/** The WebSocket endpoint of an app: what `src/ws.ts` exports by default (spec: Server options, `websocket`). */
import type { AgentIdentity, Ctx, Session } from './api.ts'

/** What `data` is told about the request that opens a socket. */
export interface SocketUpgrade {
  /** The request, with the canonical path as its URL. It has no body. */
  readonly req: Request
  readonly ctx: Ctx
  /** The verified session payload; undefined without a session. */
  readonly session: Session | undefined
  /** The verified agent identity; null when the request is unsigned. */
  readonly agent: AgentIdentity | null
}

/** One open socket. */
export interface FwSocket<Data = unknown> {
  /** What `data` made of the upgrade. */
  readonly data: Data
  /** The caller's ctx, as it was at the upgrade. Its `headers` were sent with the handshake. */
  readonly ctx: Ctx
  /** The subprotocol that was agreed on; empty without one. */
  readonly protocol: string
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number
  /**
   * Sends text or bytes. False when the caller reads more slowly than you send: wait for `drain` before you send more. A
   * message to a closed socket is dropped and answers false.
   */
  send(message: string | Uint8Array): boolean
  /** Begins the closing handshake. `code` is 1000 (default), 1001, 1003, 1007 to 1014, or 3000 to 4999; `reason` has at most 123 bytes. */
  close(code?: number, reason?: string): void
  /** Gets what others publish to `topic`, until it unsubscribes or closes. */
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** Sends to every other subscriber of `topic` in this process. */
  publish(topic: string, message: string | Uint8Array): void
}

/**
 * The default export of `src/ws.ts`, and the option `websocket` of `createFwServer`. Handlers of one socket begin in the
 * order of events; what a handler throws closes its socket with 1011 and is logged. Api functions that a handler calls get
 * the socket's ctx and origin.
 */
export interface WebSocketConfig<Data = unknown> {
  /** Canonical path of the endpoint, as `/live`. Not below `/_fw/`. */
  readonly path: string
  /**
   * Makes the value that the socket carries as `socket.data`, after middleware, the cross-site rule, the agent policy and
   * `ctxFor`. An `FwError` refuses the upgrade with its status. Default: `socket.data` is undefined.
   */
  data?(upgrade: SocketUpgrade): Data | Promise<Data>
  open?(socket: FwSocket<Data>): void | Promise<void>
  /** Text frames come as strings, binary ones as bytes. */
  message?(socket: FwSocket<Data>, message: string | Uint8Array): void | Promise<void>
  /** `code` is 1006 when the connection broke off. Called once for each socket that was opened. */
  close?(socket: FwSocket<Data>, code: number, reason: string): void | Promise<void>
  /** What waited is sent: after `send` answered false, go on here. */
  drain?(socket: FwSocket<Data>): void | Promise<void>
  /** Subprotocols that the endpoint speaks; the first one that the caller offers and this list has is agreed on. Default: none. */
  readonly protocols?: readonly string[]
  /** Largest message in bytes, fragments together; a larger one closes the socket with 1009. Default 1 MiB. */
  readonly maxPayloadBytes?: number
  /** Bytes that may wait for a slow reader; a message beyond that cuts the socket off (1006). Default 4 MiB. */
  readonly maxBufferedBytes?: number
}

/** Types `src/ws.ts`: `socket.data` is what `data` answers (write `data` before the handlers). Returns its argument. */
export function defineWebSocket<Data = undefined>(config: WebSocketConfig<Data>): WebSocketConfig<Data> {
  return config
}
