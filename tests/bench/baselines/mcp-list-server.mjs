// The baseline of the list of row F: 500 tools as one prepared text, as JSON-RPC on `node:http`.
import { createServer } from 'node:http'

const text = { type: 'string' }
const inputSchema = {
  type: 'object',
  properties: {
    query: { ...text, minLength: 2, maxLength: 100 },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
  },
  required: ['query'],
  additionalProperties: false,
}
const product = {
  type: 'object',
  properties: { id: text, name: text, price: { type: 'integer' }, inStock: { type: 'boolean' } },
  required: ['id', 'name', 'price', 'inStock'],
}
const outputSchema = {
  type: 'object',
  properties: { products: { type: 'array', items: product } },
  required: ['products'],
}
const tools = Array.from({ length: 500 }, (_, index) => ({
  name: `shop__find${index}`,
  description: `Finds products of shelf ${index}.`,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true },
  _meta: { 'fw/guard': 'auto' },
}))
const result = JSON.stringify({ tools })

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { jsonrpc, id, method } = JSON.parse(Buffer.concat(chunks).toString())
    const isAsked = jsonrpc === '2.0' && method === 'tools/list'
    const body = isAsked ? `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}` : '{}'
    response.writeHead(isAsked ? 200 : 400, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
