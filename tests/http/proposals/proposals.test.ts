import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createSessionStore, createSqliteProposalStore, type FwServerOptions } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'
import { writeDecisionForm } from './decision-form.ts'
import { ANN, BOB, createPayApp, park } from './pay-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-proposals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

const STORES = {
  memory: () => ({}),
  sqlite: () => ({ proposals: createSqliteProposalStore(join(folder, `${files++}.db`)) }),
}

describe.each(Object.keys(STORES) as (keyof typeof STORES)[])('in %s', (store) => {
  const create = (extra: FwServerOptions = {}) => createPayApp({ ...STORES[store](), ...extra })

  describeTransports('proposals', (start) => {
    test('GEN-07 PRO-01 GRD-02 PLC-01 a pending call has status, id, tool, validated input, message and expiry', async () => {
      const client = await start(create({ now: () => 1_000_000 }).options)
      const parked = await park(client)
      expect(parked).toEqual({
        status: 'proposal',
        id: expect.stringMatching(/^[\w-]{32}$/),
        tool: 'api.shop.pay',
        input: { amount: 5, note: 'none' },
        message: 'Approve api.shop.pay {"amount":5,"note":"none"}?',
        expiresAt: 1_600_000,
      })
    })

    test('HTP-06 ERR-08 approve: an agent is 403, another user and an anonymous caller 404, the owner 200, and then 404', async () => {
      const { options, ran } = create()
      const client = await start(options)
      const { id } = await park(client)
      expect((await client.post('/_fw/approve', { id }, { ...ANN, ...AGENT })).status).toBe(403)
      for (const headers of [BOB, {}]) {
        const { status, body } = await client.post('/_fw/approve', { id }, headers)
        expect([status, body.code]).toEqual([404, 'unknown_proposal'])
      }
      expect(ran).toEqual([])
      const done = await client.post('/_fw/approve', { id, input: { amount: 1_000 } }, ANN)
      expect([done.status, done.body]).toEqual([200, { ok: true, result: { paid: 5 } }])
      expect(ran).toEqual([{ amount: 5, note: 'none' }])
      expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(404)
      expect(ran.length).toBe(1)
    })

    test('HTP-06 unknown, foreign and malformed ids have the same response', async () => {
      const client = await start(create().options)
      const { id } = await park(client)
      const answers = []
      for (const [one, headers] of [
        [id, BOB],
        ['x'.repeat(32), ANN],
        ["' or 1=1 --", ANN],
        ['', ANN],
      ] as const)
        answers.push((await client.post('/_fw/approve', { id: one }, headers)).body)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect((await client.post('/_fw/approve', { id: 5 }, ANN)).body.code).toBe('invalid_input')
    })

    test('HTP-07 PLC-04 reject: ok once by the owner; resolved, unknown and foreign ids are ok: false', async () => {
      const { options, ran } = create()
      const client = await start(options)
      const { id } = await park(client)
      expect((await client.post('/_fw/reject', { id }, { ...ANN, ...AGENT })).status).toBe(403)
      for (const [one, headers, ok] of [
        [id, BOB, false],
        [id, ANN, true],
        [id, ANN, false],
        ['nope', ANN, false],
      ] as const) {
        const { status, body } = await client.post('/_fw/reject', { id: one }, headers)
        expect([status, body]).toEqual([200, { ok }])
      }
      expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(404)
      expect(ran).toEqual([])
    })

    test('a call that throws is spent', async () => {
      const { options, ran } = create()
      const client = await start(options)
      const { id } = await park(client, 13)
      const failed = await client.post('/_fw/approve', { id }, ANN)
      expect([failed.status, failed.body.error]).toEqual([500, 'Error: the card was refused'])
      expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(404)
      expect(ran.length).toBe(1)
    })

    test('PLC-03 PLC-05 of 100 approvals at once exactly one runs, and 99 are 404', async () => {
      const { options, ran } = create()
      const client = await start(options)
      const { id } = await park(client)
      const answers = await Promise.all(Array.from({ length: 100 }, () => client.post('/_fw/approve', { id }, ANN)))
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      expect(answers.filter(({ status }) => status === 404).length).toBe(99)
      expect(ran.length).toBe(1)
    })

    test('PLC-06 of 100 approvals and rejections at once exactly one counts', async () => {
      const { options, ran } = create()
      const client = await start(options)
      for (let round = 0; round < 5; round += 1) {
        const { id } = await park(client, 20 + round)
        const settle = (index: number) => (index % 2 === round % 2 ? '/_fw/approve' : '/_fw/reject')
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) => client.post(settle(index), { id }, ANN)),
        )
        const [won, ...others] = answers.filter(({ body }) => body.ok)
        expect(others).toEqual([])
        // An approval has a result, a rejection has none.
        expect(ran.some((input) => (input as { amount: number }).amount === 20 + round)).toBe(
          won?.body.result !== undefined,
        )
      }
    })

    test('scopes are checked again under the approver, and the proposal is spent', async () => {
      const ran: unknown[] = []
      const pay = api({ guard: 'confirm', scopes: ['pay'], input: schema({}), run: () => ran.push(1) })
      let scopes = ['pay']
      const { options } = create({ apis: { shop: { pay } }, ctxFor: () => ({ userId: 'ann', scopes }) })
      const client = await start(options)
      const { body } = await client.call('shop.pay', {}, AGENT)
      const { id } = body.result as ParkedResult
      scopes = []
      expect((await client.post('/_fw/approve', { id })).body.code).toBe('out_of_scope')
      scopes = ['pay']
      expect((await client.post('/_fw/approve', { id })).status).toBe(404)
      expect(ran).toEqual([])
    })

    test('a guard function that returns forbidden at approval refuses', async () => {
      let guard: 'confirm' | 'forbidden' = 'confirm'
      const pay = api({ guard: () => guard, input: schema({}), run: () => 'ran' })
      const client = await start(create({ apis: { shop: { pay } } }).options)
      const { body } = await client.call('shop.pay', {}, { ...ANN, ...AGENT })
      guard = 'forbidden'
      expect((await client.post('/_fw/approve', { id: (body.result as ParkedResult).id }, ANN)).status).toBe(403)
    })

    test('an expired proposal is unknown', async () => {
      let time = 1_000
      const client = await start(create({ now: () => time, proposalTtlMs: 500 }).options)
      const { id } = await park(client)
      time = 1_500
      expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(404)
      expect((await client.request('/_fw/proposals', { headers: ANN }).then((r) => r.json())).result).toEqual([])
    })

    test('one more than the cap drops the oldest of that subject', async () => {
      const client = await start(create({ maxPendingProposals: 2 }).options)
      const ids = [await park(client, 1), await park(client, 2), await park(client, 3)].map(({ id }) => id)
      const other = await park(client, 4, BOB)
      const statuses = []
      for (const id of ids) statuses.push((await client.post('/_fw/approve', { id }, ANN)).status)
      expect(statuses).toEqual([404, 200, 200])
      expect((await client.post('/_fw/approve', { id: other.id }, BOB)).status).toBe(200)
    })

    test('without a subject: any caller with an identity, and every caller only with open approvals', async () => {
      const client = await start(create().options)
      const first = await park(client, 1, {})
      expect((await client.post('/_fw/approve', { id: first.id })).status).toBe(404)
      expect((await client.post('/_fw/approve', { id: first.id }, BOB)).status).toBe(200)
      const open = await start(create({ approvals: 'open' }).options)
      const second = await park(open, 1, {})
      expect((await open.post('/_fw/approve', { id: second.id })).status).toBe(200)
    })

    test('canSettle allows other users', async () => {
      const client = await start(
        create({ canSettle: ({ ctx }) => (ctx as { userId?: string }).userId === 'bob' }).options,
      )
      const { id } = await park(client)
      expect((await client.post('/_fw/approve', { id }, { 'x-user': 'eve' })).status).toBe(404)
      expect((await client.post('/_fw/approve', { id }, BOB)).status).toBe(200)
    })

    test('approving is audited as the person, with the proposal', async () => {
      const entries: AuditEntry[] = []
      const client = await start(create({ onAudit: (entry) => void entries.push(entry) }).options)
      const { id } = await park(client)
      await client.post('/_fw/approve', { id }, ANN)
      expect(entries.map(({ origin, proposal, subject, ok }) => [origin, proposal, subject, ok])).toEqual([
        ['agent', id, 'ann', true],
        ['human', id, 'ann', true],
      ])
    })

    test('settle in process needs no caller', async () => {
      const client = await start(create().options)
      const first = await park(client)
      expect(await client.server.settle(first.id, 'approve')).toEqual({ paid: 5 })
      await expect(client.server.settle(first.id, 'approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
      const second = await park(client)
      expect(await client.server.settle(second.id, 'reject')).toBe(true)
      expect(await client.server.settle(second.id, 'reject')).toBe(false)
    })
  })
})

describeTransports('the proposals page', (start) => {
  const hostile = '"><script>alert(1)</script>\u202e'
  const note = api({ guard: 'confirm', input: schema({ text: str() }), run: ({ input }) => input.text })

  test("shows the stored call escaped, without script or frames, and lists only the caller's own", async () => {
    const client = await start(createPayApp({ apis: { shop: { note } } }).options)
    const { body } = await client.call('shop.note', { text: hostile }, { ...ANN, ...AGENT })
    const { id } = body.result as ParkedResult
    const page = await client.request('/_fw/proposals', { headers: { ...ANN, accept: 'text/html' } })
    const html = await page.text()
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(html).toContain(id)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('\\u202e')
    expect(html).not.toMatch(/<script|\u202e/)
    const others = await client.request('/_fw/proposals', { headers: { ...BOB, accept: 'text/html' } })
    expect(await others.text()).not.toContain(id)
    const json = await client.request('/_fw/proposals', { headers: ANN })
    expect((await json.json()).result).toMatchObject([{ id, tool: 'api.shop.note', state: 'pending' }])
    const one = await client.request(`/_fw/proposals?id=${id}`, { headers: BOB })
    expect((await one.json()).result).toEqual([])
  })

  test('its forms resolve proposals only with same-origin headers, and respond with 303', async () => {
    const client = await start(createPayApp({ apis: { shop: { note } } }).options)
    const { body } = await client.call('shop.note', { text: 'x' }, { ...ANN, ...AGENT })
    const { id } = body.result as ParkedResult
    const form = await writeDecisionForm(client, id, ANN)
    const send = (headers: Record<string, string>) =>
      client.request('/_fw/approve', {
        method: 'POST',
        headers: { ...ANN, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: form,
      })
    expect((await send({})).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'same-origin', ...AGENT })).status).toBe(403)
    const done = await send({ 'sec-fetch-site': 'same-origin' })
    expect([done.status, done.headers.get('location')]).toEqual([303, `/_fw/proposals?id=${id}`])
    // A second press of the button opens the page with the outcome of the first.
    const again = await send({ 'sec-fetch-site': 'same-origin' })
    expect([again.status, again.headers.get('location')]).toEqual([303, `/_fw/proposals?id=${id}`])
  })

  test('GET on approve and reject is 405', async () => {
    const client = await start(createPayApp().options)
    for (const path of ['/_fw/approve', '/_fw/reject']) {
      const answer = await client.request(path)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test("a guest's session id owns what its agent proposed", async () => {
    const session = createSessionStore({ secret: 'a secret of enough characters' })
    const cookie = () => ({ cookie: session.issue({}).split(';')[0] ?? '' })
    const client = await start(createPayApp({ apis: { shop: { note } }, session, ctxFor: undefined }).options)
    const mine = cookie()
    const { body } = await client.call('shop.note', { text: 'x' }, { ...mine, ...AGENT })
    const { id } = body.result as ParkedResult
    expect((await client.post('/_fw/approve', { id }, cookie())).status).toBe(404)
    expect((await client.post('/_fw/approve', { id }, mine)).status).toBe(200)
  })
})
