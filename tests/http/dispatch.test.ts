import { expect, test } from 'vitest'
import { api, int, list, obj, schema, str } from '../../runtime/src/index.ts'
import { describeTransports } from './transports.ts'

const order = api({
  description: 'Adds up an order.',
  input: schema({ items: list(obj({ name: str(), qty: int({ min: 1 }) })), note: str().optional() }),
  run: ({ input }) => ({ total: input.items.reduce((sum, item) => sum + item.qty, 0) }),
})
const apis = { shop: { order } }

describeTransports('dispatch', (start) => {
  test('API-07 HTP-03 a post to the tool answers what run answered', async () => {
    const { call } = await start({ apis })
    const { status, body, headers } = await call('shop.order', { items: [{ name: 'tea', qty: 2 }] })
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, result: { total: 2 } })
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('API-03 HTP-05 input that does not fit answers 400 with every path', async () => {
    const { call } = await start({ apis })
    const { status, body } = await call('shop.order', { items: [{ name: 1, qty: 0 }], extra: true })
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(body.issues).toEqual([
      { path: 'extra', message: 'is not a known key' },
      { path: 'items[0].name', message: 'must be a string' },
      { path: 'items[0].qty', message: 'must be at least 1' },
    ])
  })
})
