// Hono with zod, on Node.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { PATH, place } from './place.mjs'

const text = (max) => z.string().min(1).max(max)
const line = z.strictObject({
  sku: text(40),
  qty: z.int().min(1).max(1000),
  unitPrice: z.int().min(0),
  note: text(200).optional(),
})
const order = z.strictObject({
  customer: text(100),
  email: text(200).regex(/@/),
  lines: z.array(line).min(1).max(100),
})
const receipt = z.object({
  id: z.string(),
  customer: z.string(),
  lines: z.array(z.object({ sku: z.string(), qty: z.int(), total: z.int() })),
  total: z.int(),
})

const app = new Hono()
app.post(PATH, async (context) => {
  const input = order.safeParse(await context.req.json())
  if (!input.success) return context.json({ ok: false, issues: input.error.issues }, 400)
  return context.json({ ok: true, result: receipt.parse(place(input.data)) })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
process.on('SIGTERM', () => process.exit(0))
