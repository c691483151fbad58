/** A socket for handlers, on any host, with one rule for slow readers. */
import type { Ctx } from '#contract/api.ts'
import type { FwSocket } from '#contract/http/websocket.ts'
import type { HostSocket } from './host-socket.ts'
import { MAX_PUBLISHED, type TopicRelay } from './topic-relay.ts'
import type { Topics } from './topics.ts'

/** The pipeline's decision about an upgrade. The host passes it on as the socket's `data`. */
export interface AcceptedSocket {
  readonly data: unknown
  readonly ctx: Ctx
  readonly protocol: string
  /** Time in milliseconds until the session of the upgrade ends; absent without a session. */
  readonly endsInMs?: number | undefined
  /** Runs a handler with the context that direct API calls inherit. */
  run<Result>(work: () => Result): Result
}

/** What the sockets of a server share. */
interface SharedBySockets {
  readonly topics: Topics<AppSocket>
  readonly maxBufferedBytes: number
  /** Absent if no other process serves the app. */
  readonly relay: TopicRelay | undefined
}

const POLICY_VIOLATION = 1008
/** Longest time of a timer. */
const MAX_TIMER_MS = 2_147_483_647

export class AppSocket implements FwSocket {
  readonly accepted: AcceptedSocket
  readonly host: HostSocket
  /** Why the server terminated the socket, for the `close` handler: a client that doesn't read can't receive a reason. */
  cutOff: string | undefined
  readonly #shared: SharedBySockets
  #open = true
  #timer: NodeJS.Timeout | undefined

  constructor(accepted: AcceptedSocket, host: HostSocket, shared: SharedBySockets) {
    this.accepted = accepted
    this.host = host
    this.#shared = shared
  }

  get data(): unknown {
    return this.accepted.data
  }

  get ctx(): Ctx {
    return this.accepted.ctx
  }

  get protocol(): string {
    return this.accepted.protocol
  }

  get bufferedAmount(): number {
    return this.#open ? this.host.getBufferedAmount() : 0
  }

  send(message: string | Uint8Array): boolean {
    checkMessage('socket.send', message)
    if (!this.#open) return false
    if (this.host.getBufferedAmount() > this.#shared.maxBufferedBytes) {
      this.cutOff = 'The client reads too slowly.'
      this.endSocket()
      this.host.terminate()
      return false
    }
    const taken = this.host.send(message)
    return taken > 0 || (taken === 0 && message.length === 0)
  }

  close(code = 1000, reason = ''): void {
    if (!isSendable(code))
      throw new RangeError(`${code} is not a close code that can be sent. Use 1000, 1001, or 3000 to 4999.`)
    if (Buffer.byteLength(reason) > 123) throw new RangeError('A close reason must have at most 123 bytes.')
    if (!this.#open) return
    this.endSocket()
    this.host.close(code, reason)
  }

  subscribe(topic: string): void {
    if (!this.#open) return
    this.#shared.topics.add(topic, this)
    this.#shared.relay?.start()
  }

  unsubscribe(topic: string): void {
    this.#shared.topics.remove(topic, this)
  }

  publish(topic: string, message: string | Uint8Array): void {
    checkPublished('socket.publish', message)
    for (const other of this.#shared.topics.of(topic)) if (other !== this) other.send(message)
    // The store logs its outages.
    this.#shared.relay?.send(topic, message).catch(() => undefined)
  }

  /** Whether the socket is open: neither side has closed it. */
  get isOpen(): boolean {
    return this.#open
  }

  /** Closes the socket when its session ends: it has the user of its upgrade, who may have signed out since. */
  closeIn(ms = Number.POSITIVE_INFINITY): void {
    if (ms === Number.POSITIVE_INFINITY) return
    const end = () => {
      if (ms > MAX_TIMER_MS) this.closeIn(ms - MAX_TIMER_MS)
      else this.close(POLICY_VIOLATION, 'The session has ended.')
    }
    this.#timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS)).unref()
  }

  /** Ends the socket: nothing is sent and no message is handled afterwards. */
  endSocket(): void {
    this.#open = false
    clearTimeout(this.#timer)
    this.#shared.topics.leave(this)
  }
}

function checkMessage(name: string, message: unknown): void {
  if (typeof message !== 'string' && !(message instanceof Uint8Array))
    throw new TypeError(`${name} takes a string or a Uint8Array. For JSON, send JSON.stringify(value).`)
}

/** Throws for a message that can't be published, in every process alike. */
export function checkPublished(name: string, message: string | Uint8Array): void {
  checkMessage(name, message)
  if (message.length > MAX_PUBLISHED)
    throw new RangeError(
      `${name} takes at most ${MAX_PUBLISHED} characters or bytes, but the message has ${message.length}.`,
    )
}

/** RFC 6455, section 7.4: 1004 to 1006 and 1015 are never sent, 1002 is reserved for the protocol. */
function isSendable(code: number): boolean {
  if (!Number.isInteger(code)) return false
  return (
    (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code <= 4999)
  )
}
