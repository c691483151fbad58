/** Lifetime of a proposal, maximum number of pending ones, and the order of eviction. */
import { expect, test } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import type { StandardSchema } from '../../../runtime/src/contract/api.ts'
import { api, list, obj, schema } from '../../../runtime/src/index.ts'
import { collectApis, invokeApi } from '../../../runtime/src/server.ts'
import { AGENT, type Answer, type Client, describeTransports } from '../transports.ts'
import { ANN, BOB, createPayApp, park } from './pay-app.ts'

/** A list of lists, with as many levels. */
/** Returns the ids of the calls on a page of proposals. Its other texts contain times. */
const listIds = (html: string) => [...html.matchAll(/<article aria-labelledby="([^"]+)"/g)].map(([, id]) => id)
const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

/** Accepts every input. */
const anyInput: StandardSchema<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ({ value: value as Record<string, unknown> }), // the callers send objects
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
}

describeTransports('bounds', (start) => {
  /** Returns the inputs of every page of the list, and checks that no page is long. */
  const listInputs = async (client: Client, headers: Record<string, string>): Promise<readonly unknown[]> => {
    const inputs: unknown[] = []
    for (let from = ''; ; ) {
      const response = await client.request(`/_fw/proposals${from}`, { headers })
      const text = await response.text()
      const { result, next } = JSON.parse(text) as { result: ParkedResult[]; next?: string }
      if (result.length > 1) expect(text.length).toBeLessThan(700_000)
      inputs.push(...result.map(({ input }) => input))
      if (next === undefined) return inputs
      from = `?from=${next}`
    }
  }
  const pending = async (client: Client, headers: Record<string, string>) =>
    (await listInputs(client, headers)).map((input) => (input as { amount: number }).amount)
  const listLines = async (client: Client) =>
    (await listInputs(client, ANN)).map((input) => (input as { lines: unknown[] }).lines.length)
  const ask = (client: Client, headers: Record<string, string> = {}): Promise<Answer> =>
    client.call('shop.pay', { amount: 5 }, { ...headers, ...AGENT })

  const askAtLength = (client: Client, amount: number, headers: Record<string, string>): Promise<Answer> =>
    client.call('shop.pay', { amount, note: 'x'.repeat(1_000_000) }, { ...headers, ...AGENT })

  test('a proposal waits for ten minutes', async () => {
    let time = 5_000
    const client = await start(createPayApp({ now: () => time }).options)
    const { id, expiresAt } = await park(client)
    expect(expiresAt).toBe(605_000)
    time = 604_999
    expect(await pending(client, ANN)).toEqual([5])
    time = 605_000
    expect(await pending(client, ANN)).toEqual([])
    expect((await client.post('/_fw/reject', { id }, ANN)).body).toEqual({ ok: false })
    expect((await client.post('/_fw/approve', { id }, ANN)).status).toBe(404)
  })

  test("a subject can have 100 pending proposals; one more removes its oldest, and no other subject's", async () => {
    let time = 1_000
    const client = await start(createPayApp({ now: () => time++ }).options)
    await park(client, 500, BOB)
    for (let amount = 1; amount <= 101; amount += 1) await park(client, amount)
    expect(await pending(client, ANN)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
    expect(await pending(client, BOB)).toEqual([500])
  })

  test('the bound holds for calls that come at once', async () => {
    const client = await start(createPayApp({ maxPendingProposals: 10 }).options)
    const parked = await Promise.all(Array.from({ length: 40 }, () => park(client)))
    expect(parked.length).toBe(40)
    expect((await pending(client, ANN)).length).toBe(10)
  })

  test('anonymous callers share a limit and remove no proposal: the new call is refused', async () => {
    let time = 1_000
    const client = await start(createPayApp({ maxPendingProposals: 3, now: () => time }).options)
    await park(client)
    const first = await park(client, 1, {})
    for (const amount of [2, 3]) await park(client, amount, {})
    time += 1_000
    const refused = await ask(client)
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '599',
    ])
    expect((await ask(client, ANN)).status).toBe(200)
    expect((await client.post('/_fw/approve', { id: first.id }, BOB)).status).toBe(200)
    expect((await ask(client)).status).toBe(200)
    expect((await ask(client)).status).toBe(429)
    time += 600_000
    expect((await ask(client)).status).toBe(200)
  })

  test('that bound holds for calls that come at once too', async () => {
    const client = await start(createPayApp({ maxPendingProposals: 10, approvals: 'open' }).options)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(client)))
    expect((await pending(client, {})).length).toBe(10)
    expect(answers.filter(({ status }) => status === 200).length).toBe(10)
    expect(answers.filter(({ status }) => status === 429).length).toBe(30)
  })

  test('the pending inputs of a subject have 4 MiB at most, so that a list of them is never larger', async () => {
    const client = await start(createPayApp().options)
    await park(client, 1)
    await park(client, 500, BOB)
    for (let amount = 2; amount <= 8; amount += 1) await askAtLength(client, amount, ANN)
    await park(client, 9)
    expect(await pending(client, ANN)).toEqual([5, 6, 7, 8, 9])
    expect(await pending(client, BOB)).toEqual([500])
  })

  test('a page of the list is short, shows each of its calls in full, and links to the next page', async () => {
    const client = await start(createPayApp().options)
    for (let amount = 1; amount <= 6; amount += 1)
      await client.call('shop.pay', { amount, note: 'x'.repeat(200_000) }, { ...ANN, ...AGENT })
    const read = async (path: string) =>
      (await client.request(path, { headers: { ...ANN, accept: 'text/html' } })).text()
    const first = await read('/_fw/proposals')
    expect(first).toContain('6 calls are pending.')
    expect(first.match(/Show the full call/g)?.length).toBe(2)
    expect(first.match(/It may change data\./g)?.length).toBe(2)
    const next = /href="(\/_fw\/proposals\?from=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = await read(next)
    expect(second).toContain('(3 of 6)')
    expect(second).toContain('All pending approvals')
    expect(await pending(client, ANN)).toEqual([1, 2, 3, 4, 5, 6])
    // The first call of a page may have been resolved in the meantime.
    expect(listIds(await read('/_fw/proposals?from=gone'))).toEqual(listIds(first))
  })

  test('an input with more than 10,000 values is refused, and so are those of many pending calls together', async () => {
    const lines = (count: number) => new Array(count).fill({})
    const order = api({
      guard: 'confirm',
      description: 'Orders lines.',
      input: schema({ lines: list(obj({})) }),
      run: () => null,
    })
    const client = await start({ ...createPayApp().options, apis: { shop: { order } } })
    const place = (count: number, headers: Record<string, string>) =>
      client.call('shop.order', { lines: lines(count) }, { ...headers, ...AGENT })
    const refused = await place(10_000, ANN)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      413,
      'payload_too_large',
      'The input of a call that needs approval may have at most 10000 values.',
    ])
    expect(await listLines(client)).toEqual([])
    for (let count = 9_000; count < 9_015; count += 1) expect((await place(count, ANN)).status).toBe(200)
    // Ten of them have about 90,000 values.
    expect(await listLines(client)).toEqual(Array.from({ length: 10 }, (_, index) => 9_005 + index))
  })

  test('an input with more than 100 levels is refused', async () => {
    const order = api({ guard: 'confirm', description: 'Orders lines.', input: anyInput, run: () => null })
    // Code of the server calls it, because a body has at most as many levels.
    const [tool] = collectApis({ shop: { order } })
    const askAtDepth = () => invokeApi(tool!, { lines: nest(100) }, {}, 'agent')
    const client = await start({
      ...createPayApp().options,
      apis: { shop: { order } },
      middleware: async ({ url }) => (url.endsWith('/deep') ? Response.json(await askAtDepth()) : undefined),
    })
    const refused = await client.request('/deep', { headers: { accept: 'application/json' } })
    expect(refused.status).toBe(413)
    expect(await refused.text()).toContain('The input of a call that needs approval may have at most 100 levels.')
    expect((await client.call('shop.order', { lines: nest(99) }, { ...ANN, ...AGENT })).status).toBe(200)
  })

  test('further long calls of anonymous callers are refused', async () => {
    const client = await start(createPayApp({ approvals: 'open' }).options)
    const answers: Answer[] = []
    for (let amount = 1; amount <= 6; amount += 1) answers.push(await askAtLength(client, amount, {}))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(await pending(client, {})).toEqual([1, 2, 3, 4])
    expect((await ask(client)).status).toBe(200)
  })

  test('the input of a call that was approved, rejected or expired is not stored', async () => {
    let time = 5_000
    const client = await start(createPayApp({ now: () => time }).options)
    const parked = [await park(client, 1), await park(client, 2), await park(client, 3)]
    const [approved, rejected, ignored] = parked.map(({ id }) => id)
    await client.post('/_fw/approve', { id: approved }, ANN)
    await client.post('/_fw/reject', { id: rejected }, ANN)
    time += 600_000
    for (const [id, state] of [
      [approved, 'executed'],
      [rejected, 'rejected'],
      [ignored, 'expired'],
    ] as const) {
      const response = await client.request(`/_fw/proposals?id=${id}`, { headers: ANN })
      const [shown] = ((await response.json()) as { result: Record<string, unknown>[] }).result
      expect([shown?.state, shown?.tool, shown?.input, shown?.message]).toEqual([
        state,
        'api.shop.pay',
        undefined,
        undefined,
      ])
      const page = await client.request(`/_fw/proposals?id=${id}`, { headers: { ...ANN, accept: 'text/html' } })
      expect(await page.text()).toContain('The input is deleted')
    }
  })

  test('100 rejected proposals of a subject are stored, and none displaces an outcome', async () => {
    const client = await start(createPayApp().options)
    const { id: paid } = await park(client)
    await client.post('/_fw/approve', { id: paid }, ANN)
    const { id: foreign } = await park(client, 5, BOB)
    await client.post('/_fw/reject', { id: foreign }, BOB)
    const rejected: string[] = []
    for (let count = 0; count < 102; count += 1) {
      const { id } = await park(client)
      await client.post('/_fw/reject', { id }, ANN)
      rejected.push(id)
    }
    const state = async (id: string | undefined, headers: Record<string, string>) => {
      const response = await client.request(`/_fw/proposals?id=${id}`, { headers })
      return ((await response.json()) as { result: { state: string }[] }).result[0]?.state
    }
    expect([await state(paid, ANN), await state(foreign, BOB)]).toEqual(['executed', 'rejected'])
    expect(await Promise.all([0, 1, 2, 101].map((index) => state(rejected[index], ANN)))).toEqual([
      undefined,
      undefined,
      'rejected',
      'rejected',
    ])
  })

  test('an input is as large as a body may be', async () => {
    const { options } = createPayApp({ maxBodyBytes: 1_000 })
    const client = await start(options)
    const large = await client.call('shop.pay', { amount: 5, note: 'x'.repeat(1_000) }, { ...ANN, ...AGENT })
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
    const fits = await client.call('shop.pay', { amount: 5, note: 'x'.repeat(900) }, { ...ANN, ...AGENT })
    expect((fits.body.result as ParkedResult).message.length).toBeLessThan(600)
  })
})
