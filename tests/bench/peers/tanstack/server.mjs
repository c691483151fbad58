// The board's files and its API on bare node:http.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { listCards, moveCard, STATUSES } from '../board-cards.mjs'

const DIST = new URL('./dist/', import.meta.url)
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }
const files = new Map(
  readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = `${parentPath}/${name}`.replaceAll(/\/+/g, '/').slice(DIST.pathname.length)
      return [
        `/${path}`,
        { type: TYPES[extname(name)] ?? 'application/octet-stream', body: readFileSync(new URL(path, DIST)) },
      ]
    }),
)

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    if (pathname === '/cards') return sendJson(response, 200, listCards(searchParams.get('board')))
    if (pathname === '/cards/move' && request.method === 'POST') {
      const input = JSON.parse(Buffer.concat(await request.toArray()).toString())
      if (!Number.isInteger(input.id) || !STATUSES.includes(input.status)) return sendJson(response, 400, {})
      return sendJson(response, 200, moveCard(input))
    }
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (file === undefined) return sendJson(response, 404, {})
    response.writeHead(200, { 'content-type': file.type, 'content-length': file.body.length }).end(file.body)
  } catch (error) {
    sendJson(response, 500, { message: String(error) })
  }
})

function sendJson(response, status, value) {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body)
}

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
