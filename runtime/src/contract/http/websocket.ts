/** The app's WebSocket endpoint: the default export of `src/ws.ts`. */
import type { AgentIdentity, Ctx, Session } from '../api.ts'

/** The argument of `data`: the request that opens a socket. */
export interface SocketUpgrade {
  /** The request, with the canonical path as its URL. It has no body. */
  readonly req: Request
  readonly ctx: Ctx
  /** The verified session payload; undefined without a session. */
  readonly session: Session | undefined
  /** The verified agent identity; null when the request is unsigned. */
  readonly agent: AgentIdentity | null
}

/** An open socket. */
export interface FwSocket<Data = unknown> {
  /** The result of `data` for the upgrade. */
  readonly data: Data
  /** The caller's ctx at the time of the upgrade. Its `headers` were sent with the handshake. */
  readonly ctx: Ctx
  /** The negotiated subprotocol; empty without one. */
  readonly protocol: string
  /** Number of bytes that are queued for sending. */
  readonly bufferedAmount: number
  /**
   * Sends a string or bytes. Returns false if the client reads more slowly than you send: wait for `drain` before you send
   * more. A message to a closed socket is dropped, and `send` returns false.
   */
  send(message: string | Uint8Array): boolean
  /** Begins the closing handshake. `code` is 1000 (default), 1001, 1003, 1007 to 1014, or 3000 to 4999; `reason` has at most 123 bytes. */
  close(code?: number, reason?: string): void
  /** Receives messages that others publish to `topic`, until it unsubscribes or closes. */
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /**
   * Sends to every other subscriber of `topic`, in all processes that share the data store of the app. Throws a `RangeError`
   * for a message of more than 1 MiB. If other processes can't be reached, this is logged.
   */
  publish(topic: string, message: string | Uint8Array): void
}

/** Sends to every subscriber of a topic. Rejects with `unavailable` if other processes can't be reached. */
export type PublishToTopic = (topic: string, message: string | Uint8Array) => Promise<void>

/**
 * The default export of `src/ws.ts`, and the option `websocket` of `createFwServer`. Handlers of a socket start in the
 * order of the events. If a handler throws, its socket is closed with 1011 and the error is logged. API functions that a
 * handler calls receive the socket's ctx and origin.
 */
export interface WebSocketConfig<Data = unknown> {
  /** Canonical path of the endpoint, such as `/live`. It can't be below `/_fw/`. */
  readonly path: string
  /**
   * Returns the value of `socket.data`. Runs after middleware, the cross-site check, the agent policy and `ctxFor`. An
   * `FwError` refuses the upgrade with its status. Default: `socket.data` is undefined.
   */
  data?(upgrade: SocketUpgrade): Data | Promise<Data>
  open?(socket: FwSocket<Data>): void | Promise<void>
  /** Called for each message. Text frames are strings, binary frames are bytes. */
  message?(socket: FwSocket<Data>, message: string | Uint8Array): void | Promise<void>
  /** Called once for each opened socket. `code` is 1006 if the connection was lost. */
  close?(socket: FwSocket<Data>, code: number, reason: string): void | Promise<void>
  /** Called when the queued data is sent: continue here after `send` returned false. */
  drain?(socket: FwSocket<Data>): void | Promise<void>
  /** Supported subprotocols. The first one that the client offers and that is in this list is used. Default: none. */
  readonly protocols?: readonly string[]
  /**
   * Maximum size of a message in bytes, including all fragments. A larger one closes the socket with 1009. Default 1 MiB.
   */
  readonly maxPayloadBytes?: number
  /**
   * Maximum number of queued bytes for a slow client. A message beyond that closes the connection (1006). Default 4 MiB.
   */
  readonly maxBufferedBytes?: number
  /**
   * Compresses messages for clients that support it (`permessage-deflate`, without a context between messages). Worth it for
   * long texts; on Node it costs about 60 KB of memory while a message is compressed. Default false.
   */
  readonly compress?: boolean
}

/**
 * Types `src/ws.ts` and returns its argument unchanged. The type of `socket.data` is inferred from `data`, so write `data`
 * before the handlers.
 */
export function defineWebSocket<Data = undefined>(config: WebSocketConfig<Data>): WebSocketConfig<Data> {
  return config
}
