/** Calls of code that was built for another version of a function, as by a page that was open during a deploy. */
import { expect, test, vi } from 'vitest'
import { attachContracts } from '../../runtime/src/compiled.ts'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { api, int, schema } from '../../runtime/src/index.ts'
import { SAME } from './form-desk.ts'
import { describeTransports } from './transports.ts'

const HASH = 'Ab3-_xYz'
const OTHER = 'Cd4-_xYz'

const ran = vi.fn(() => 'ran')
const shop = {
  add: api({ input: schema({ qty: int({ min: 1 }) }), http: 'POST /cart', run: ran }),
  list: api({ input: schema({}), readonly: true, run: ran }),
  staff: api({ input: schema({}), access: { scopes: ['staff'] }, run: ran }),
  lazy: api({ input: schema({}), run: ran }),
  plain: api({ input: schema({}), run: ran }),
}
const { lazy, plain, ...rest } = shop
attachContracts('shop', rest, { add: { hash: HASH }, list: { hash: HASH }, staff: { hash: HASH } })
attachContracts('shop', { plain }, { plain: {} })
// A build loads contracts at the first call.
attachContracts('shop', { lazy }, async () => ({ lazy: { hash: HASH } }))

const STALE = { status: 409, body: { ok: false, code: 'stale_client', error: expect.stringMatching(/Reload/) } }
const sent = (hash: string) => ({ 'x-fw-contract': hash })

describeTransports('a call that carries the hash of a contract', (start) => {
  const audit: AuditEntry[] = []
  const open = () => {
    ran.mockClear()
    audit.length = 0
    return start({ apis: { shop }, onAudit: (entry) => void audit.push(entry) })
  }

  test('runs with the hash of the server, and without any', async () => {
    const { call } = await open()
    expect(await call('shop.add', { qty: 1 }, sent(HASH))).toMatchObject({ status: 200, body: { result: 'ran' } })
    expect(await call('shop.add', { qty: 1 })).toMatchObject({ status: 200 })
    expect(await call('shop.lazy', {}, sent(HASH))).toMatchObject({ status: 200 })
    expect(ran).toHaveBeenCalledTimes(3)
  })

  test.each([OTHER, '', 'x'.repeat(500), `${HASH}, ${HASH}`, HASH.toLowerCase(), '__proto__'])(
    'is refused with another one, before its input is read: %j',
    async (hash) => {
      const { call, request } = await open()
      expect(await call('shop.add', { qty: 1 }, sent(hash))).toMatchObject(STALE)
      expect(await call('shop.lazy', {}, sent(hash))).toMatchObject(STALE)
      // An invalid input would be `invalid_input`, and a body that isn't JSON `invalid_json`.
      expect(await call('shop.add', { qty: 0, wrong: true }, sent(hash))).toMatchObject(STALE)
      const headers = { ...SAME, 'content-type': 'application/json', ...sent(hash) }
      const broken = await request('/_fw/api/shop.add', { method: 'POST', headers, body: '{' })
      expect([broken.status, await broken.json()]).toEqual([409, expect.objectContaining({ code: 'stale_client' })])
      expect(ran).not.toHaveBeenCalled()
      expect(audit).toHaveLength(4)
      for (const entry of audit) expect(entry).toMatchObject({ ok: false, code: 'stale_client' })
    },
  )

  test('is refused at the other paths of the function, too', async () => {
    const { request, post } = await open()
    const read = await request('/_fw/api/shop.list', { headers: sent(OTHER) })
    expect([read.status, await read.json()]).toEqual([409, expect.objectContaining({ code: 'stale_client' })])
    expect(await post('/cart', { qty: 1 }, sent(OTHER))).toMatchObject(STALE)
    expect(await post('/cart', { qty: 1 }, sent(HASH))).toMatchObject({ status: 200, body: 'ran' })
  })

  test('of a function that has been removed is refused in the same way; without a hash the function is unknown', async () => {
    const { call } = await open()
    expect(await call('shop.gone', {}, sent(HASH))).toMatchObject(STALE)
    expect(await call('shop.gone')).toMatchObject({ status: 404, body: { code: 'unknown_tool' } })
  })

  test('is decided after access: a caller without a right learns nothing about the contract', async () => {
    const { call } = await open()
    expect(await call('shop.staff', {}, sent(OTHER))).toMatchObject({ status: 403, body: { code: 'out_of_scope' } })
  })

  test('of a function without a compiled contract runs', async () => {
    const { call } = await open()
    expect(await call('shop.plain', {}, sent(OTHER))).toMatchObject({ status: 200 })
  })
})
