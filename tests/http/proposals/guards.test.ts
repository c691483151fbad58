import { expect, test } from 'vitest'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { AGENT, describeTransports } from '../transports.ts'

const auto = api({ description: 'Runs.', run: () => 'ran' })
const confirm = api({ description: 'Parks.', guard: 'confirm', run: () => 'ran' })
const forbidden = api({ description: 'Denies.', guard: 'forbidden', input: schema({ id: str() }), run: () => 'ran' })
const scoped = api({ description: 'Staff only.', scopes: ['orders', 'write'], run: () => 'ran' })
const apis = { shop: { auto, confirm, forbidden, scoped } }

describeTransports('guards', (start) => {
  test('HTP-04 GRD-03 GRD-06 ERR-06 x-fw-origin: agent makes guards apply, in any case and anywhere in the list, as does any value but human', async () => {
    const { call } = await start({ apis })
    const agents = ['agent', 'AGENT', 'browser, Agent', ' agent ', '"agent"', 'agent;q=1', 'agent=1', 'human, x', 'bot']
    for (const value of agents) {
      const { status, body } = await call('shop.forbidden', { id: '1' }, { 'x-fw-origin': value })
      expect([value, status, body.code]).toEqual([value, 403, 'forbidden'])
    }
    for (const value of ['human', 'Human', 'human, human', '', ' , ']) {
      expect((await call('shop.forbidden', { id: '1' }, { 'x-fw-origin': value })).status).toBe(200)
    }
  })

  test('a presented signature makes the caller an agent, verified or not', async () => {
    const { call } = await start({ apis })
    expect((await call('shop.forbidden', { id: '1' }, { signature: 'sig1=:AA==:' })).status).toBe(403)
  })

  test('GRD-01 a user runs auto, confirm and forbidden, and an agent auto', async () => {
    const { call } = await start({ apis })
    for (const tool of ['shop.auto', 'shop.confirm']) expect((await call(tool)).body.result).toBe('ran')
    expect((await call('shop.forbidden', { id: '1' })).body.result).toBe('ran')
    expect((await call('shop.auto', {}, AGENT)).body.result).toBe('ran')
  })

  test("GRD-02 PLC-01 GEN-07 PRO-01 an agent's call of a confirm tool creates a proposal: 200 with its id, and nothing ran", async () => {
    let ran = 0
    const counting = api({ guard: 'confirm', input: schema({ id: str() }), run: () => ran++ })
    const { call } = await start({ apis: { shop: { counting } } })
    const { status, body } = await call('shop.counting', { id: 'a' }, AGENT)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ status: 'proposal', tool: 'api.shop.counting', input: { id: 'a' } })
    expect((body.result as { id: string }).id).toMatch(/^[\w-]{24,}$/)
    expect(ran).toBe(0)
  })

  test('onProposal receives each proposal, and fails no call', async () => {
    const heard: Proposal[] = []
    const logged: unknown[] = []
    const { call } = await start({
      apis,
      log: ({ msg }) => logged.push(msg),
      onProposal: async (proposal) => {
        heard.push(proposal)
        throw new Error('the pager is broken')
      },
    })
    const { status, body } = await call('shop.confirm', {}, AGENT)
    expect(status).toBe(200)
    const { id } = body.result as { id: string }
    expect(heard).toMatchObject([{ id, tool: 'api.shop.confirm', state: 'pending', origin: 'agent' }])
    await expect.poll(() => logged).toContain('onProposal failed.')
    await call('shop.confirm')
    expect(heard).toHaveLength(1)
  })

  test('GEN-05 scopes come first, then forbidden, then input, then the guard', async () => {
    const both = api({ guard: 'forbidden', scopes: ['orders'], input: schema({ id: str() }), run: () => 1 })
    const { call, request } = await start({ apis: { shop: { ...apis.shop, both } } })
    expect((await call('shop.both', {}, AGENT)).body.code).toBe('out_of_scope')
    expect((await call('shop.forbidden', {}, AGENT)).body.code).toBe('forbidden')
    expect((await call('shop.confirm', { surplus: 1 }, AGENT)).body.code).toBe('invalid_input')
    // Refused before the body is read: it is not even JSON.
    const init = { method: 'POST', headers: { ...AGENT, 'content-type': 'application/json' }, body: '{' }
    expect((await request('/_fw/api/shop.forbidden', init)).status).toBe(403)
  })

  test('API-06 AUT-19 ERR-06 all scopes must be held, by people too; without them the manifest does not show the tool', async () => {
    const { call, server } = await start({
      apis,
      ctxFor: (req) => ({ scopes: req.headers.get('x-scopes')?.split(' ') }),
    })
    const shown = async (scopes: string[]) => {
      const ctx = { headers: new Headers(), scopes }
      return (await server.manifestFor('/', ctx)).tools.some(({ name }) => name === 'api.shop.scoped')
    }
    expect([await shown([]), await shown(['orders']), await shown(['orders', 'write'])]).toEqual([false, false, true])
    expect((await call('shop.scoped')).body.code).toBe('out_of_scope')
    expect((await call('shop.scoped', {}, AGENT)).body.code).toBe('out_of_scope')
    expect((await call('shop.scoped', {}, { 'x-scopes': 'orders' })).status).toBe(403)
    expect((await call('shop.scoped', {}, { 'x-scopes': 'orders write' })).body.result).toBe('ran')
  })

  test('API-05 a guard function decides per call; the manifest shows confirm, or maxGuard', async () => {
    const seen: unknown[] = []
    const deciding = api({
      description: 'Decides.',
      input: schema({ how: str() }),
      guard: ({ input, origin }) => {
        seen.push([input.how, origin])
        return input.how as 'auto'
      },
      run: () => 'ran',
    })
    const { call, server } = await start({ apis: { shop: { deciding } } })
    expect((await call('shop.deciding', { how: 'auto' }, AGENT)).body.result).toBe('ran')
    expect((await call('shop.deciding', { how: 'confirm' }, AGENT)).body.result).toMatchObject({ status: 'proposal' })
    expect((await call('shop.deciding', { how: 'forbidden' }, AGENT)).status).toBe(403)
    expect((await call('shop.deciding', { how: 'nonsense' }, AGENT)).status).toBe(403)
    expect((await call('shop.deciding', { how: 'forbidden' })).body.result).toBe('ran')
    expect(seen.at(-1)).toEqual(['forbidden', 'human'])
    expect((await server.manifestFor('/')).tools[0]?.guard).toBe('confirm')
  })

  test("an api that calls an api passes on its caller's ctx and origin", async () => {
    const inner = api({ guard: 'forbidden', input: schema({}), run: ({ ctx }) => (ctx as { userId?: string }).userId })
    const outer = api({ input: schema({}), run: () => inner({}) })
    const entries: AuditEntry[] = []
    const { call } = await start({
      apis: { shop: { inner, outer } },
      ctxFor: () => ({ userId: 'ann' }),
      onAudit: (entry) => void entries.push(entry),
    })
    expect((await call('shop.outer')).body.result).toBe('ann')
    const refused = await call('shop.outer', {}, AGENT)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(entries.map(({ tool, origin, ok }) => [tool, origin, ok])).toEqual([
      ['api.shop.inner', 'human', true],
      ['api.shop.outer', 'human', true],
      ['api.shop.inner', 'agent', false],
      ['api.shop.outer', 'agent', false],
    ])
  })

  test('SRV-13 ctxFor refuses by throwing an FwError, and its headers are sent with the response', async () => {
    const { FwError } = await import('../../../runtime/src/index.ts')
    const greet = api({ input: schema({}), run: ({ ctx }) => ctx.headers.append('x-greeting', 'hello') })
    const { call } = await start({
      apis: { shop: { greet } },
      ctxFor: (req) => {
        if (req.headers.get('x-user') === null) throw new FwError('unauthenticated')
        return {}
      },
    })
    expect((await call('shop.greet')).body).toMatchObject({ ok: false, code: 'unauthenticated' })
    expect((await call('shop.greet', {}, { 'x-user': 'ann' })).headers.get('x-greeting')).toBe('hello')
  })
})

describeTransports('agents policy', (start) => {
  const agents = { webBotAuth: { keys: [] }, policy: 'require' } as const

  test('AUT-10 AUT-11 AUT-16 ERR-03 under require, here with no key at all, an unsigned or unverified agent gets 401 agent_required for every request; people do not', async () => {
    const { call, request, post } = await start({ apis, agents })
    const refused = await call('shop.auto', {}, AGENT)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ ok: false, error: 'agent_required', code: 'agent_required' })
    expect(refused.body.message).toEqual(expect.any(String))
    expect((await request('/', { headers: AGENT })).status).toBe(401)
    expect((await call('shop.auto', {}, { signature: 'x=:AA==:', 'signature-input': 'x=()' })).status).toBe(401)
    expect((await call('shop.auto')).status).toBe(200)
    expect((await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(401)
  })
})
