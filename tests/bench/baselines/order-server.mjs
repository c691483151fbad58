// The baseline of row A: the same work as tests/bench/apps/order, by hand on `node:http`, without any work of a
// framework.
import { createServer } from 'node:http'

const MAX_BODY_BYTES = 1024 * 1024

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/_fw/api/order.place') return answer(response, 404, { ok: false })
  const chunks = []
  let size = 0
  request.on('data', (chunk) => {
    size += chunk.length
    if (size > MAX_BODY_BYTES) request.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    let input
    try {
      input = JSON.parse(chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString())
    } catch {
      return answer(response, 400, { ok: false, error: 'not JSON' })
    }
    if (!isOrder(input)) return answer(response, 400, { ok: false, error: 'not an order' })
    const result = place(input)
    if (!isReceipt(result)) return answer(response, 500, { ok: false, error: 'not a receipt' })
    answer(response, 200, { ok: true, result })
  })
})

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))

function answer(response, status, value) {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function isOrder(value) {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (key !== 'customer' && key !== 'email' && key !== 'lines') return false
  if (!isText(value.customer, 100) || !isText(value.email, 200) || !value.email.includes('@')) return false
  if (!Array.isArray(value.lines) || value.lines.length < 1 || value.lines.length > 100) return false
  return value.lines.every(isLine)
}

function isLine(line) {
  if (typeof line !== 'object' || line === null) return false
  for (const key in line) if (key !== 'sku' && key !== 'qty' && key !== 'unitPrice' && key !== 'note') return false
  if (!isText(line.sku, 40)) return false
  if (!Number.isInteger(line.qty) || line.qty < 1 || line.qty > 1000) return false
  if (!Number.isInteger(line.unitPrice) || line.unitPrice < 0) return false
  return line.note === undefined || isText(line.note, 200)
}

function isText(value, max) {
  return typeof value === 'string' && value.length >= 1 && value.length <= max
}

function place({ customer, lines }) {
  const priced = lines.map(({ sku, qty, unitPrice }) => ({ sku, qty, total: qty * unitPrice }))
  return {
    id: `order-${customer.length}`,
    customer,
    lines: priced,
    total: priced.reduce((sum, line) => sum + line.total, 0),
  }
}

function isReceipt(value) {
  if (!isText(value.id, 100) || !isText(value.customer, 100) || !Number.isInteger(value.total)) return false
  return value.lines.every((line) => isText(line.sku, 40) && Number.isInteger(line.qty) && Number.isInteger(line.total))
}
