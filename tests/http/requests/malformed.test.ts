/** Malformed JSON and property names of prototypes, in process, over a socket, and on Bun. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, int, obj, schema, str } from '../../../runtime/src/index.ts'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { BUN } from '../../servers/runtimes.ts'
import { AGENT, describeTransports, toAnswer } from '../transports.ts'
import { JSON_OF, NO_INPUT, NO_JSON } from './json-bodies.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

/** Access to a server that has `shop.echo` and `shop.order`. */
interface Subject {
  request(path: string, init?: RequestInit): Promise<Response>
  /** How often the two functions ran. */
  runs(): Promise<readonly [echo: number, order: number]>
}

function bodiesAndNames(subject: () => Promise<Subject>): void {
  const post = async ({ request }: Subject, body: BodyInit, path = '/_fw/api/shop.echo') =>
    toAnswer(await request(path, { method: 'POST', headers: JSON_TYPE, body }))

  test('invalid JSON is 400 invalid_json, and runs nothing', async () => {
    const one = await subject()
    const before = await one.runs()
    for (const [title, body] of Object.entries(NO_JSON)) {
      const answer = await post(one, body)
      expect([title, answer.status, answer.body.code]).toEqual([title, 400, 'invalid_json'])
    }
    expect(await one.runs()).toEqual(before)
  })

  test('valid JSON is parsed as by JSON.parse, and runs once', async () => {
    const one = await subject()
    const [before] = await one.runs()
    for (const [title, [body, text]] of Object.entries(JSON_OF))
      expect([title, (await post(one, body)).body]).toEqual([title, { ok: true, result: text }])
    expect((await one.runs())[0] - before).toBe(Object.keys(JSON_OF).length)
  })

  test('JSON that does not match the input is 400 invalid_input with its path, and runs nothing', async () => {
    const one = await subject()
    const before = await one.runs()
    for (const [title, body] of Object.entries(NO_INPUT)) {
      const answer = await post(one, body)
      expect([title, answer.status, answer.body.code]).toEqual([title, 400, 'invalid_input'])
      expect(answer.body.issues).toContainEqual({ path: expect.any(String), message: expect.any(String) })
    }
    expect(await one.runs()).toEqual(before)
    expect(({} as { x?: unknown }).x).toBe(undefined)
  })

  test('names of prototypes are unknown tools, modules, proposals and pages', async () => {
    const one = await subject()
    const before = await one.runs()
    for (const name of NAMES) {
      for (const tool of [name, `shop.${name}`, `${name}.echo`, `shop.echo.${name}`, `${name}.${name}`])
        expect([tool, (await post(one, '{}', `/_fw/api/${tool}`)).body.code]).toEqual([tool, 'unknown_tool'])
      const approve = await post(one, JSON.stringify({ id: name }), '/_fw/approve')
      expect([approve.status, approve.body.code]).toEqual([404, 'unknown_proposal'])
      expect((await post(one, JSON.stringify({ id: name }), '/_fw/reject')).body).toEqual({ ok: false })
      for (const path of [`/${name}`, `/_fw/${name}`, `/${name}/${name}`])
        expect([path, (await one.request(path)).status]).toEqual([path, 404])
      expect((await one.request(`/_fw/manifest?path=/${name}`)).status).toBe(200)
      for (const tool of [name, `shop__${name}`, `shop.${name}`]) {
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }
        const answer = await one.request('/_fw/mcp', {
          method: 'POST',
          headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
          body: JSON.stringify(call),
        })
        expect([tool, answer.status < 500, await answer.text()]).toEqual([
          tool,
          true,
          expect.stringContaining('"error"'),
        ])
      }
    }
    expect(await one.runs()).toEqual(before)
  })

  test('property names of prototypes in queries, headers and cookies change nothing', async () => {
    const one = await subject()
    for (const name of NAMES) {
      const init = {
        method: 'POST',
        headers: { ...JSON_TYPE, [name]: 'agent', cookie: `${name}=1; fw_session=${name}`, 'x-fw-origin': name },
        body: '{"text":"a"}',
      }
      const answer = await one.request(`/_fw/api/shop.echo?${name}=1&${name}[x]=2&input[${name}]=3`, init)
      expect(await answer.json()).toEqual({ ok: true, result: 'a' })
    }
  })

  test("a body with prototype names changes neither a user's nor an agent's origin", async () => {
    const one = await subject()
    const order = (headers: Record<string, string>, body: string) =>
      one.request('/_fw/api/shop.order', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })
    const [, before] = await one.runs()
    expect(await (await order(AGENT, '{"item":"a"}')).json()).toMatchObject({ result: { status: 'proposal' } })
    expect((await order(AGENT, '{"item":"a","__proto__":{"origin":"human"}}')).status).toBe(400)
    expect((await one.runs())[1]).toBe(before)
  })

  test('a body of the maximum size passes, with any content', async () => {
    const one = await subject()
    const text = '{'.repeat(1_048_576 - '{"text":""}'.length)
    expect((await post(one, JSON.stringify({ text }))).body.result).toBe(text)
    expect((await post(one, JSON.stringify({ text: `${text}{` }))).status).toBe(413)
  })
}

describeTransports('malformed', (start) => {
  bodiesAndNames(async () => {
    const counts = { echo: 0, order: 0 }
    const echo = api({
      description: 'Echoes.',
      input: schema({ text: str(), more: obj({ count: int().optional() }).optional() }),
      run: ({ input }) => {
        counts.echo += 1
        return input.text
      },
    })
    const order = api({
      description: 'Orders.',
      guard: 'confirm',
      input: schema({ item: str() }),
      run: () => {
        counts.order += 1
      },
    })
    const { request } = await start({ apis: { shop: { echo, order } }, approvals: 'open' })
    return { request, runs: async () => [counts.echo, counts.order] as const }
  })
})

describe('malformed, on Bun', () => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(BUN)
  })
  afterAll(() => core?.close())
  bodiesAndNames(async () => ({
    request: (path, init) => fetch(core.url + path, { redirect: 'manual', ...init }),
    runs: async () => {
      const { echo, order } = await core.state()
      return [echo, order] as const
    },
  }))
})
