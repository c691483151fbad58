import { expect, test } from 'vitest'
import { api } from '../../../runtime/src/index.ts'
import { invokeApi } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'

const close = api({
  description: 'Closes the shop.',
  guard: 'confirm',
  scopes: ['keys'],
  run: ({ ctx }) => ({ closedBy: (ctx as { userId?: string }).userId ?? 'nobody' }),
})

describeTransports('server.settle', (start) => {
  test('approves with the ctx of ctxFor for a caller without cookies, or with the given ctx', async () => {
    const ctxFor = (req: Request) => ({ scopes: ['keys'], userId: req.headers.get('cookie') ?? 'terminal' })
    const { call, server } = await start({ apis: { shop: { close } }, ctxFor })
    const park = async () => ((await call('shop.close', {}, AGENT)).body.result as { id: string }).id
    expect(await server.settle(await park(), 'approve')).toEqual({ closedBy: 'terminal' })
    const ctx = { scopes: ['keys'], userId: 'ada', headers: new Headers() }
    expect(await server.settle(await park(), 'approve', { ctx })).toEqual({ closedBy: 'ada' })
  })

  test('rejects once, and a rejected proposal cannot be approved', async () => {
    const { call, server } = await start({ apis: { shop: { close } }, ctxFor: () => ({ scopes: ['keys'] }) })
    const { id } = (await call('shop.close', {}, AGENT)).body.result as { id: string }
    expect([await server.settle(id, 'reject'), await server.settle(id, 'reject')]).toEqual([true, false])
    await expect(server.settle(id, 'approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
  })

  test('resolves proposals that invokeApi created outside any server, which no request can', async () => {
    const { server, post } = await start({ apis: { shop: { close } }, approvals: 'open' })
    const [tool] = server.apiTools
    if (tool === undefined) throw new Error('no tool')
    const park = async () =>
      ((await invokeApi(tool, {}, { scopes: ['keys'], headers: new Headers() }, 'agent')) as { id: string }).id
    const [first, second] = [await park(), await park()]
    expect((await post('/_fw/approve', { id: first })).status).toBe(404)
    const ctx = { scopes: ['keys'], userId: 'ada', headers: new Headers() }
    expect(await server.settle(first, 'approve', { ctx })).toEqual({ closedBy: 'ada' })
    await expect(server.settle(first, 'approve', { ctx })).rejects.toMatchObject({ code: 'unknown_proposal' })
    expect([await server.settle(second, 'reject'), await server.settle(second, 'reject')]).toEqual([true, false])
  })
})
