// Elysia on Bun, with its own validation of body and response.
import { Elysia, t } from 'elysia'
import { PATH, place } from './place.mjs'

const closed = { additionalProperties: false }
const text = (maxLength, more) => t.String({ minLength: 1, maxLength, ...more })
const line = t.Object(
  {
    sku: text(40),
    qty: t.Integer({ minimum: 1, maximum: 1000 }),
    unitPrice: t.Integer({ minimum: 0 }),
    note: t.Optional(text(200)),
  },
  closed,
)
const order = t.Object(
  {
    customer: text(100),
    email: text(200, { pattern: '@' }),
    lines: t.Array(line, { minItems: 1, maxItems: 100 }),
  },
  closed,
)
const receipt = t.Object({
  id: t.String(),
  customer: t.String(),
  lines: t.Array(t.Object({ sku: t.String(), qty: t.Integer(), total: t.Integer() })),
  total: t.Integer(),
})

const app = new Elysia()
  .onError(({ code, status }) => (code === 'VALIDATION' ? status(400, { ok: false }) : undefined))
  .post(PATH, ({ body }) => ({ ok: true, result: place(body) }), {
    body: order,
    response: t.Object({ ok: t.Boolean(), result: receipt }),
  })
  .listen({ port: 0, hostname: '127.0.0.1' })
console.log(`http://127.0.0.1:${app.server.port}`)
process.on('SIGTERM', () => process.exit(0))
