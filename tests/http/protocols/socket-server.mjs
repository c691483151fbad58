// A server of its own process over the built packages: `<runtime> socket-server.mjs serve|custom|h3|deno`. Prints its URL.
// `serve` is the framework's own host; `custom` is a host of one's own over `server.serve(request, host)`; the others are the
// servers of these targets.
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FwError } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer, defineWebSocket } from '@fw/runtime/server'

const counts = { opened: 0, closed: 0 }
let drained = 0
let fits
/** Code with which the socket ended that was sent more than its client reads. */
let flooded
const server = createFwServer({
  routeFiles: [{ filePath: 'index.tsx' }],
  loadRoute: async () => ({ default: () => '<p>home</p>' }),
  drainMs: 500,
  websocket: defineWebSocket({
    path: '/live',
    maxPayloadBytes: 64 * 1024,
    maxBufferedBytes: 512 * 1024,
    protocols: ['v1'],
    data({ req, ctx }) {
      const name = new URL(req.url).searchParams.get('name')
      if (name === 'nobody') throw new FwError('unauthenticated')
      ctx.headers.append('set-cookie', 'a=1')
      ctx.headers.append('set-cookie', 'b=2')
      return { name }
    },
    open(socket) {
      counts.opened += 1
      socket.subscribe('all')
    },
    async message(socket, message) {
      if (message === 'counts')
        socket.send(JSON.stringify({ ...counts, drained, fits, flooded, memory: process.memoryUsage.rss() }))
      else if (message === 'who') socket.send(String(socket.data.name))
      else if (message === 'throw') throw new Error('thrown')
      else if (message === 'bye') socket.close(4000, 'as you wish')
      else if (message === 'big') fits = socket.send('x'.repeat(32 * 1024 * 1024))
      else if (message === 'flood') {
        socket.data.floods = true
        for (let sent = 0; sent < 2000 && flooded === undefined; sent += 1) {
          socket.send('x'.repeat(64 * 1024))
          await nextTurn()
        }
      } else if (message === 'all') socket.publish('all', 'to all')
      else socket.send(message)
    },
    close(socket, code) {
      counts.closed += 1
      if (socket.data.floods) flooded = code
    },
    drain() {
      drained += 1
    },
  }),
  log: () => undefined,
})

async function serveCustom() {
  if (globalThis.Bun !== undefined) {
    const bun = globalThis.Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request, host) => server.serve(request, host),
      websocket: server.websocket,
    })
    return `http://127.0.0.1:${bun.port}`
  }
  const { WebSocketServer } = await import('ws')
  const protocol = new WebSocketServer({
    noServer: true,
    maxPayload: server.websocket.maxPayloadLength,
    handleProtocols: () => false,
  })
  const toRequest = ({ method, url, headers }) =>
    new Request(new URL(url, `http://${headers.host}`), { method, headers })
  const http = createServer(async (incoming, outgoing) => {
    const response = await server.fetch(toRequest(incoming))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  http.on('upgrade', async (incoming, socket, head) => {
    const host = {
      upgrade(_request, { data, headers }) {
        protocol.once('headers', (lines) => {
          for (const [name, value] of headers) lines.push(`${name}: ${value}`)
        })
        protocol.handleUpgrade(incoming, socket, head, (ws) => {
          const hosted = {
            data,
            send(message) {
              ws.send(message)
              return socket.writableNeedDrain ? -1 : message.length
            },
            close: (code, reason) => ws.close(code, reason),
            terminate: () => ws.terminate(),
            getBufferedAmount: () => ws.bufferedAmount,
          }
          server.websocket.open(hosted)
          ws.on('message', (bytes, isBinary) => server.websocket.message(hosted, isBinary ? bytes : String(bytes)))
          ws.on('close', (code, reason) => server.websocket.close(hosted, code, String(reason)))
          ws.on('error', () => undefined)
          socket.on('drain', () => server.websocket.drain(hosted))
        })
        return true
      },
    }
    const refusal = await server.serve(toRequest(incoming), host)
    if (refusal === undefined) return
    const body = await refusal.text()
    const length = Buffer.byteLength(body)
    socket.end(`HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`)
  })
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${http.address().port}`
}

const mode = process.argv[2]
if (mode === 'custom') console.log(await serveCustom())
else if (mode !== 'serve') {
  const { startOnDeno, startOnH3 } = await import('@fw/runtime/targets')
  Object.assign(process.env, { PORT: '0', HOST: '127.0.0.1' })
  await (mode === 'deno' ? startOnDeno : startOnH3)({ createApp: () => server })
} else {
  const listening = await serve(server, { port: 0 })
  process.on('SIGTERM', async () => {
    await listening.close()
    process.exit(0)
  })
  console.log(listening.url)
}
