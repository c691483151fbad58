// The baseline of row F: the same tool by hand, as JSON-RPC on `node:http`, without any work of a framework.
import { createServer } from 'node:http'

const MAX_BODY_BYTES = 1024 * 1024

const server = createServer((request, response) => {
  if (request.method !== 'POST') return answer(response, 405, '{}')
  const chunks = []
  let size = 0
  request.on('data', (chunk) => {
    size += chunk.length
    if (size > MAX_BODY_BYTES) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    let message
    try {
      message = JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString())
    } catch {
      return answer(response, 400, failure(null, -32700, 'not JSON'))
    }
    const { jsonrpc, id, method, params } = message
    if (jsonrpc !== '2.0' || (typeof id !== 'string' && !Number.isInteger(id)))
      return answer(response, 400, failure(null, -32600, 'no request'))
    if (method !== 'tools/call') return answer(response, 200, failure(id, -32601, 'no such method'))
    if (params?.name !== 'shop__search') return answer(response, 200, failure(id, -32602, 'no such tool'))
    const input = params.arguments
    if (!isQuery(input)) return answer(response, 200, failure(id, -32602, 'no query'))
    const result = search(input)
    if (!result.products.every(isProduct)) return answer(response, 200, failure(id, -32603, 'no products'))
    const text = JSON.stringify(result)
    const content = `[{"type":"text","text":${JSON.stringify(text)}}]`
    answer(
      response,
      200,
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${content},"structuredContent":${text}}}`,
    )
  })
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function failure(id, code, message) {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

function isQuery(value) {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (key !== 'query' && key !== 'limit') return false
  const { query, limit } = value
  if (typeof query !== 'string' || query.length < 2 || query.length > 100) return false
  return limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= 50)
}

function search({ query, limit = 10 }) {
  return {
    products: Array.from({ length: limit }, (_, index) => ({
      id: `p${index}`,
      name: `${query} pot ${index}`,
      price: 1000 + index,
      inStock: index % 3 !== 0,
    })),
  }
}

function isProduct({ id, name, price, inStock }) {
  return typeof id === 'string' && typeof name === 'string' && Number.isInteger(price) && typeof inStock === 'boolean'
}
