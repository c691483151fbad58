/** An approval covers the call that the approver read. The calls inside it still have the origin of the agent. */
import { afterEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import { callAsAgent, createGuardedApis } from '../guarded-apis.ts'
import { AGENT, type Client, describeTransports } from '../transports.ts'
import { writeDecisionForm } from './decision-form.ts'

const { read, pay, wipe, record, ran, clear } = createGuardedApis()
afterEach(clear)

const decide = record('decide', {
  description: 'Decides.',
  guard: ({ origin }) => (origin === 'agent' ? 'forbidden' : 'auto'),
})
const deep = api({ description: 'Calls a call.', input: schema({}), run: () => wipe({}) })

/** Names of the functions that approved functions call. */
const INNER = { read, pay, wipe, decide, deep } as const
type Inner = keyof typeof INNER

const outer = (name: Inner) =>
  api({
    description: 'Calls another function.',
    guard: 'confirm',
    input: schema({}),
    run: async () => {
      ran.push('outer')
      return INNER[name]({})
    },
  })
const handsOn = api({
  description: 'Proposes.',
  guard: 'confirm',
  input: schema({}),
  run: ({ ctx }) => callAsAgent(pay, ctx),
})
const outers = {
  withRead: outer('read'),
  withPay: outer('pay'),
  withWipe: outer('wipe'),
  withDecide: outer('decide'),
  withDeep: outer('deep'),
  handsOn,
}
const apis = { shop: { ...INNER, ...outers } }

async function propose(client: Client, tool: string): Promise<string> {
  const { body } = await client.call(tool, {}, AGENT)
  return (body.result as { id: string }).id
}

describeTransports('an approved call', (start) => {
  const open = async () => {
    const audits: AuditEntry[] = []
    const client = await start({ apis, approvals: 'open', onAudit: (entry) => void audits.push(entry) })
    return { client, audits }
  }

  test.each(['withPay', 'withWipe', 'withDecide', 'withDeep'])(
    '%s does not run the guarded function, which its approver never saw',
    async (name) => {
      const { client, audits } = await open()
      const id = await propose(client, `shop.${name}`)
      expect(ran).toEqual([])
      const answer = await client.post('/_fw/approve', { id })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect(ran).toEqual(['outer'])
      const inner = audits.filter(({ tool }) => /\.(?:pay|wipe|decide)$/.test(tool))
      expect(inner.map(({ origin, ok }) => [origin, ok])).toEqual([['agent', false]])
    },
  )

  test('runs functions that agents may call', async () => {
    const { client, audits } = await open()
    const id = await propose(client, 'shop.withRead')
    expect((await client.post('/_fw/approve', { id })).body).toEqual({ ok: true, result: 'read' })
    expect(ran).toEqual(['outer', 'read'])
    expect(audits.map(({ tool, origin }) => [tool, origin])).toEqual([
      ['api.shop.withRead', 'agent'],
      ['api.shop.read', 'agent'],
      ['api.shop.withRead', 'human'],
    ])
  })

  test('can create a proposal for another function, which a user then approves', async () => {
    const { client } = await open()
    const id = await propose(client, 'shop.handsOn')
    const { result } = (await client.post('/_fw/approve', { id })).body
    expect(result).toMatchObject({ status: 'proposal', tool: 'api.shop.pay' })
    expect(ran).toEqual([])
    const again = await client.post('/_fw/approve', { id: (result as { id: string }).id })
    expect(again.body).toEqual({ ok: true, result: 'pay' })
    expect(ran).toEqual(['pay'])
  })

  test('through the page of proposals and in process is the same', async () => {
    const { client } = await open()
    const form = await propose(client, 'shop.withWipe')
    await client.request('/_fw/approve', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: await writeDecisionForm(client, form),
    })
    const inProcess = await propose(client, 'shop.withWipe')
    await expect(client.server.settle(inProcess, 'approve', {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(ran).toEqual(['outer', 'outer'])
  })

  test('for a user who calls the same function everything runs', async () => {
    const { client } = await open()
    for (const name of ['withPay', 'withWipe', 'withDecide', 'withDeep'])
      expect((await client.call(`shop.${name}`)).status).toBe(200)
    expect(ran).toEqual(['outer', 'pay', 'outer', 'wipe', 'outer', 'decide', 'outer', 'wipe'])
  })
})
