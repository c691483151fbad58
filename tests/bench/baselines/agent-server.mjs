// The baseline of row G: forwards the bytes of the model as they arrive, without reading them and without any work of a
// framework.
import { Agent, request as ask, createServer } from 'node:http'

const { hostname, port } = new URL(process.env.OPENAI_COMPATIBLE_BASE_URL)
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const body = JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: 'Go.' }] })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const asked = ask({ hostname, port, path: '/v1/chat/completions', method: 'POST', agent, headers }, (answer) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      answer.pipe(response)
    })
    response.on('close', () => asked.destroy())
    asked.end(body)
  })
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
