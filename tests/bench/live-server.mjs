// A server with live streams, or bare `node:http` with streams of the same bytes: `node --expose-gc live-server.mjs fw`.
// Runs on built packages.
import { createServer } from 'node:http'

const usage = () => {
  for (let count = 0; count < 4; count++) globalThis.gc()
  const { user, system } = process.cpuUsage()
  return { rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 }
}

if (process.argv[2] === 'fw') await serveFw()
else serveBare()

async function serveFw() {
  const { api } = await import('../../runtime/dist/index.js')
  const { createFwServer } = await import('../../runtime/dist/server.js')
  const { serve } = await import('../../runtime/dist/host.js')
  const board = {
    list: api({ access: 'public', readonly: true, tags: ['board'], run: () => [] }),
    change: api({ access: 'public', invalidates: ['board'], run: () => 1 }),
    usage: api({ access: 'public', readonly: true, run: usage }),
  }
  // Each stream has an address of its own, because the streams of one are limited.
  const server = createFwServer({ apis: { board }, trustProxy: true, log: () => undefined })
  const { url } = await serve(server, { port: 0 })
  console.log(`Listening on ${url}`)
}

function serveBare() {
  const server = createServer((request, response) => {
    if (request.url.endsWith('usage')) return response.end(JSON.stringify({ result: usage() }))
    request.on('data', () => undefined)
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write('event: open\ndata: {}\n\n')
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`))
}
