import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api, schema, str } from '../../../runtime/src/index.ts'
import {
  type AuditEntry,
  createFwServer,
  createSessionStore,
  type FwServerOptions,
} from '../../../runtime/src/server.ts'
import { contentDigest, KEY_ID, NOW, PUBLIC_KEY, signRequest } from '../sign-request.ts'
import { AGENT, type Client, describeTransports } from '../transports.ts'

const ran: string[] = []
const shop = {
  who: api({ description: 'Says who is calling.', run: ({ ctx }) => ({ agent: ctx.agent ?? null }) }),
  pay: api({
    description: 'Pays.',
    guard: 'confirm',
    run: () => {
      ran.push('pay')
      return { paid: true }
    },
  }),
}
const PATH = '/_fw/api/shop.who'
const BODY = '{}'
const JSON_TYPE = { 'content-type': 'application/json' }
const VERIFIED = { ok: true, result: { agent: { verified: true, keyId: KEY_ID } } }
const NOBODY = { ok: true, result: { agent: null } }

function options(policy: 'observe' | 'require' | undefined, more: Partial<FwServerOptions> = {}): FwServerOptions {
  const webBotAuth = { keys: [PUBLIC_KEY] }
  return {
    apis: { shop },
    agents: policy === undefined ? { webBotAuth } : { webBotAuth, policy },
    now: () => NOW,
    ...more,
  }
}

const sign = (client: Client, path = PATH, more: object = {}) =>
  signRequest({ url: client.url + path, headers: JSON_TYPE, ...more })

async function send(client: Client, headers: Record<string, string>, path = PATH, body = BODY) {
  const response = await client.request(path, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describeTransports('signed agents', (start) => {
  test('CTX-03 AUT-08 GEN-09 SRV-16 a signed call has ctx.agent with the key of its signer, under observe and require', async () => {
    for (const policy of [undefined, 'observe', 'require'] as const) {
      const client = await start(options(policy))
      expect((await send(client, await sign(client))).body).toEqual(VERIFIED)
    }
  })

  test('AUT-09 under observe unverified callers are served, and have no identity', async () => {
    const client = await start(options('observe'))
    const forged = { ...(await sign(client)), signature: `sig1=:${Buffer.alloc(64).toString('base64')}:` }
    const unverified: Record<string, string>[] = [{}, AGENT, forged, { signature: 'x' }, { 'signature-input': 'x' }]
    for (const headers of unverified) expect((await send(client, { ...JSON_TYPE, ...headers })).body).toEqual(NOBODY)
  })

  test('AUT-10 ERR-03 under require an agent that is unverified or not verified gets 401 agent_required, and nothing runs', async () => {
    const audited: AuditEntry[] = []
    const client = await start(options('require', { onAudit: (entry) => void audited.push(entry) }))
    const good = await sign(client)
    const refused: Record<string, Record<string, string>> = {
      unverified: { ...JSON_TYPE, ...AGENT },
      'in a list': { ...JSON_TYPE, 'x-fw-origin': 'human, AGENT' },
      'a forged signature': { ...good, signature: `sig1=:${Buffer.alloc(64).toString('base64')}:` },
      'a forged signature beside the header': { ...good, ...AGENT, signature: 'sig1=:AA==:' },
      'a broken signature': { ...JSON_TYPE, signature: 'x', 'signature-input': 'x' },
      'half a signature': { ...JSON_TYPE, signature: good.signature ?? '' },
      'the other half': { ...JSON_TYPE, 'signature-input': good['signature-input'] ?? '' },
      'another host': await signRequest({ url: `http://other.example${PATH}`, headers: JSON_TYPE }),
      'an old one': {
        ...good,
        'signature-input': (good['signature-input'] ?? '').replaceAll('17356', '17355'),
      },
    }
    for (const [name, headers] of Object.entries(refused)) {
      const { status, body } = await send(client, headers)
      expect([name, status, body.error, body.ok, body.code]).toEqual([
        name,
        401,
        'agent_required',
        false,
        'agent_required',
      ])
    }
    // Every refusal is in the audit, without a subject.
    expect(audited.map(({ ok, code, agent }) => ({ ok, code, agent }))).toEqual(
      Object.keys(refused).map(() => ({ ok: false, code: 'agent_required', agent: undefined })),
    )
    expect((await send(client, { ...good, ...AGENT })).body).toEqual(VERIFIED)
    expect(audited.at(-1)).toMatchObject({ tool: 'api.shop.who', origin: 'agent', agent: KEY_ID, ok: true })
  })

  test('AUT-11 under require people are never gated, on pages, api calls and approvals', async () => {
    const client = await start(options('require', { routes: { '/': () => 'hello' } }))
    expect((await send(client, JSON_TYPE)).body).toEqual(NOBODY)
    expect((await client.request('/')).status).toBe(200)
    expect((await client.request('/_fw/manifest?path=/')).status).toBe(200)
    expect((await client.post('/_fw/approve', { id: 'x' })).status).toBe(404)
    expect((await client.request('/', { headers: AGENT })).status).toBe(401)
  })

  test('AUT-11 MCP counts as an agent: gated without a header, open to a verified signature', async () => {
    const client = await start(options('require'))
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__who' } })
    expect((await send(client, JSON_TYPE, '/_fw/mcp', message)).status).toBe(401)
    const signed = await send(client, await sign(client, '/_fw/mcp'), '/_fw/mcp', message)
    expect(signed.status).toBe(200)
    expect(JSON.stringify(signed.body)).toContain(KEY_ID)
    expect((await client.request('/_fw/mcp')).status).toBe(200)
  })

  test('the embedded agent acts for the signed-in person: its path is past the gate, other paths below /_fw/ are not', async () => {
    const client = await start(options('require'))
    // The agent itself responds: the body is not a conversation.
    for (const path of ['/_fw/agent', '/_fw/llm'])
      expect((await send(client, { ...JSON_TYPE, ...AGENT }, path)).status).toBe(400)
    expect((await send(client, { ...JSON_TYPE, ...AGENT }, '/_fw/agents')).status).toBe(401)
  })

  test('AUT-16 AUT-13 with an empty list of keys, require refuses every agent, however it signs', async () => {
    const client = await start(options(undefined, { agents: { webBotAuth: { keys: [] }, policy: 'require' } }))
    expect((await send(client, await sign(client))).status).toBe(401)
    expect((await send(client, { ...JSON_TYPE, ...AGENT })).status).toBe(401)
    expect((await send(client, JSON_TYPE)).status).toBe(200)
  })

  test('AUT-01 ctxFor receives the verified agent and the session, and decides the permissions', async () => {
    const session = createSessionStore<{ user: string }>({ secret: 'a secret of enough characters', now: () => NOW })
    const report = api({ description: 'For one agent.', scopes: ['report'], run: () => ({ total: 3 }) })
    const seen: unknown[] = []
    const client = await start(
      options('observe', {
        apis: { shop: { report } },
        session,
        ctxFor: (_, facts) => {
          seen.push(facts)
          return { scopes: facts.agent?.verified ? ['report'] : [] }
        },
      }),
    )
    const path = '/_fw/api/shop.report'
    const cookie = session.issue({ user: 'ann' }).split(';')[0] ?? ''
    expect((await send(client, { ...JSON_TYPE, cookie }, path)).status).toBe(403)
    expect((await send(client, { ...(await sign(client, path)), cookie }, path)).status).toBe(200)
    expect(seen).toEqual([
      { session: { user: 'ann' }, agent: null },
      { session: { user: 'ann' }, agent: { verified: true, keyId: KEY_ID } },
    ])
  })

  test('a signature makes the call an agent: confirm parks it under the key of its signer', async () => {
    const client = await start(options('observe'))
    const { body } = await send(client, await sign(client, '/_fw/api/shop.pay'), '/_fw/api/shop.pay')
    expect(body).toMatchObject({ ok: true, result: { status: 'proposal' } })
    expect(ran).toEqual([])
    const { result } = (await client.request('/_fw/proposals').then((response) => response.json())) as {
      result: unknown
    }
    expect(result).toMatchObject([{ tool: 'api.shop.pay', agent: KEY_ID }])
  })

  test('the signature covers the request as sent: method, raw path, query and scheme, in any spelling', async () => {
    const client = await start(options('require'))
    const components =
      '("@method" "@authority" "@path" "@query" "@target-uri" "@request-target" "@scheme" "content-type")'
    const path = '/_fw/api/shop%2ewho?a=%7e&b=c+d'
    expect((await send(client, await sign(client, path, { components }), path)).body).toEqual(VERIFIED)
    const headers = await sign(client, path, { components })
    expect((await send(client, headers, '/_fw/api/shop.who?a=%7e&b=c+d')).status).toBe(401)
    expect((await send(client, headers, '/_fw/api/shop%2ewho?a=%7e&b=c+e')).status).toBe(401)
    expect((await send(client, { ...headers, 'content-type': 'application/json; a=b' }, path)).status).toBe(401)
  })

  test('behind a proxy that terminates TLS the scheme of siteUrl counts', async () => {
    const client = await start(options('require', { siteUrl: 'https://shop.example' }))
    const url = client.url.replace('http:', 'https:') + PATH
    const components = '("@authority" "@target-uri" "@scheme")'
    expect((await send(client, await signRequest({ url, headers: JSON_TYPE, components }))).body).toEqual(VERIFIED)
    const plain = client.url.replace('https:', 'http:') + PATH
    const signed = await signRequest({ url: plain, headers: JSON_TYPE, components })
    expect((await send(client, signed)).status).toBe(401)
  })

  test('a verified agent that sends Content-Digest has to send that body', async () => {
    const client = await start(
      options('require', {
        agents: { webBotAuth: { keys: [PUBLIC_KEY], require: ['content-digest'] }, policy: 'require' },
      }),
    )
    const components = '("@authority" "content-digest")'
    for (const algorithm of ['sha-256', 'sha-512'] as const) {
      const digest = await contentDigest(BODY, algorithm)
      const signing = { headers: { ...JSON_TYPE, 'content-digest': digest }, components }
      const headers = await sign(client, PATH, signing)
      expect((await send(client, headers)).body).toEqual(VERIFIED)
      const changed = await send(client, headers, PATH, '{ }')
      expect([changed.status, changed.body.code]).toEqual([400, 'invalid_request'])
      const { 'content-digest': _, ...without } = headers
      expect((await send(client, without)).status).toBe(401)
    }
    for (const digest of [
      'md5=:AAAA:',
      'sha-256=:AAAA:',
      'sha-256=1',
      'x',
      `${await contentDigest(BODY)}, sha-512=:AA==:`,
    ]) {
      const headers = await sign(client, PATH, { headers: { ...JSON_TYPE, 'content-digest': digest }, components })
      expect([digest, (await send(client, headers)).status]).toEqual([digest, 400])
    }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__who' } })
    const signing = { headers: { ...JSON_TYPE, 'content-digest': await contentDigest(message) }, components }
    const headers = await sign(client, '/_fw/mcp', signing)
    expect((await send(client, headers, '/_fw/mcp', message)).status).toBe(200)
    expect((await send(client, headers, '/_fw/mcp', `${message} `)).status).toBe(400)
  })

  test('a body that differs from its Content-Digest reaches no form, upload, channel or page', async () => {
    const seen: string[] = []
    const send = api({
      description: 'Sends a text.',
      input: schema({ text: str() }),
      run: ({ input }) => void seen.push(input.text),
    })
    const { request, url } = await start(
      options('require', {
        agents: { webBotAuth: { keys: [PUBLIC_KEY], require: ['content-digest'] }, policy: 'require' },
        apis: { shop: { send } },
        routes: { '/desk': () => '<h1>desk</h1>' },
        channels: {
          door: {
            receive: async (req) => void seen.push(await req.text()),
            send: () => new Response(null),
          },
        },
      }),
    )
    const fields = new URLSearchParams({ 'fw:tool': 'api.shop.send', text: 'good' }).toString()
    const parts = [...new URLSearchParams(fields)].map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const multipart = `${parts.join('')}--b--\r\n`
    const ways = [
      { path: '/desk', type: 'application/x-www-form-urlencoded', body: fields, runs: 'good' },
      { path: '/desk', type: 'multipart/form-data; boundary=b', body: multipart, runs: 'good' },
      { path: '/_fw/channels/door', type: 'text/plain', body: 'a good text', runs: 'a good text' },
    ]
    const same = { accept: 'application/json', origin: url, 'sec-fetch-site': 'same-origin' }
    for (const { path, type, body, runs } of ways) {
      const headers = { ...same, 'content-type': type, 'content-digest': await contentDigest(body) }
      const signed = await signRequest({ url: url + path, headers, components: '("@authority" "content-digest")' })
      for (const other of [body.replace('good', 'evil'), `${body} `, '']) {
        const refused = await request(path, { method: 'POST', headers: signed, body: other })
        const { code, error } = (await refused.json()) as Record<string, unknown>
        expect([type, other, refused.status, code, error]).toEqual([
          type,
          other,
          400,
          'invalid_request',
          "The body doesn't match its Content-Digest.",
        ])
      }
      expect(seen).toEqual([])
      expect((await request(path, { method: 'POST', headers: signed, body })).status).toBeLessThan(300)
      expect(seen.splice(0)).toEqual([runs])
      // The signature of a request with a body is no signature of a request without one.
      expect((await request('/desk', { headers: signed })).status).toBe(400)
    }
    const headers = { 'content-digest': await contentDigest(''), accept: 'text/html' }
    const signed = await signRequest({ url: `${url}/desk`, headers, components: '("@authority" "content-digest")' })
    expect((await request('/desk', { headers: signed })).status).toBe(200)
  })

  test('LIM-10 a captured request counts again until it expires; with `nonces` it counts once', async () => {
    const client = await start(options('require'))
    const headers = await sign(client, PATH, { parameters: ';nonce="n1"' })
    for (let time = 0; time < 3; time++) expect((await send(client, headers)).status).toBe(200)
    const once = await start(
      options('require', { agents: { webBotAuth: { keys: [PUBLIC_KEY], nonces: true }, policy: 'require' } }),
    )
    const signed = await sign(once, PATH, { parameters: ';nonce="n1"' })
    expect((await send(once, signed)).status).toBe(200)
    expect((await send(once, signed)).status).toBe(401)
    const others = await Promise.all([1, 2, 3, 4].map(() => send(once, { ...signed })))
    expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    const next = await sign(once, PATH, { parameters: ';nonce="n2"' })
    const race = await Promise.all([1, 2, 3, 4].map(() => send(once, next)))
    expect(race.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await send(once, await sign(once))).status).toBe(401)
  })

  test.each(['memory', 'sqlite'] as const)(
    'LIM-10 a nonce counts once until the last millisecond of its signature (%s)',
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'fw-nonces-'))
      let now = NOW
      const client = await start(
        options('require', {
          agents: { webBotAuth: { keys: [PUBLIC_KEY], nonces: true }, policy: 'require' },
          data: kind === 'memory' ? kind : `sqlite:${join(folder, 'fw.db')}`,
          now: () => now,
        }),
      )
      // It expires after a minute, and clocks may differ by half a minute.
      const end = NOW + 90_000
      for (const first of [-1, 0]) {
        const signed = await sign(client, PATH, { parameters: `;nonce="n${first}"` })
        const statuses: number[] = []
        for (const after of [first, 0, 1, 500, 999, 1_000, 30_000, 61_000]) {
          now = end + after
          statuses.push((await send(client, signed)).status)
        }
        expect(statuses).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
      }
      rmSync(folder, { recursive: true })
    },
  )
})

describe('the option `agents`', () => {
  test('CFG-25 is off by default: no key, no gate, no ctx.agent', async () => {
    const server = createFwServer({ apis: { shop }, log: () => undefined })
    const headers = await signRequest({ url: `http://localhost${PATH}`, headers: JSON_TYPE })
    const response = await server.fetch(new Request(`http://localhost${PATH}`, { method: 'POST', headers, body: BODY }))
    expect(await response.json()).toEqual(NOBODY)
  })

  test('CFG-25 SRV-16 refuses at start a key that is not a public Ed25519 key', () => {
    const agents = { webBotAuth: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] } }
    expect(() => createFwServer({ agents })).toThrow(/public Ed25519/)
  })
})

describe('callers inside the process', () => {
  const ask = () =>
    new Request(`http://localhost${PATH}`, { method: 'POST', headers: { ...JSON_TYPE, ...AGENT }, body: BODY })

  test('are not asked for a signature, and nothing that a host passes to fetch or serve opens the gate', async () => {
    const server = createFwServer(options('require', { log: () => undefined }))
    expect((await server.fetchInProcess(ask())).status).toBe(200)
    const { fetch, serve } = server as unknown as Record<'fetch' | 'serve', (...args: unknown[]) => Promise<Response>>
    for (const more of [true, { insider: true }, { agentGate: 'passed' }, 'insider']) {
      expect((await fetch(ask(), more, more)).status).toBe(401)
      expect((await serve(ask(), more, more)).status).toBe(401)
    }
    const headers = { ...JSON_TYPE, ...AGENT, 'x-fw-insider': '1', 'x-fw-in-process': 'true' }
    expect((await server.fetch(new Request(ask(), { headers }))).status).toBe(401)
  })

  test('are held to everything else: guards and the cross-site rule', async () => {
    const server = createFwServer(options('require', { log: () => undefined }))
    const pay = new Request('http://localhost/_fw/api/shop.pay', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...AGENT },
      body: BODY,
    })
    expect(await (await server.fetchInProcess(pay)).json()).toMatchObject({ result: { status: 'proposal' } })
    const cross = new Request(ask(), { headers: { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' } })
    expect((await server.fetchInProcess(cross)).status).toBe(403)
  })
})
