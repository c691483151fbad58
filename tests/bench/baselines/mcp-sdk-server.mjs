// Row F on the official SDK: creates a server for each request, as its stateless handler does.
import { createServer } from 'node:http'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const input = z.strictObject({ query: z.string().min(2).max(100), limit: z.int().min(1).max(50).optional() })
const product = z.object({ id: z.string(), name: z.string(), price: z.int(), inStock: z.boolean() })
const output = z.object({ products: z.array(product) })

function search({ query, limit = 10 }) {
  const products = Array.from({ length: limit }, (_, index) => ({
    id: `p${index}`,
    name: `${query} pot ${index}`,
    price: 1000 + index,
    inStock: index % 3 !== 0,
  }))
  return { content: [{ type: 'text', text: JSON.stringify({ products }) }], structuredContent: { products } }
}

/** With the argument `list` 500 tools, else only the tool that the row calls. */
const names =
  process.argv[2] === 'list' ? Array.from({ length: 500 }, (_, index) => `shop__find${index}`) : ['shop__search']

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' })
    const about = { description: 'Finds products.', inputSchema: input, outputSchema: output }
    for (const name of names) server.registerTool(name, about, search)
    return server
  },
  { responseMode: 'json' },
)

const server = createServer((incoming, outgoing) => {
  const chunks = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', async () => {
    const { method, headers, url } = incoming
    const request = new Request(`http://${headers.host}${url}`, { method, headers, body: Buffer.concat(chunks) })
    const answer = await handler.fetch(request)
    const body = await answer.text()
    outgoing.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-length': Buffer.byteLength(body),
    })
    outgoing.end(body)
  })
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
