/** Apis with a path and a method of their own. */
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { LogLine } from '../../runtime/src/contract/config/log.ts'
import { api, defineI18n, FwError, schema, str, t } from '../../runtime/src/index.ts'
import { type AuditEntry, createSessionStore, rateLimit } from '../../runtime/src/server.ts'
import { articles, ran } from './articles-app.ts'
import { routeModules } from './route-modules.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const apis = { articles }
const pages = routeModules({
  'index.tsx': { html: () => 'home' },
  'articles/new.tsx': { html: () => 'a page' },
  'contact.tsx': { html: () => 'contact' },
})
/** Sends headers that `fetch` sets itself, and returns the status. */
function requestRaw(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { headers }, (response) => {
      response.resume()
      done(response.statusCode)
    })
    sent.on('error', fail).end()
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

describeTransports('an api at its own address', (start) => {
  const open = async (options: Parameters<typeof start>[0] = {}) => {
    ran.length = 0
    return start({ apis, ...pages, ...options })
  }
  const read = async (client: Client, method: string, path: string, init: RequestInit = {}) => {
    const response = await client.request(path, { method, ...init })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const send = (client: Client, method: string, path: string, body: unknown, headers: object = {}) =>
    read(client, method, path, { body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } })

  test('the query becomes the input by the schema, and the response is the result itself', async () => {
    const client = await open()
    const query =
      'limit=3&rating=4.5&draft=true&tags=a&tags=b&since=2026-01-31&order=old&author.name=Ann%20B&tags=c%26d'
    const { status, headers, body } = await read(client, 'GET', `/articles?${query}`)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ])
    expect(body).toEqual({
      limit: 3,
      rating: 4.5,
      draft: true,
      tags: ['a', 'b', 'c&d'],
      since: '2026-01-31T00:00:00.000Z',
      order: 'old',
      author: { name: 'Ann B' },
    })
    expect((await read(client, 'GET', '/articles')).body).toEqual({})
    // The usual address remains.
    expect((await client.call('articles.list', { limit: 2 })).body).toEqual({ ok: true, result: { limit: 2 } })
  })

  test('a value that does not match is refused by its name, like an unknown or a repeated one', async () => {
    const client = await open()
    for (const [query, path] of [
      ['limit=none', 'limit'],
      ['limit=0', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['draft=maybe', 'draft'],
      ['order=up', 'order'],
      ['since=soon', 'since'],
      ['page=2', 'page'],
      ['__proto__=2', '__proto__'],
    ]) {
      const { status, body } = await read(client, 'GET', `/articles?${query}`)
      expect([query, status, body.ok, body.code]).toEqual([query, 400, false, 'invalid_input'])
      expect(body.issues[0].path).toBe(path)
    }
    expect(ran).toEqual([])
  })

  test('parameters of the path are members of the input, decoded and checked', async () => {
    const client = await open()
    expect((await read(client, 'GET', '/articles/a%20b?lang=de')).body).toEqual({ slug: 'a b', lang: 'de' })
    expect((await read(client, 'GET', '/articles/a')).body.issues).toEqual([
      { path: 'slug', message: 'must have at least 2 characters' },
    ])
    const twice = await read(client, 'GET', '/articles/tea?slug=soap')
    expect([twice.status, twice.body.issues]).toEqual([
      400,
      [{ path: 'slug', message: 'is part of the path, and must not be sent elsewhere' }],
    ])
    expect((await read(client, 'GET', '/files/a/b%20c')).body).toEqual({ path: ['a', 'b c'] })
    expect((await read(client, 'GET', '/texts/a/b')).body).toEqual({ path: 'a/b' })
    expect((await read(client, 'GET', '/texts')).body).toEqual({})
    expect((await read(client, 'GET', '/articles/a%2Fb')).status).toBe(404)
  })

  test('a JSON body is the input together with the path', async () => {
    const client = await open()
    const put = await send(client, 'PUT', '/articles/7', { title: 'Tea', at: '2026-01-31T12:00:00Z' })
    expect([put.status, put.body]).toEqual([200, { id: 7, title: 'Tea', at: expect.any(String) }])
    expect((await send(client, 'PATCH', '/articles/tea', {})).body).toEqual({ slug: 'tea' })
    expect((await read(client, 'PATCH', '/articles/tea')).body).toEqual({ slug: 'tea' })
    // The query is not read.
    expect((await send(client, 'PATCH', '/articles/tea?title=x', {})).body).toEqual({ slug: 'tea' })
    const twice = await send(client, 'PATCH', '/articles/tea', { slug: 'soap' })
    expect([twice.status, twice.body.code, twice.body.issues[0].path]).toEqual([400, 'invalid_input', 'slug'])
    for (const body of [[], 'text', 7, null])
      expect((await send(client, 'PATCH', '/articles/tea', body)).body.code).toBe('invalid_input')
    expect((await send(client, 'PUT', '/articles/7', { title: 1 })).body.issues[0].path).toBe('title')
    // The matcher decides, and PATCH has another pattern.
    expect((await send(client, 'PUT', '/articles/tea', { title: 'x' })).status).toBe(405)
  })

  test('only JSON is accepted, in one piece and without an encoding', async () => {
    const client = await open()
    const post = (headers: Record<string, string>, body = '{"title":"tea"}') =>
      read(client, 'POST', '/articles', { body, headers })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect([type, (await post({ 'content-type': type })).body.code]).toEqual([type, 'unsupported_media_type'])
    expect((await post({ ...JSON_TYPE, 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await post(JSON_TYPE, '{')).body.code).toBe('invalid_json')
    const big = await open({ maxBodyBytes: 100 })
    expect((await send(big, 'POST', '/articles', { title: 'x'.repeat(200) })).body.code).toBe('payload_too_large')
    expect(ran).toEqual([])
    const removed = await send(client, 'DELETE', '/articles/tea', { force: true })
    expect([removed.status, removed.body.code]).toEqual([400, 'invalid_request'])
  })

  test('the status is the one of the definition, and without a result there is no body', async () => {
    const client = await open()
    const created = await send(client, 'POST', '/articles', { title: 'tea' })
    expect([created.status, created.body, created.headers.get('location')]).toEqual([
      201,
      { slug: 'tea' },
      '/articles/tea',
    ])
    for (const [method, path, status] of [
      ['DELETE', '/articles/tea?force=1', 204],
      ['POST', '/quiet', 202],
      ['POST', '/blank', 204],
    ] as const) {
      const { status: sent, body, headers } = await read(client, method, path)
      expect([path, sent, body, headers.get('content-type')]).toEqual([path, status, '', null])
    }
    expect(ran).toContainEqual(['remove', { slug: 'tea', force: true }])
  })

  test('errors have the envelope and their own status', async () => {
    const client = await open({ production: true })
    const gone = await read(client, 'GET', '/articles/gone')
    expect([gone.status, gone.body]).toEqual([410, { ok: false, error: 'It was withdrawn.', code: 'withdrawn' }])
    const broken = await read(client, 'POST', '/broken')
    expect([broken.status, broken.body.code, broken.body.error]).toEqual([
      500,
      'internal',
      expect.stringMatching(/^Error: internal error \S+$/),
    ])
    const staff = await read(client, 'POST', '/staff')
    expect([staff.status, staff.body.code]).toEqual([403, 'out_of_scope'])
    const refused = await open({
      ctxFor: () => {
        throw new FwError('unauthenticated')
      },
    })
    expect((await read(refused, 'GET', '/articles')).body.code).toBe('unauthenticated')
  })

  test('HEAD, OPTIONS and other methods follow the methods of the path', async () => {
    const client = await open()
    const head = await read(client, 'HEAD', '/articles/tea')
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
    const options = await read(client, 'OPTIONS', '/articles/tea')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
    const other = await send(client, 'POST', '/articles/tea', {})
    expect([other.status, other.headers.get('allow'), other.body.code]).toEqual([
      405,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      'method_not_allowed',
    ])
    expect((await read(client, 'GET', '/staff')).headers.get('allow')).toBe('POST, OPTIONS')
    // Other paths are those of pages.
    expect((await read(client, 'GET', '/nothing')).body).not.toHaveProperty('ok')
    const slash = await read(client, 'GET', '/articles/?limit=2')
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/articles?limit=2'])
  })

  test('a page keeps its path, where no api has the method', async () => {
    const client = await open()
    expect((await read(client, 'GET', '/articles/new')).body).toContain('a page')
    expect((await read(client, 'GET', '/articles/new.md')).headers.get('content-type')).toContain('text/markdown')
    expect((await send(client, 'PATCH', '/articles/new', { title: 'x' })).body).toEqual({ slug: 'new', title: 'x' })
    const post = await send(client, 'POST', '/articles/new', {})
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const options = await read(client, 'OPTIONS', '/articles/new')
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'PATCH, DELETE, GET, HEAD, OPTIONS'])
    // A form that is posted to a page stays its form.
    const send2 = api({ description: 'Sends.', http: 'POST /contact', input: schema({}), run: () => 'sent' })
    const both = await open({ apis: { desk: { send: send2 } } })
    const form = await read(both, 'POST', '/contact', {
      body: 'fw:tool=api.desk.send',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    expect(form.status).toBe(303)
    expect((await send(both, 'POST', '/contact', {})).body).toBe('sent')
  })

  test('a request of another site changes nothing, on whatever path', async () => {
    const client = await open()
    const cross: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of cross) {
      for (const [method, path] of [
        ['POST', '/articles'],
        ['PUT', '/articles/7'],
        ['PATCH', '/articles/tea'],
        ['DELETE', '/articles/tea'],
      ] as const) {
        const { status, body } = await read(client, method, path, { headers })
        expect([method, status, body.code]).toEqual([method, 403, 'cross_site_denied'])
      }
      const { status, headers: sent } = await read(client, 'GET', '/articles', { headers })
      expect([status, sent.get('access-control-allow-origin')]).toEqual([200, null])
    }
    expect(ran.filter(([name]) => name !== 'list')).toEqual([])
    const same = { origin: client.url, host: new URL(client.url).host, 'sec-fetch-site': 'same-origin' }
    expect((await send(client, 'POST', '/articles', { title: 'tea' }, same)).status).toBe(201)
  })

  test("an agent's call that needs approval becomes a proposal, and forbidden stays forbidden", async () => {
    const client = await open({ approvals: 'open' })
    const parked = await read(client, 'DELETE', '/articles/tea', { headers: AGENT })
    const { id } = parked.body
    expect([parked.status, parked.body]).toEqual([
      202,
      expect.objectContaining({ status: 'proposal', tool: 'api.articles.remove', input: { slug: 'tea' } }),
    ])
    expect([parked.headers.get('x-fw-proposal'), parked.headers.get('location')]).toEqual([
      id,
      `/_fw/proposals?id=${id}`,
    ])
    expect(ran).toEqual([])
    expect((await client.post('/_fw/approve', { id })).body).toMatchObject({ ok: true })
    expect(ran).toEqual([['remove', { slug: 'tea' }]])
    const never = await read(client, 'POST', '/never', { headers: AGENT })
    expect([never.status, never.body.code]).toEqual([403, 'forbidden'])
    expect((await read(client, 'POST', '/never')).body).toBeNull()
  })

  test('the policy for agents, the middleware, its limits, the session and the audit apply', async () => {
    const signed = await open({ agents: { webBotAuth: { keys: [] }, policy: 'require' } })
    const unsigned = await read(signed, 'GET', '/articles', { headers: AGENT })
    expect([unsigned.status, unsigned.body.code]).toEqual([401, 'agent_required'])

    const limited = await open({ middleware: rateLimit({ limit: 1, windowMs: 60_000, by: () => 'all' }) })
    expect((await read(limited, 'GET', '/articles')).status).toBe(200)
    const over = await read(limited, 'GET', '/articles')
    expect([over.status, over.body.code]).toEqual([429, 'rate_limited'])

    const entries: AuditEntry[] = []
    const session = createSessionStore<{ user: string }>({ secret: 'a secret of at least thirty-two characters' })
    const whoami = api({
      description: 'Names the user.',
      readonly: true,
      http: 'GET /me',
      run: ({ ctx }) => (ctx.session as { user?: string } | undefined)?.user ?? null,
    })
    const client = await open({
      apis: { me: { whoami }, articles },
      session,
      onAudit: (entry) => void entries.push(entry),
    })
    const cookie = session.issue({ user: 'ann' }).split(';')[0] ?? ''
    expect((await read(client, 'GET', '/me', { headers: { cookie } })).body).toBe('ann')
    await read(client, 'POST', '/articles', { headers: { 'sec-fetch-site': 'cross-site' } })
    await read(client, 'GET', '/articles/gone')
    await read(client, 'GET', '/articles?limit=x')
    expect(entries.map(({ tool, ok, code, origin }) => [tool, ok, code, origin])).toEqual([
      ['api.me.whoami', true, undefined, 'human'],
      ['api.articles.create', false, 'cross_site_denied', 'human'],
      ['api.articles.read', false, 'withdrawn', 'human'],
      ['api.articles.list', false, 'invalid_input', 'human'],
    ])
  })

  test('the access log and errors name the request, not its values', async () => {
    const lines: LogLine[] = []
    const client = await open({ accessLog: true, log: (line) => void lines.push(line) })
    await read(client, 'GET', '/articles/tea')
    expect(lines.map(({ msg }) => msg)).toContain('GET /articles/tea')
  })

  test('the address has no language, and the call has the language of the visitor', async () => {
    const i18n = defineI18n({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      messages: { en: { open: 'Open' }, de: { open: 'Offen' } },
    })
    const state = api({ description: 'Open?', readonly: true, http: 'GET /state', run: () => t('open') })
    const client = await open({ i18n, apis: { desk: { state } } })
    expect((await read(client, 'GET', '/state', { headers: { 'accept-language': 'de' } })).body).toBe('Offen')
    expect((await read(client, 'GET', '/state')).body).toBe('Open')
    expect((await read(client, 'GET', '/de/state')).status).toBe(404)
  })

  test('an address takes precedence over redirects, and is no target of rewrites', async () => {
    const client = await open({
      redirects: [{ from: '/articles', to: '/contact' }],
      rewrites: [{ from: '/old', to: '/articles' }],
    })
    expect((await read(client, 'GET', '/articles')).body).toEqual({})
    expect((await read(client, 'GET', '/old')).status).toBe(404)
  })

  test('a browser that opens the address of a guarded api may act for an agent', async () => {
    const secret = api({ description: 'x', readonly: true, guard: 'forbidden', http: 'GET /secret', run: () => 1 })
    const costly = api({ description: 'x', readonly: true, guard: 'confirm', http: 'GET /costly', run: () => 2 })
    const wrap = api({ description: 'x', readonly: true, http: 'GET /wrap', run: () => secret({}) })
    const client = await open({ apis: { desk: { secret, costly, wrap }, articles } })
    const visit = async (path: string, site = 'same-origin') => {
      const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site }
      if (client.url === 'http://localhost') return (await client.request(path, { headers })).status
      return requestRaw(client.url, path, headers)
    }
    expect(await Promise.all(['/secret', '/costly', '/articles'].map((path) => visit(path)))).toEqual([403, 202, 200])
    expect(await Promise.all(['/wrap', '/_fw/api/desk.secret'].map((path) => visit(path)))).toEqual([403, 403])
    // A link on another site could fill the user's list of pending calls.
    expect(await Promise.all(['/costly', '/_fw/api/desk.costly'].map((path) => visit(path, 'cross-site')))).toEqual([
      403, 403,
    ])
    expect((await read(client, 'GET', '/wrap')).body).toBe(1)
    // A script of the page reports an agent in a header.
    expect((await read(client, 'GET', '/secret')).body).toBe(1)
  })

  test('a parameter matches no file by which clients discover the app', async () => {
    const input = schema({ name: str(), part: str().optional() })
    const options = { description: 'x', readonly: true, input, run: () => 'the api' } as const
    const wide = { one: api({ ...options, http: 'GET /[name]' }), two: api({ ...options, http: 'GET /[name]/[part]' }) }
    const client = await open({ apis: { wide }, siteUrl: 'https://app.example', llmsTxt: {} })
    for (const path of ['/llms.txt', '/robots.txt', '/sitemap.xml', '/.well-known/agent-card.json', '/.well-known/x']) {
      const { body } = await read(client, 'GET', path)
      expect([path, body]).not.toEqual([path, 'the api'])
    }
    expect((await read(client, 'GET', '/other.txt')).body).toBe('the api')
    expect((await read(client, 'GET', '/a/b')).body).toBe('the api')
    const changing = {
      put: api({ ...options, http: 'PUT /[name]' }),
      post: api({ ...options, http: 'POST /[...name]' }),
    }
    const other = await open({ apis: { changing }, siteUrl: 'https://app.example' })
    for (const path of ['/robots.txt', '/sitemap.xml', '/.well-known/agent-card.json', '/contact.md'])
      expect((await read(other, 'GET', path)).status, path).toBe(200)
    expect((await read(other, 'POST', '/a.txt', { headers: JSON_TYPE, body: '{}' })).body).toBe('the api')
    expect((await read(other, 'GET', '/a.txt')).status).toBe(405)
  })

  test('a server of this machine checks the host, as below /_fw/', async () => {
    const client = await open()
    if (client.url === 'http://localhost') return
    expect(await requestRaw(client.url, '/articles', { host: 'evil.example' })).toBe(403)
  })
})

describeTransports('apis and endpoint modules', (start) => {
  const modules: Readonly<Record<string, object>> = {
    'articles/[slug].http.ts': { PATCH: () => 'patched by the module' },
    'articles/latest.http.ts': { GET: () => 'the latest' },
  }
  const find = api({
    description: 'Finds.',
    readonly: true,
    http: 'GET /articles/[slug]',
    input: schema({ slug: str() }),
    run: ({ input }) => `the api: ${input.slug}`,
  })

  test('share a path by their methods, and the more specific path wins', async () => {
    const { request } = await start({
      apis: { articles: { find } },
      routeFiles: Object.keys(modules).map((filePath) => ({ filePath })),
      loadRoute: async (filePath) => modules[filePath] as never,
    })
    const text = async (path: string, method = 'GET') => (await request(path, { method })).text()
    expect(await text('/articles/tea')).toBe('"the api: tea"')
    expect(await text('/articles/tea', 'PATCH')).toBe('patched by the module')
    expect(await text('/articles/latest')).toBe('the latest')
    expect((await request('/articles/tea', { method: 'DELETE' })).status).toBe(405)
  })
})
