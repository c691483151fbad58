// The built app behind the header of a proxy: its own server takes each request for HTTPS, and refuses calls over HTTP.
import { createServer } from 'node:http'

process.env.PROTOCOL_HEADER = 'x-forwarded-proto'
const { handler } = await import('./build/handler.js')

const server = createServer((request, response) => {
  request.headers['x-forwarded-proto'] = 'http'
  handler(request, response, () => response.writeHead(404).end())
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
