import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createNodeListener, serve } from '../../../runtime/src/host.ts'
import { api } from '../../../runtime/src/index.ts'
import {
  type AuditEntry,
  type BearerResult,
  createFwServer,
  createSessionStore,
  type FwServer,
  type FwServerOptions,
  rateLimit,
} from '../../../runtime/src/server.ts'
import { NOW, PUBLIC_KEY, signRequest } from '../sign-request.ts'
import { AGENT, type Client, describeTransports } from '../transports.ts'

const shop = {
  who: api({ description: 'Returns the scopes of the caller.', run: ({ ctx }) => ({ scopes: ctx.scopes ?? [] }) }),
  report: api({ description: 'For staff.', scopes: ['staff'], run: () => ({ total: 3 }) }),
  pay: api({ description: 'Pays.', guard: 'confirm', run: () => ({ paid: true }) }),
}

/** Result of the verification of each token. */
const PEOPLE: Readonly<Record<string, BearerResult>> = {
  anybody: true,
  ann: { subject: 'ann', scopes: ['staff'] },
  expired: { subject: 'ann', expiresAt: NOW - 1 },
}

const verify = (token: string) => PEOPLE[token] ?? null

function options(more: Partial<FwServerOptions> = {}): FwServerOptions {
  return { apis: { shop }, mcpAuth: { verify }, now: () => NOW, ...more }
}

const tool = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = (client: Client, name: string, headers: Record<string, string> = {}) =>
  client.post('/_fw/mcp', tool(name), headers)

describeTransports('bearer tokens of the protocol endpoints', (start) => {
  test('a call in the middleware, which runs before the token is read, changes nothing about the caller', async () => {
    const flag = api({ description: 'Reads a flag.', readonly: true, run: () => true })
    const client = await start(
      options({
        apis: { shop: { ...shop, flag } },
        middleware: async () => {
          await flag()
          return undefined
        },
      }),
    )
    const who = await ask(client, 'shop__who', bearer('ann'))
    expect(who.body).toMatchObject({ result: { structuredContent: { scopes: ['staff'] } } })
    const parked = await ask(client, 'shop__pay', bearer('ann'))
    const { id } = (parked.body as { result: { structuredContent: { id: string } } }).result.structuredContent
    expect((await client.post('/_fw/approve', { id })).status).toBe(404)
  })

  test('AUT-17 SRV-18 ERR-04 without a token that verify accepts the response is 401 with WWW-Authenticate, and the body is not read', async () => {
    const asked: string[] = []
    const client = await start(
      options({
        mcpAuth: {
          verify: (token, req) => {
            asked.push(`${token} ${req.headers.get('x-trace')}`)
            return verify(token)
          },
          resourceMetadataUrl: 'https://shop.example/.well-known/oauth-protected-resource',
        },
        maxBodyBytes: 10,
      }),
    )
    const challenge = 'Bearer realm="fw", resource_metadata="https://shop.example/.well-known/oauth-protected-resource"'
    for (const path of ['/_fw/mcp', '/_fw/a2a']) {
      for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer: ann' }, AGENT]) {
        const answer = await client.post(path, tool('shop__who'), headers as Record<string, string>)
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe(challenge)
        expect(answer.body).toMatchObject({ ok: false, code: 'unauthenticated' })
      }
      const wrong = await client.post(path, tool('shop__who'), { ...bearer('wrong'), 'x-trace': 't1' })
      expect(wrong.status).toBe(401)
      expect(wrong.headers.get('www-authenticate')).toBe(`${challenge}, error="invalid_token"`)
    }
    expect(asked).toEqual(['wrong t1', 'wrong t1'])
    // After the check the server reads the body, and finds it too large.
    expect((await ask(client, 'shop__who', bearer('anybody'))).status).toBe(413)
  })

  test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme is accepted in any case (RFC 9110): %s', async (scheme) => {
    const client = await start(options())
    const asked = await client.post('/_fw/mcp', tool('shop__report'), { authorization: `${scheme} ann` })
    expect(asked.body.result).toMatchObject({ structuredContent: { total: 3 } })
    expect((await client.post('/_fw/mcp', tool('shop__who'), { authorization: `${scheme} Ann` })).status).toBe(401)
  })

  test('a task belongs to its token, regardless of the case of the scheme', async () => {
    const client = await start(options({ mcpAuth: { verify: () => true } }))
    const rpc = (method: string, params: object, authorization: string) =>
      client.post('/_fw/a2a', { jsonrpc: '2.0', id: 1, method, params }, { authorization, 'a2a-version': '1.0' })
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { tool: 'shop.who', input: {} } }] }
    const { task } = (await rpc('SendMessage', { message }, 'Bearer ann')).body.result as { task: { id: string } }
    const { id } = task
    expect((await rpc('GetTask', { id }, 'bearer ann')).body.result).toMatchObject({ id })
    expect((await rpc('GetTask', { id }, 'Bearer bob')).body.result).toBeUndefined()
  })

  test('AUT-18 the GET landing stays public', async () => {
    const client = await start(options())
    const landing = await client.request('/_fw/mcp')
    expect(landing.status).toBe(200)
    expect(await landing.text()).toContain('$TOKEN')
    expect((await client.request('/_fw/api/shop.who', { method: 'POST', body: '{}' })).status).toBe(415)
    expect((await client.call('shop.who')).status).toBe(200)
  })

  test('an expired identity is refused, and a check that throws refuses', async () => {
    const client = await start(options())
    expect((await ask(client, 'shop__who', bearer('expired'))).status).toBe(401)
    const broken = await start(
      options({
        mcpAuth: {
          verify: () => {
            throw new Error('jwt malformed')
          },
        },
      }),
    )
    expect((await ask(broken, 'shop__who', bearer('ann'))).status).toBe(401)
  })

  test.each<[string, () => unknown]>([
    ['the JSON of an introspection', async () => Response.json({ active: false }).json()],
    ['its response', () => Response.json({ active: false })],
    ['the claims of an expired token', () => ({ sub: 'ann', exp: 1, aud: 'https://other.example' })],
    ['an error', () => new Error('invalid_token')],
  ])('verify returns %s: 401, and an entry in the log', async (_, result) => {
    const logged: string[] = []
    const client = await start(
      options({ mcpAuth: { verify: result as () => BearerResult }, log: ({ msg }) => void logged.push(msg) }),
    )
    for (const path of ['/_fw/mcp', '/_fw/a2a'])
      expect((await client.post(path, tool('shop__who'), bearer('forged'))).status).toBe(401)
    expect(logged.filter((message) => message.includes('so the token was refused'))).toHaveLength(2)
  })

  test('scopes of the identity are added to those of ctx, over this endpoint only', async () => {
    const client = await start(options({ ctxFor: () => ({ scopes: ['guest'] }) }))
    const result = async (name: string, token: string) =>
      (await ask(client, name, bearer(token))).body.result as { structuredContent?: unknown; isError?: boolean }
    expect((await result('shop__who', 'ann')).structuredContent).toEqual({ scopes: ['guest', 'staff'] })
    expect((await result('shop__who', 'anybody')).structuredContent).toEqual({ scopes: ['guest'] })
    expect((await result('shop__report', 'ann')).structuredContent).toEqual({ total: 3 })
    expect((await result('shop__report', 'anybody')).isError).toBe(true)
    expect((await client.call('shop.report', {}, bearer('ann'))).status).toBe(403)
  })

  test('the subject of the identity owns its proposals, and no other caller sees or resolves them', async () => {
    const audited: AuditEntry[] = []
    const session = createSessionStore<{ user: string }>({ secret: 'a secret of enough characters', now: () => NOW })
    const client = await start(
      options({
        session,
        ctxFor: (_, facts) => ({ userId: (facts.session as { user: string } | undefined)?.user }),
        onAudit: (entry) => void audited.push(entry),
      }),
    )
    await ask(client, 'shop__pay', bearer('ann'))
    expect(audited).toMatchObject([{ tool: 'api.shop.pay', origin: 'agent', subject: 'ann' }])
    const id = audited[0]?.proposal
    const cookie = (user: string) => ({ cookie: session.issue({ user }).split(';')[0] ?? '' })
    expect((await client.post('/_fw/approve', { id }, cookie('bob'))).status).toBe(404)
    expect((await client.post('/_fw/approve', { id }, cookie('ann'))).body).toEqual({
      ok: true,
      result: { paid: true },
    })
  })

  test('an accepted token passes the gate of `require`; without one a signature does not replace it', async () => {
    const agents = { webBotAuth: { keys: [PUBLIC_KEY] }, policy: 'require' as const }
    const client = await start(options({ agents }))
    expect((await ask(client, 'shop__who', { ...bearer('ann'), ...AGENT })).status).toBe(200)
    const headers = { 'content-type': 'application/json' }
    const signed = await signRequest({ url: `${client.url}/_fw/mcp`, headers })
    expect((await ask(client, 'shop__who', signed)).status).toBe(401)
    expect((await client.call('shop.who', {}, { ...bearer('ann'), ...AGENT })).status).toBe(401)
  })

  test('a cross-site request is refused before its token is looked at', async () => {
    const asked: string[] = []
    const client = await start(options({ mcpAuth: { verify: (token) => asked.push(token) > 0 } }))
    expect((await ask(client, 'shop__who', { ...bearer('ann'), 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(asked).toEqual([])
  })

  test('verify may count its callers, with or without a middleware', async () => {
    const limit = rateLimit({ limit: 1, windowMs: 60_000, by: () => 'everybody' })
    const { post } = await start({
      apis: {},
      verifyBearer: async (_token, req) => {
        await limit.check(req)
        return true
      },
    })
    const ping = () => post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, { authorization: 'Bearer x' })
    expect((await ping()).status).toBe(200)
    expect((await ping()).status).toBe(429)
  })

  test('`verifyBearer`, the hook of an app, is mcpAuth.verify', async () => {
    const client = await start({ apis: { shop }, verifyBearer: verify, now: () => NOW })
    expect((await ask(client, 'shop__who', bearer('ann'))).status).toBe(200)
    expect((await ask(client, 'shop__who')).status).toBe(401)
    const both = await start(options({ mcpAuth: { token: 'literal' }, verifyBearer: verify }))
    expect((await ask(both, 'shop__who', bearer('literal'))).status).toBe(401)
    expect((await ask(both, 'shop__who', bearer('ann'))).status).toBe(200)
  })
})

describeTransports('where tokens come from', (start) => {
  const site = 'https://shop.example'
  const issuers = ['https://login.example/tenant']
  const withIssuers = (more: Partial<FwServerOptions> = {}) =>
    options({ siteUrl: site, title: 'Tea', mcpAuth: { verify, authorizationServers: issuers }, ...more })

  test('CFG-22 mcpAuth is off by default: no token is required, and the metadata document does not exist', async () => {
    const client = await start({ apis: { shop }, siteUrl: site })
    expect((await ask(client, 'shop__who')).status).toBe(200)
    expect((await client.request('/.well-known/oauth-protected-resource')).status).toBe(404)
  })

  test('CFG-22 resourceMetadataUrl is named in refusals, and wins over documents of our own', async () => {
    const resourceMetadataUrl = 'https://login.example/about-shop'
    const mcpAuth = { token: 'literal', resourceMetadataUrl, authorizationServers: issuers }
    const client = await start(withIssuers({ mcpAuth }))
    const { headers } = await ask(client, 'shop__who')
    expect(headers.get('www-authenticate')).toBe(`Bearer realm="fw", resource_metadata="${resourceMetadataUrl}"`)
  })

  test('authorizationServers makes the documents of RFC 9728, and the refusals of each endpoint name its own', async () => {
    const client = await start(withIssuers())
    const read = async (path: string) => {
      const response = await client.request(`/.well-known/oauth-protected-resource${path}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      return (await response.json()) as Record<string, unknown>
    }
    const common = {
      authorization_servers: issuers,
      bearer_methods_supported: ['header'],
      scopes_supported: ['staff'],
      resource_name: 'Tea',
    }
    expect(await read('')).toEqual({ resource: site, ...common })
    for (const path of ['/_fw/mcp', '/_fw/a2a']) {
      expect(await read(path)).toEqual({ resource: site + path, ...common })
      const { headers } = await client.post(path, {})
      const document = `${site}/.well-known/oauth-protected-resource${path}`
      expect(headers.get('www-authenticate')).toBe(`Bearer realm="fw", resource_metadata="${document}"`)
    }
    const below = await client.post('/_fw/a2a/message:send', {})
    const document = `${site}/.well-known/oauth-protected-resource/_fw/a2a`
    expect(below.headers.get('www-authenticate')).toBe(`Bearer realm="fw", resource_metadata="${document}"`)
    const posted = await client.request('/.well-known/oauth-protected-resource', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await client.request('/.well-known/oauth-protected-resource/_fw/api')).status).toBe(404)
  })

  test('a call out of scope is 403 with every scope that the tool requires', async () => {
    const client = await start(withIssuers())
    const refused = await ask(client, 'shop__report', bearer('anybody'))
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="fw", resource_metadata="${site}/.well-known/oauth-protected-resource/_fw/mcp", error="insufficient_scope", scope="staff"`,
    )
    expect(refused.body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: 403 } })
    expect((await ask(client, 'shop__report', bearer('ann'))).status).toBe(200)
  })

  test.each([
    ['none', { authorizationServers: [] }, /is empty/],
    ['a path', { authorizationServers: ['/login'] }, /is not a valid issuer/],
    ['plain http', { authorizationServers: ['http://login.example'] }, /is not a valid issuer/],
    ['a query', { authorizationServers: ['https://login.example?x'] }, /is not a valid issuer/],
    ['no siteUrl', { authorizationServers: issuers }, /needs siteUrl/],
  ])('authorizationServers with %s is rejected at start', (what, mcpAuth, words) => {
    const siteUrl = what === 'no siteUrl' ? {} : { siteUrl: site }
    expect(() => createFwServer({ ...siteUrl, mcpAuth })).toThrow(words)
  })
})

describe.each(['serve', 'a server of its own'])('over a socket of %s', (host) => {
  test('two Authorization headers are refused in either order', async () => {
    const listening = await listen(host, createFwServer(options({ log: () => undefined })))
    const body = JSON.stringify(tool('shop__who'))
    const post = (...tokens: string[]) =>
      rawStatus(listening.port, [
        'POST /_fw/mcp HTTP/1.1',
        'host: 127.0.0.1',
        'content-type: application/json',
        `content-length: ${body.length}`,
        'connection: close',
        ...tokens.map((token) => `authorization: Bearer ${token}`),
        '',
        body,
      ])
    expect(await post('ann')).toBe(200)
    expect(await post('ann', 'wrong')).toBe(401)
    expect(await post('wrong', 'ann')).toBe(401)
    expect(await post('ann', 'ann')).toBe(401)
    await listening.close()
  })

  test('a signature does not hold under two Host headers', async () => {
    const agents = { webBotAuth: { keys: [PUBLIC_KEY] }, policy: 'require' as const }
    const server = createFwServer({
      apis: { shop },
      allowedHosts: ['shop.example'],
      agents,
      now: () => NOW,
      log: () => undefined,
    })
    const listening = await listen(host, server)
    const headers = await signRequest({
      url: 'http://shop.example/_fw/api/shop.who',
      headers: { 'content-type': 'application/json' },
    })
    const post = (...hosts: string[]) =>
      rawStatus(listening.port, [
        'POST /_fw/api/shop.who HTTP/1.1',
        ...hosts.map((host) => `host: ${host}`),
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'content-length: 2',
        'connection: close',
        '',
        '{}',
      ])
    expect(await post('shop.example')).toBe(200)
    expect(await post('shop.example', 'other.example')).toBeGreaterThanOrEqual(400)
    expect(await post('other.example', 'shop.example')).toBeGreaterThanOrEqual(400)
    await listening.close()
  })
})

/** Node discards the second of two such headers, unless a server requests both. */
async function listen(host: string, server: FwServer): Promise<{ readonly port: number; close(): Promise<void> }> {
  if (host === 'serve') return serve(server, { port: 0, drainMs: 100 })
  const node = createServer(createNodeListener(server))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address object.
  const { port } = node.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => node.close(() => resolve())) }
}

/** Returns the status of the response to these lines, sent unchanged. */
function rawStatus(port: number, lines: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject).on('close', () => resolve(Number(text.split(' ')[1])))
  })
}
