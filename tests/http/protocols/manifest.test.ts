import { expect, test } from 'vitest'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { describeTransports } from '../transports.ts'

const open = api({
  description: 'Open.',
  input: schema({ page: int() }),
  readonly: true,
  run: ({ input }) => input.page,
})
const held = api({ description: 'Held.', title: 'Hold it', guard: 'confirm', effect: 'irreversible', run: () => 1 })
const shut = api({ description: 'Shut.', guard: 'forbidden', run: () => 1 })
const scoped = api({ description: 'Scoped.', scopes: ['staff'], run: () => 1 })
const apis = { shop: { open, held, shut, scoped } }

describeTransports('the manifest', (start) => {
  const create = () => start({ apis, ctxFor: (req) => ({ scopes: req.headers.get('x-scopes')?.split(' ') }) })

  test('GRD-05 lists the tools that the caller may call, never a forbidden one, with their definition', async () => {
    const { request } = await create()
    const answer = await request('/_fw/manifest?path=/orders/5')
    expect(answer.status).toBe(200)
    const manifest = (await answer.json()) as { tools: { name: string }[] }
    expect(manifest).toMatchObject({ fw: '1', path: '/orders/5', components: [], stores: [], skills: [] })
    expect(manifest.tools.map(({ name }) => name)).toEqual(['api.shop.open', 'api.shop.held'])
    expect(manifest.tools[0]).toEqual({
      name: 'api.shop.open',
      description: 'Open.',
      guard: 'auto',
      readonly: true,
      where: 'server',
      input: {
        type: 'object',
        properties: { page: { type: 'integer' } },
        required: ['page'],
        additionalProperties: false,
      },
    })
    expect(manifest.tools[1]).toMatchObject({ guard: 'confirm', title: 'Hold it', effect: 'irreversible' })
    const staff = await request('/_fw/manifest', { headers: { 'x-scopes': 'staff' } })
    expect(await staff.text()).toContain('api.shop.scoped')
  })

  test('an ambiguous path has no components; a path without "/" is 400; other methods are 405', async () => {
    const { request } = await create()
    for (const path of ['/a//b', '/a/../b', '/%25zz']) {
      const answer = await request(`/_fw/manifest?path=${encodeURIComponent(path)}`)
      expect([answer.status, ((await answer.json()) as { components: [] }).components]).toEqual([200, []])
    }
    expect((await request('/_fw/manifest?path=orders')).status).toBe(400)
    expect((await request('/_fw/manifest', { method: 'POST' })).status).toBe(405)
  })
})
