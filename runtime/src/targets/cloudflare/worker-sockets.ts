/** Connects sockets of Workers to the WebSocket endpoint of an app. */
import type { HostSocket, SocketHandlers } from '#websocket/host-socket.ts'
import type { WorkerSocket, WorkerSocketEvent } from './worker-api.ts'

interface WorkersGlobals {
  readonly WebSocketPair: new () => { readonly 0: WorkerSocket; readonly 1: WorkerSocket }
}

const TOO_BIG = 1009
const encoder = new TextEncoder()

/** Accepts a socket. Returns the response to the upgrade. */
export function acceptWorkerSocket(handlers: SocketHandlers, data: unknown, headers: Headers): Response {
  const { WebSocketPair } = globalThis as unknown as WorkersGlobals
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.binaryType = 'arraybuffer'
  let isOpen = true
  const socket: HostSocket = {
    data,
    send(message) {
      if (!isOpen) return 0
      server.send(message)
      return typeof message === 'string' ? message.length : message.byteLength
    },
    close: (code, reason) => isOpen && server.close(code, reason),
    terminate: () => isOpen && server.close(TOO_BIG),
    // Workers don't report it.
    getBufferedAmount: () => 0,
  }
  const end = (code: number, reason?: string): void => {
    if (!isOpen) return
    isOpen = false
    handlers.close(socket, code, reason)
  }
  server.addEventListener('message', ({ data: message }: WorkerSocketEvent) => {
    const content = message instanceof ArrayBuffer ? new Uint8Array(message) : String(message)
    const size = typeof content === 'string' ? encoder.encode(content).byteLength : content.byteLength
    if (size > handlers.maxPayloadLength) server.close(TOO_BIG, 'The message is too long.')
    else handlers.message(socket, content)
  })
  server.addEventListener('close', ({ code = 1005, reason }: WorkerSocketEvent) => end(code, reason))
  server.addEventListener('error', () => end(1006))
  handlers.open(socket)
  return new Response(null, { status: 101, headers, webSocket: client } as ResponseInit)
}
