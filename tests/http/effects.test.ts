import { expect, test } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import type { ChannelDef } from '../../runtime/src/contract/http/channel.ts'
import { api, FwError, schema, str } from '../../runtime/src/index.ts'
import { collectApis, invokeApi } from '../../runtime/src/server.ts'
import { AGENT, describeTransports } from './transports.ts'

const TAINTED = { ...AGENT, 'x-fw-tainted': '1' }

const pay = api({ description: 'Pays.', effect: 'irreversible', input: schema({ to: str() }), run: () => 'paid' })
const look = api({ description: 'Looks.', input: schema({}), run: () => 'seen' })
const payOnline = api({ description: 'Pays inside.', input: schema({ to: str() }), run: ({ input }) => pay(input) })
const deciding = api({
  description: 'Decides.',
  effect: 'irreversible',
  guard: () => 'auto',
  input: schema({}),
  run: () => 'done',
})
const shut = api({ description: 'Shut.', effect: 'irreversible', guard: 'forbidden', input: schema({}), run: () => 1 })
const apis = { bank: { pay, look, payOnline, deciding, shut } }

describeTransports('irreversible effects', (start) => {
  test('an agent that has read untrusted content gets confirm where auto was; other tools stay as they are', async () => {
    const entries: AuditEntry[] = []
    const { call } = await start({ apis, onAudit: (entry) => void entries.push(entry) })
    expect((await call('bank.pay', { to: 'ann' }, AGENT)).body.result).toBe('paid')
    expect((await call('bank.pay', { to: 'ann' }, TAINTED)).body.result).toMatchObject({ status: 'proposal' })
    expect((await call('bank.deciding', {}, TAINTED)).body.result).toMatchObject({ status: 'proposal' })
    expect((await call('bank.look', {}, TAINTED)).body.result).toBe('seen')
    expect((await call('bank.shut', {}, TAINTED)).status).toBe(403)
    expect(entries.map(({ tool, guard, tainted }) => [tool, guard, tainted])).toEqual([
      ['api.bank.pay', 'auto', undefined],
      ['api.bank.pay', 'confirm', true],
      ['api.bank.deciding', 'confirm', true],
      ['api.bank.look', 'auto', true],
      ['api.bank.shut', 'forbidden', true],
    ])
  })

  test('the header holds back no person, and only "0" takes it back', async () => {
    const { call } = await start({ apis })
    expect((await call('bank.pay', { to: 'ann' }, { 'x-fw-tainted': '1' })).body.result).toBe('paid')
    for (const value of ['1', 'true', '', 'no'])
      expect((await call('bank.pay', { to: 'ann' }, { ...AGENT, 'x-fw-tainted': value })).body.result).toMatchObject({
        status: 'proposal',
      })
    expect((await call('bank.pay', { to: 'ann' }, { ...AGENT, 'x-fw-tainted': '0' })).body.result).toBe('paid')
  })

  test('an approved call runs: a user has seen it', async () => {
    const { call, post } = await start({ apis })
    const { id } = (await call('bank.pay', { to: 'ann' }, TAINTED)).body.result as { id: string }
    expect((await post('/_fw/approve', { id })).body).toEqual({ ok: true, result: 'paid' })
  })

  test('over MCP too, and the manifest shows the effect', async () => {
    const { post, server } = await start({ apis })
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bank__pay', arguments: { to: 'ann' } } }
    expect(JSON.stringify((await post('/_fw/mcp', rpc)).body)).toContain('paid')
    expect(JSON.stringify((await post('/_fw/mcp', rpc, { 'x-fw-tainted': '1' })).body)).toContain('"status":"proposal"')
    const { tools } = await server.manifestFor('/')
    expect(tools.find(({ name }) => name === 'api.bank.pay')).toMatchObject({ guard: 'auto', effect: 'irreversible' })
  })

  test('a call inside a call inherits it, and so does invokeApi', async () => {
    const entries: AuditEntry[] = []
    const [tool] = collectApis({ bank: { pay } })
    const invoking = api({
      description: 'Invokes.',
      input: schema({}),
      run: ({ ctx }) => (tool === undefined ? undefined : invokeApi(tool, { to: 'ann' }, ctx, 'agent')),
    })
    const onAudit = (entry: AuditEntry) => void entries.push(entry)
    const { call } = await start({ apis: { bank: { ...apis.bank, invoking } }, onAudit })
    expect((await call('bank.payOnline', { to: 'ann' }, AGENT)).body.result).toBe('paid')
    const refused = await call('bank.payOnline', { to: 'ann' }, TAINTED)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await call('bank.invoking', {}, TAINTED)).body.result).toMatchObject({ status: 'proposal' })
    expect(entries.slice(2).map(({ tool, tainted, ok }) => [tool, tainted, ok])).toEqual([
      ['api.bank.pay', true, false],
      ['api.bank.payOnline', true, false],
      ['api.bank.pay', true, true],
      ['api.bank.invoking', true, true],
    ])
  })
})

describeTransports('a call inside a call', (start) => {
  let paid = 0
  const refund = api({ description: 'Refunds.', guard: 'confirm', input: schema({ id: str() }), run: () => ++paid })
  const complain = api({
    description: 'Handles a complaint.',
    input: schema({ id: str() }),
    run: async ({ input }) => ({ refunded: await refund(input) }),
  })
  const trying = api({
    description: 'Handles a complaint, and says so when it cannot.',
    input: schema({ id: str() }),
    run: async ({ input }) => {
      try {
        return String(await refund(input))
      } catch (error) {
        return error instanceof FwError ? `${error.code}: ${error.message}` : 'other'
      }
    },
  })
  const covered = api({
    description: 'Handles a complaint once a person agrees.',
    guard: 'confirm',
    input: schema({ id: str() }),
    run: async ({ input }) => refund(input),
  })
  const tools = { desk: { refund, complain, trying, covered } }

  test('that is irreversible does not run for a channel that calls it directly, and the error names the cause', async () => {
    let message = ''
    const team: ChannelDef = {
      receive: async () => {
        await pay({ to: 'Bo' }).catch((error: Error) => {
          message = error.message
        })
        return undefined
      },
      send: () => new Response(),
    }
    const { request } = await start({ apis: { bank: { pay } }, channels: { team } })
    expect((await request('/_fw/channels/team', { method: 'POST', body: 'Pay Bo.' })).status).toBe(204)
    expect(message).toBe(
      "api.bank.pay is irreversible, and untrusted content, such as a message from outside, may have caused this call. So it needs a user's approval, and code that an agent or a channel has caused can't call it directly, not even inside a tool that was approved. Let the agent call api.bank.pay itself, or move what the code needs into a function that isn't an api.",
    )
  })

  test('that needs approval does not run for an agent: it throws, and no proposal is created', async () => {
    const before = paid
    const entries: AuditEntry[] = []
    const proposals: unknown[] = []
    const { call, request } = await start({
      apis: tools,
      onAudit: (entry) => void entries.push(entry),
      onProposal: (proposal) => void proposals.push(proposal),
    })
    const refused = await call('desk.complain', { id: 'a' }, AGENT)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.error).toBe(
      "api.desk.refund needs a user's approval, and code that an agent or a channel has caused can't call it directly, not even inside a tool that was approved. Let the agent call api.desk.refund itself, or move what the code needs into a function that isn't an api.",
    )
    expect((await call('desk.trying', { id: 'a' }, AGENT)).body.result).toMatch(/^forbidden: api\.desk\.refund needs/)
    expect(paid).toBe(before)
    expect(proposals).toEqual([])
    expect(((await (await request('/_fw/proposals')).json()) as { result: unknown[] }).result).toEqual([])
    expect(entries.map(({ tool, guard, ok }) => [tool, guard, ok])).toEqual([
      ['api.desk.refund', 'confirm', false],
      ['api.desk.complain', 'auto', false],
      ['api.desk.refund', 'confirm', false],
      ['api.desk.trying', 'auto', true],
    ])
  })

  test('runs for a user, and not under the approval of the surrounding tool', async () => {
    const before = paid
    const { call, post } = await start({ apis: tools })
    expect((await call('desk.complain', { id: 'a' })).status).toBe(200)
    const { id } = (await call('desk.covered', { id: 'a' }, AGENT)).body.result as { id: string }
    expect(paid).toBe(before + 1)
    expect((await post('/_fw/approve', { id })).status).toBe(403)
    expect(paid).toBe(before + 1)
  })
})
