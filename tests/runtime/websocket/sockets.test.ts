import { test } from 'vitest'
import type { AcceptedSocket } from '../../../runtime/src/websocket/app-socket.ts'
import type { HostSocket } from '../../../runtime/src/websocket/host-socket.ts'
import { createSockets } from '../../../runtime/src/websocket/sockets.ts'

function openSocket(): HostSocket {
  const data: Partial<AcceptedSocket> = { data: undefined, protocol: '', run: (work) => work() }
  return { data, send: () => 1, close: () => undefined, terminate: () => undefined, getBufferedAmount: () => 0 }
}

test('everybody who closes the sockets hears when they have gone', async () => {
  const { handlers, close } = createSockets({ path: '/live' }, { error: () => undefined })
  const socket = openSocket()
  handlers.open(socket)
  const closing = [close(60_000), close(60_000), close(60_000)]
  handlers.close(socket, 1001)
  await Promise.all(closing)
  await close(60_000)
})
