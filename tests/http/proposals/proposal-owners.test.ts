/** Users who may approve or reject a proposal. Others learn nothing about it. */
import { describe, expect, test } from 'vitest'
import type { ParkedResult, ProposalStore } from '../../../runtime/src/contract/agent/proposal.ts'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import {
  createFwServer,
  createMemoryProposalStore,
  createSessionStore,
  type FwServerOptions,
} from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'
import { ANN, BOB, createPayApp, park, wholeAnswer } from './pay-app.ts'

const ENDPOINTS = ['/_fw/approve', '/_fw/reject'] as const
const session = createSessionStore({ secret: 'a secret of enough characters for anybody' })
const guest = () => ({ cookie: session.issue({}).split(';')[0] ?? '' })

describeTransports('who settles', (start) => {
  test.each([
    ['the header', { 'x-fw-origin': 'agent' }],
    ['the header in capitals', { 'x-fw-origin': 'AGENT' }],
    ['the header as a list', { 'x-fw-origin': 'human,\tAgent' }],
    ['a signature', { signature: 'sig1=:AA==:' }],
    ['a signature input', { 'signature-input': 'sig1=();created=1;keyid="x"' }],
    ['the header and a claim to be a page', { 'x-fw-origin': 'agent', 'sec-fetch-site': 'same-origin' }],
  ])('GEN-07 an agent never does, not with the cookies of the owner: %s', async (_, presented) => {
    const { options, ran } = createPayApp()
    const client = await start(options)
    const { id } = await park(client)
    for (const path of ENDPOINTS) {
      const json = await client.post(path, { id }, { ...ANN, ...presented })
      expect([json.status, json.body.code]).toEqual([403, 'forbidden'])
      const form = await client.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...ANN, ...presented },
        body: `id=${id}`,
      })
      expect(form.status).toBe(403)
    }
    expect(ran).toEqual([])
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(200)
  })

  test('a bearer token does not make its holder a user', async () => {
    const client = await start(createPayApp().options)
    const { id } = await park(client)
    expect((await client.post('/_fw/approve', { id }, { authorization: 'Bearer token' })).status).toBe(404)
  })

  test('HTP-06 HTP-07 a foreign, a resolved and an unknown id have the same response byte for byte, after the same read', async () => {
    const store = createMemoryProposalStore()
    let reads = 0
    const read: ProposalStore['get'] = (id) => {
      reads += 1
      return store.get(id)
    }
    const counting: ProposalStore = { ...store, get: read }
    let time = 1_000
    const { options } = createPayApp({ proposals: counting, now: () => time })
    const client = await start(options)
    const expired = await park(client, 5, BOB)
    time += 600_000
    const foreign = await park(client)
    const settled = await park(client, 5, BOB)
    await client.post('/_fw/reject', { id: settled.id }, BOB)
    for (const path of ENDPOINTS) {
      const answers = new Set<string>()
      for (const id of [foreign.id, settled.id, expired.id, 'x'.repeat(32)]) {
        reads = 0
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...BOB }, body: `{"id":"${id}"}` }
        answers.add(await wholeAnswer(await client.request(path, init)))
        expect(reads).toBe(1)
      }
      expect(answers.size).toBe(1)
    }
    for (const accept of ['text/html', 'application/json']) {
      const show = async (id: string) =>
        wholeAnswer(await client.request(`/_fw/proposals?id=${id}`, { headers: { ...BOB, accept } }))
      expect(await show(foreign.id)).toBe(await show('x'.repeat(32)))
    }
    expect((await client.post('/_fw/approve', { id: foreign.id }, ANN)).status).toBe(200)
  })

  test('a session id owns the proposals of its agent, and does not suffice for proposals without an owner', async () => {
    const { options } = createPayApp({ session })
    const client = await start(options)
    const mine = guest()
    const owned = await park(client, 1, mine)
    expect((await client.post('/_fw/approve', { id: owned.id }, guest())).status).toBe(404)
    const nobodys = await park(client, 2, {})
    expect((await client.post('/_fw/approve', { id: nobodys.id }, mine)).status).toBe(404)
    expect((await client.post('/_fw/approve', { id: owned.id }, mine)).status).toBe(200)
    expect((await client.post('/_fw/approve', { id: nobodys.id }, { ...mine, ...BOB })).status).toBe(200)
  })

  test('proposals of ever new sessions replace the oldest ones in memory, and no short one of another session', async () => {
    const client = await start(createPayApp({ session, data: 'memory' }).options)
    const propose = async () => {
      const headers = guest()
      const { body } = await client.call(
        'shop.pay',
        { amount: 1, note: 'x'.repeat(1_000_000) },
        { ...headers, ...AGENT },
      )
      return { headers, id: (body.result as ParkedResult).id }
    }
    const mine = guest()
    const small = await park(client, 1, mine)
    const first = await propose()
    let last = first
    for (let count = 0; count < 70; count++) last = await propose()
    expect((await client.post('/_fw/approve', { id: first.id }, first.headers)).body.code).toBe('unknown_proposal')
    expect((await client.post('/_fw/approve', { id: last.id }, last.headers)).status).toBe(200)
    expect((await client.post('/_fw/approve', { id: small.id }, mine)).status).toBe(200)
  })

  test('any caller resolves proposals without an owner, by default only if the app has no session', async () => {
    const { options } = createPayApp({ approvals: undefined })
    const open = await start(options)
    expect((await open.post('/_fw/approve', { id: (await park(open, 1, {})).id })).status).toBe(200)
    expect((await open.post('/_fw/approve', { id: (await park(open)).id })).status).toBe(404)
    const closed = await start({ ...options, session })
    expect((await closed.post('/_fw/approve', { id: (await park(closed, 1, {})).id })).status).toBe(404)
  })

  test.each([
    ['', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [null, undefined],
    [false, undefined],
    [{ id: 'ann' }, undefined],
    [0, '0'],
    [7n, '7'],
    ['0', '0'],
  ])('subjectOf with the result %o sets the subject %o', async (answered, subject) => {
    const store = createMemoryProposalStore()
    // The type forbids most of these; apps are not always typed.
    const subjectOf = () => answered as string
    const client = await start(createPayApp({ proposals: store, subjectOf }).options)
    const { id } = await park(client, 1, {})
    expect((await store.get(id))?.subject).toBe(subject)
    const listed = await client.request('/_fw/proposals')
    expect(((await listed.json()) as { result: unknown[] }).result.length).toBe(subject === undefined ? 0 : 1)
    expect((await client.post('/_fw/approve', { id })).status).toBe(subject === undefined ? 404 : 200)
  })

  test('subjectOf that returns a promise parks nothing: every caller would be anonymous', async () => {
    const subjectOf = async () => 'ann'
    const lines: LogLine[] = []
    const client = await start({
      ...createPayApp({ subjectOf: subjectOf as never }).options, // apps are not always typed
      log: (line) => void lines.push(line),
    })
    expect((await client.call('shop.pay', { amount: 1 }, AGENT)).status).toBe(500)
    expect(lines.map(({ err }) => String(err))).toEqual([expect.stringContaining('subjectOf returned a promise.')])
  })

  const broken = () => {
    throw new Error('the directory is down')
  }
  test.each<[string, () => unknown]>([
    ['throws', broken],
    ['rejects', async () => broken()],
    ['returns a string', () => 'yes'],
    ['answers 1', () => 1],
    ['returns an object', () => ({ ok: true })],
    ['answers nothing', () => undefined],
  ])('canSettle that %s is a no', async (does, canSettle) => {
    const logged: string[] = []
    const extra = {
      canSettle: canSettle as FwServerOptions['canSettle'],
      log: ({ msg }: LogLine) => logged.push(msg),
    }
    const { options, ran } = createPayApp(extra as FwServerOptions)
    const client = await start(options)
    const { id } = await park(client)
    expect((await client.post('/_fw/approve', { id }, BOB)).body.code).toBe('unknown_proposal')
    expect((await client.post('/_fw/reject', { id }, BOB)).body).toEqual({ ok: false })
    expect(ran).toEqual([])
    expect(logged.some((message) => message.startsWith('canSettle failed'))).toBe(
      canSettle === broken || does === 'rejects',
    )
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(200)
  })

  test('canSettle may be asynchronous, receives the stored call, and cannot change it', async () => {
    const canSettle: FwServerOptions['canSettle'] = async ({ proposal }) => {
      const input = proposal.input as { amount: number }
      const may = input.amount === 5
      input.amount = 1_000
      return may
    }
    const { options, ran } = createPayApp({ canSettle })
    const client = await start(options)
    const { id } = await park(client)
    expect((await client.post('/_fw/approve', { id }, BOB)).body.result).toEqual({ paid: 5 })
    expect(ran).toEqual([{ amount: 5, note: 'none' }])
    // The input by which the hook decides is deleted now: only the user who approved the call still reads its result.
    const read = async (user: string) => {
      const response = await client.request(`/_fw/proposals?id=${id}`, { headers: { 'x-user': user } })
      return ((await response.json()) as { result: unknown[] }).result
    }
    expect(await read('bob')).toMatchObject([{ state: 'executed', result: { ok: true, result: { paid: 5 } } }])
    expect(await read('cat')).toEqual([])
  })

  test("a list contains the caller's own proposals; one of another subject that the caller may resolve is found by its id", async () => {
    const { options } = createPayApp({ canSettle: ({ ctx }) => (ctx as { userId?: string }).userId === 'bob' })
    const client = await start(options)
    const { id } = await park(client)
    const ids = async (path: string, headers: Record<string, string>) => {
      const { result } = (await (await client.request(path, { headers })).json()) as { result: ParkedResult[] }
      return result.map((proposal) => proposal.id)
    }
    expect(await ids('/_fw/proposals', BOB)).toEqual([])
    expect(await ids('/_fw/proposals', {})).toEqual([])
    expect(await ids('/_fw/proposals', ANN)).toEqual([id])
    expect(await ids(`/_fw/proposals?id=${id}`, BOB)).toEqual([id])
    expect(await ids(`/_fw/proposals?id=${id}`, { 'x-user': 'eve' })).toEqual([])
  })
})

describe('an app where any visitor may approve', () => {
  const confirm = api({ description: 'Parks.', guard: 'confirm', run: () => 1 })
  const decided = api({ description: 'May park.', guard: () => 'confirm' as const, input: schema({}), run: () => 1 })
  const auto = api({ description: 'Runs.', run: () => 1 })

  function warnings(options: FwServerOptions): number {
    const logged: string[] = []
    createFwServer({ log: ({ msg }) => logged.push(msg), ...options })
    return logged.filter((message) => message.includes('any visitor may approve')).length
  }

  test('start logs a warning if approvals is not set and a tool may need approval', () => {
    expect(warnings({ apis: { a: { confirm } } })).toBe(1)
    expect(warnings({ apis: { a: { decided, auto } } })).toBe(1)
    expect(warnings({ apis: { a: { auto } } })).toBe(0)
    expect(warnings({ apis: { a: { confirm } }, session })).toBe(0)
    expect(warnings({ apis: { a: { confirm } }, approvals: 'open' })).toBe(0)
    expect(warnings({ apis: { a: { confirm } }, approvals: 'signed-in' })).toBe(0)
  })
})
