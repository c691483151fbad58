// Fastify as in its guide: ajv validates the body, and the compiled serializer of the schema writes the response.
import Fastify from 'fastify'
import { PATH, place } from './place.mjs'

const text = (maxLength, more) => ({ type: 'string', minLength: 1, maxLength, ...more })
const whole = (limits) => ({ type: 'integer', ...limits })
const object = (properties, optional = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})

const line = object(
  { sku: text(40), qty: whole({ minimum: 1, maximum: 1000 }), unitPrice: whole({ minimum: 0 }), note: text(200) },
  ['note'],
)
const order = object({
  customer: text(100),
  email: text(200, { pattern: '@' }),
  lines: { type: 'array', items: line, minItems: 1, maxItems: 100 },
})
const priced = object({ sku: { type: 'string' }, qty: whole(), total: whole() })
const receipt = object({
  id: { type: 'string' },
  customer: { type: 'string' },
  lines: { type: 'array', items: priced },
  total: whole(),
})

const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } })
const schema = { body: order, response: { 200: object({ ok: { type: 'boolean' }, result: receipt }) } }
app.post(PATH, { schema }, async (request) => ({ ok: true, result: place(request.body) }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('SIGTERM', () => process.exit(0))
