/** The open sockets of a server: passes events of a host to the app's handlers. Independent of protocol and runtime. */

import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { FwError } from '#contract/http/error.ts'
import type { PublishToTopic, WebSocketConfig } from '#contract/http/websocket.ts'
import { isThenable } from '#contract/thenable.ts'
import { type AcceptedSocket, AppSocket, checkPublished } from './app-socket.ts'
import type { HostSocket, SocketHandlers } from './host-socket.ts'
import { createTopicRelay, type TopicRelay } from './topic-relay.ts'
import { Topics } from './topics.ts'

export interface Sockets {
  readonly config: WebSocketConfig
  readonly handlers: SocketHandlers
  readonly publish: PublishToTopic
  /** Throws `unavailable` after `close` was called, because no new sockets are accepted. */
  checkOpen(): void
  /**
   * Closes every socket with 1001. Resolves when all are closed. Sockets that are still open after `drainMs` are
   * terminated.
   */
  close(drainMs: number): Promise<void>
}

const MIB = 1_048_576
const IDLE_SECONDS = 30
const GOING_AWAY = 1001
const INTERNAL_ERROR = 1011

/** Other processes of the app. */
interface OtherProcesses {
  readonly data: Pick<DataStore, 'publish' | 'watch'>
  /** Whether they have sockets. Without sockets, as commands of the app, they only publish. */
  readonly haveSockets: boolean
  /** Name of this server as a sender. Default: that of the process, whose servers don't receive each other's messages. */
  readonly sender?: string
}

export function createSockets(config: WebSocketConfig, log: Pick<Logger, 'error'>, others?: OtherProcesses): Sockets {
  const live = new Map<HostSocket, AppSocket>()
  const topics = new Topics<AppSocket>()
  const deliver = (topic: string, message: string | Uint8Array): void => {
    for (const socket of topics.of(topic)) socket.send(message)
  }
  const relay = others && openRelay(others, deliver, () => live.size === 0)
  const maxBufferedBytes = config.maxBufferedBytes ?? 4 * MIB
  let closing = false
  /** Resolves when the last socket has closed. Shared by all calls of `close`, each with its own time limit. */
  let empty: Promise<void> | undefined
  let whenEmpty: (() => void) | undefined

  const call = createHandlerCall(log)
  const handlers: SocketHandlers = {
    open(host) {
      // The pipeline created this data; the host only passes it on.
      const socket = new AppSocket(host.data as AcceptedSocket, host, { topics, maxBufferedBytes, relay })
      // The socket was accepted just before the server began to stop.
      if (closing) return host.close(GOING_AWAY)
      live.set(host, socket)
      socket.closeIn(socket.accepted.endsInMs)
      call('open', socket, () => config.open?.(socket))
    },
    message(host, message) {
      const socket = live.get(host)
      if (socket?.isOpen) call('message', socket, () => config.message?.(socket, message))
    },
    drain(host) {
      const socket = live.get(host)
      if (socket?.isOpen) call('drain', socket, () => config.drain?.(socket))
    },
    close(host, code, reason) {
      const socket = live.get(host)
      if (socket === undefined) return
      live.delete(host)
      socket.endSocket()
      call('close', socket, () => config.close?.(socket, code, socket.cutOff ?? reason ?? ''))
      if (live.size === 0) whenEmpty?.()
    },
    maxPayloadLength: config.maxPayloadBytes ?? MIB,
    backpressureLimit: maxBufferedBytes,
    closeOnBackpressureLimit: true,
    idleTimeout: IDLE_SECONDS,
    sendPings: true,
    perMessageDeflate: config.compress ?? false,
  }
  return {
    config,
    handlers,
    async publish(topic, message) {
      checkPublished('publish', message)
      deliver(topic, message)
      await relay?.send(topic, message)
    },
    checkOpen() {
      if (closing) throw new FwError('unavailable', { message: 'This server is about to stop.' })
    },
    async close(drainMs) {
      closing = true
      const ended = relay?.close()
      if (live.size === 0) return ended
      empty ??= new Promise<void>((resolve) => {
        whenEmpty = resolve
      })
      for (const socket of live.values()) socket.close(GOING_AWAY)
      const timer = setTimeout(() => {
        for (const host of live.keys()) host.terminate()
      }, drainMs)
      await empty
      clearTimeout(timer)
      await ended
    },
  }
}

/** The only process with sockets doesn't send: each message would be written to the store for no reader. */
function openRelay(
  { data, haveSockets, sender }: OtherProcesses,
  deliver: Parameters<typeof createTopicRelay>[1],
  isWithoutSockets: () => boolean,
): TopicRelay {
  const relay = createTopicRelay(data, deliver, sender)
  return {
    ...relay,
    async send(topic, message) {
      if (haveSockets || isWithoutSockets()) await relay.send(topic, message)
    },
  }
}

/** Returns a function that runs a handler in the context of its socket. If it throws, only this socket is closed. */
function createHandlerCall(log: Pick<Logger, 'error'>) {
  return (event: string, socket: AppSocket, handler: () => void | Promise<void>): void => {
    const fail = (error: unknown): void => {
      log.error(`The WebSocket handler "${event}" failed.`, { err: error })
      socket.close(INTERNAL_ERROR)
    }
    try {
      const pending: unknown = socket.accepted.run(handler)
      if (isThenable(pending)) Promise.resolve(pending).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
