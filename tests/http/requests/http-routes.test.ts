/** Endpoints of the app: `*.http.ts` in the routes folder. */
import {
  basicAuth,
  createEventStream,
  defineHandler,
  H3,
  HTTPError,
  iterable,
  readBody,
  redirect as redirectOfH3,
  setCookie,
} from 'h3'
import { expect, test } from 'vitest'
import type { EndpointEvent } from '../../../runtime/src/h3.ts'
import { api, FwError, notFound, redirect, schema, str } from '../../../runtime/src/index.ts'
import { collectApis, type FwServerOptions, invokeApi } from '../../../runtime/src/server.ts'
import { Html } from '../../../runtime/src/solid/render/html.ts'
import { AGENT, describeTransports } from '../transports.ts'

const page = { default: () => new Html('<p>The page</p>'), meta: { title: 'Page' } }
const legacy = new H3().get('/legacy/users/:id', (event) => ({ id: event.context.params?.id }))

const note = api({
  description: 'Stores a note',
  input: schema({ text: str() }),
  run: ({ ctx }) => ({ by: (ctx as { user?: string }).user }),
})
const erase = api({ description: 'Erases all', guard: 'confirm', input: schema({}), run: () => ({ ok: true }) })
const [stored] = collectApis({ desk: { erase } })

const modules: Readonly<Record<string, object>> = {
  'index.tsx': page,
  'articles/[slug].tsx': page,
  'articles/[slug].http.ts': {
    GET: ({ context }: EndpointEvent<'/articles/[slug]'>) => ({ slug: context.params.slug }),
    PUT: async (event: EndpointEvent<'/articles/[slug]'>) => ({ saved: await readBody(event) }),
  },
  'articles/new.tsx': page,
  'only-post.tsx': page,
  'only-post.http.ts': { POST: () => 'posted' },
  '[...rest].tsx': page,
  'hooks/[provider].http.ts': {
    POST: async (event: EndpointEvent<'/hooks/[provider]'>) => ({
      provider: event.context.params.provider,
      raw: await event.req.text(),
      signature: event.req.headers.get('x-signature'),
    }),
    crossSite: true,
  },
  'feed.xml.http.ts': { GET: () => new Response('<rss/>', { headers: { 'content-type': 'application/rss+xml' } }) },
  'files/[[...path]].http.ts': {
    GET: ({ context }: EndpointEvent<'/files/[[...path]]'>) => ({ path: context.params.path }),
  },
  'thing.http.ts': {
    POST: defineHandler(async (event) => {
      setCookie(event, 'seen', '1')
      event.res.status = 201
      return { ctx: event.context.fw.ctx, origin: event.context.fw.origin, note: await note({ text: 'x' }) }
    }),
  },
  'erase.http.ts': { POST: () => erase({}) },
  // Runs the call of an agent that was stored.
  'ask.http.ts': {
    GET: async ({ context: { fw } }: EndpointEvent) => stored && (await invokeApi(stored, {}, fw.ctx, 'agent')),
  },
  // Calls the function when the response is sent.
  'late.http.ts': {
    GET: () =>
      iterable(
        (async function* () {
          yield 'begun '
          yield await erase({}).then(
            () => 'ran',
            () => 'refused',
          )
        })(),
      ),
  },
  'fails/fw.http.ts': {
    GET: () => {
      throw new FwError('rate_limited', { message: 'Slowly.', headers: { 'retry-after': '7' } })
    },
  },
  'fails/h3.http.ts': {
    GET: () => {
      throw new HTTPError({ status: 418, message: 'I am a teapot', data: { short: true } })
    },
  },
  'fails/bug.http.ts': {
    GET: async () => {
      throw new RangeError('the database is at /srv/db')
    },
  },
  'fails/missing.http.ts': { GET: () => notFound() },
  'callback.http.ts': {
    GET: () => redirect('/welcome'),
    POST: () => redirectOfH3('https://id.example/authorize', 302),
  },
  'stream.http.ts': {
    GET: (event: EndpointEvent) => {
      const stream = createEventStream(event)
      void stream
        .push('one')
        .then(() => stream.push('two'))
        .then(() => stream.close())
      return stream.send()
    },
  },
  'secret.http.ts': {
    GET: defineHandler({ middleware: [basicAuth({ username: 'a', password: 'b' })], handler: () => 'inside' }),
  },
  'legacy/[...path].http.ts': { default: legacy },
  'open.http.ts': { GET: () => ({ open: true }), POST: () => ({ open: 'changed' }), cors: ['https://shop.example'] },
  'wide.http.ts': { GET: () => ({ wide: true }), cors: { origins: ['*'] } },
  'signed-in.http.ts': { GET: () => ({}), cors: { origins: ['https://shop.example'], credentials: true } },
  'echo.http.ts': { POST: (event: EndpointEvent) => new Response(event.req.body) },
  'broken/none.http.ts': { get: () => 'x' },
  'broken/both.http.ts': { GET: () => 'x', default: () => 'y' },
  'broken/open.http.ts': { POST: () => 'x', cors: ['*'] },
  'broken/cors.http.ts': { GET: () => 'x', cors: ['shop.example'] },
  'robots.txt.http.ts': { GET: () => 'User-agent: *' },
}

const options: FwServerOptions = {
  apis: { desk: { note, erase } },
  siteUrl: 'https://app.example',
  ctxFor: (req) => ({ user: req.headers.get('x-user') ?? 'nobody' }),
  routeFiles: Object.keys(modules).map((filePath) => ({ filePath })),
  loadRoute: async (filePath) => modules[filePath] as never,
  maxBodyBytes: 1000,
}

const CROSS = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
const json = { 'content-type': 'application/json' }

describeTransports('endpoints', (start) => {
  const open = async (more: FwServerOptions = {}) => (await start({ ...options, ...more })).request
  const read = async (response: Response) => [response.status, await response.text()] as const

  test('a handler gets its parameters, and its value is JSON', async () => {
    const request = await open()
    const response = await request('/articles/green%20tea')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await read(response)).toEqual([200, '{"slug":"green tea"}'])
    expect(await read(await request('/files'))).toEqual([200, '{"path":""}'])
    expect(await read(await request('/files/a/b%20c'))).toEqual([200, '{"path":"a/b c"}'])
  })

  test('beside a page, documents, their Markdown and forms go to the page, the rest to the endpoint', async () => {
    const request = await open()
    for (const accept of ['text/html,*/*;q=0.8', 'text/markdown'])
      expect(await (await request('/articles/tea', { headers: { accept } })).text()).toContain('The page')
    expect(await (await request('/articles/tea.md')).text()).toContain('The page')
    const api = await request('/articles/tea', { headers: { accept: 'application/json' } })
    expect(await api.text()).toBe('{"slug":"tea"}')
    expect(api.headers.get('vary')).toContain('accept')
    const put = await request('/articles/tea', { method: 'PUT', body: '{"title":"Tea"}', headers: json })
    expect(await read(put)).toEqual([200, '{"saved":{"title":"Tea"}}'])
    const form = await request('/articles/tea', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    expect(form.status).not.toBe(200)
    expect(await (await request('/only-post')).text()).toContain('The page')
    const text = await request('/only-post', { method: 'POST' })
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', 'posted'])
  })

  test('the most specific pattern wins, also that of a page', async () => {
    const request = await open()
    const accept = 'application/json'
    expect(await (await request('/articles/new', { headers: { accept } })).text()).toContain('The page')
    expect(await (await request('/feed.xml', { headers: { accept: 'text/html' } })).text()).toBe('<rss/>')
    expect(await (await request('/robots.txt')).text()).toBe('User-agent: *')
    expect((await request('/sitemap.xml')).status).toBe(200)
  })

  test('an endpoint is in neither the sitemap nor llms.txt', async () => {
    const request = await open({ llmsTxt: {} })
    for (const path of ['/sitemap.xml', '/llms.txt'])
      expect(await (await request(path)).text()).not.toMatch(/feed\.xml|hooks|callback/)
  })

  test('HEAD has the headers of GET, OPTIONS and other methods the list of methods', async () => {
    const request = await open()
    const head = await request('/feed.xml', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/rss+xml', ''])
    const list = await request('/feed.xml', { method: 'OPTIONS' })
    expect([list.status, list.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    const wrong = await request('/feed.xml', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await wrong.json()).toMatchObject({ ok: false, code: 'method_not_allowed' })
    const beside = await request('/only-post', { method: 'DELETE' })
    expect(beside.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  })

  test('ctx, status and cookies; calls of functions have the ctx of the request', async () => {
    const request = await open()
    const response = await request('/thing', { method: 'POST', headers: { 'x-user': 'ada' } })
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['seen=1; Path=/'])
    expect(await response.json()).toMatchObject({ ctx: { user: 'ada' }, origin: 'human', note: { by: 'ada' } })
  })

  test('a guarded function is not run for an agent, nor for a link, form or ping that an agent may have caused, also late', async () => {
    const request = await open()
    expect(await (await request('/erase', { method: 'POST' })).json()).toEqual({ ok: true })
    const byAgent = await request('/erase', { method: 'POST', headers: AGENT })
    expect(await byAgent.text()).not.toContain('"ok":true')
    // Node's own fetch sends other metadata over a socket.
    const { server } = await start(options)
    const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
    const pinged = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin', 'content-type': 'text/ping' }
    for (const headers of [opened, pinged, { accept: 'text/html' }]) {
      const response = await server.fetch(new Request('http://localhost/erase', { method: 'POST', headers }))
      expect(await response.text()).not.toContain('"ok":true')
      const late = await server.fetch(new Request('http://localhost/late', { headers }))
      expect(await late.text()).toBe('begun refused')
    }
    expect(await (await request('/late')).text()).toBe('begun ran')
  })

  test('requests of other sites have agent origin, unless cors lists the site', async () => {
    const who = ({ context }: EndpointEvent) => context.fw.origin
    const own: Readonly<Record<string, object>> = {
      'who.http.ts': { GET: who },
      'listed.http.ts': { GET: who, cors: [CROSS.origin] },
      'wide-who.http.ts': { GET: who, cors: ['*'] },
      'hook.http.ts': { POST: who, crossSite: true },
    }
    const { server } = await start({
      routeFiles: Object.keys(own).map((filePath) => ({ filePath })),
      loadRoute: async (filePath) => own[filePath] as never,
    })
    const read = async (path: string, init: RequestInit) =>
      (await server.fetch(new Request(`http://localhost${path}`, init))).text()
    // `fetch` of a page. A simple request has the cookies of the user.
    const headers = { ...CROSS, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const human = { ...headers, 'x-fw-origin': 'human' }
    expect(await read('/who', { headers: human })).toBe('agent')
    expect(await read('/listed', { headers: human })).toBe('human')
    expect(await read('/wide-who', { headers: human })).toBe('agent')
    // Markup of the other site may have caused it.
    expect(await read('/listed', { headers })).toBe('agent')
    expect(await read('/hook', { method: 'POST', headers })).toBe('agent')
    expect(await read('/hook', { method: 'POST' })).toBe('human')
  })

  test('requests of other sites that change something are refused, unless the module allows them', async () => {
    const request = await open()
    const refused = await request('/thing', { method: 'POST', headers: CROSS })
    expect([refused.status, (await refused.json()) as object]).toMatchObject([403, { code: 'cross_site_denied' }])
    const hook = await request('/hooks/pay', {
      method: 'POST',
      body: '{"a": 1}',
      headers: { ...CROSS, 'x-signature': 's' },
    })
    expect(await hook.json()).toEqual({ provider: 'pay', raw: '{"a": 1}', signature: 's' })
    const byServer = await request('/thing', { method: 'POST' })
    expect(byServer.status).toBe(201)
  })

  test('a link of another site adds nothing to the calls that wait for approval', async () => {
    const request = await open({ approvals: 'open' })
    const ask = async (site: string) => {
      const { status } = await request('/ask', { headers: { 'sec-fetch-site': site } })
      const list = await request('/_fw/proposals', { headers: { accept: 'application/json' } })
      const { result } = (await list.json()) as { result: readonly object[] }
      return [status, result.length]
    }
    expect(await ask('cross-site')).toEqual([403, 0])
    expect(await ask('same-origin')).toEqual([200, 1])
  })

  test('CORS only for the listed origins, without credentials unless stated', async () => {
    const request = await open()
    const origin = 'https://shop.example'
    const preflight = await request('/open', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a' },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'x-a',
      vary: 'origin, access-control-request-method, access-control-request-headers',
    })
    const cross = { origin, 'sec-fetch-site': 'cross-site' }
    const post = await request('/open', { method: 'POST', headers: { ...cross, ...json } })
    expect([post.status, post.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    const ping = { method: 'POST', headers: { ...cross, 'content-type': 'text/ping' } }
    expect((await request('/open', ping)).status).toBe(403)
    expect(post.headers.get('access-control-allow-credentials')).toBeNull()
    // A browser sends it with cookies and without a preflight request.
    expect((await request('/open', { method: 'POST', headers: cross })).status).toBe(403)
    const other = await request('/open', { headers: { origin: 'https://evil.example' } })
    expect([other.headers.get('access-control-allow-origin'), other.headers.get('vary')]).toEqual([null, 'origin'])
    expect((await request('/open', { method: 'POST', headers: CROSS })).status).toBe(403)
    expect((await request('/wide', { headers: { origin } })).headers.get('access-control-allow-origin')).toBe('*')
    const cookies = await request('/signed-in', { headers: { origin } })
    expect(cookies.headers.get('access-control-allow-credentials')).toBe('true')
    expect((await request('/feed.xml', { headers: { origin } })).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('errors of the app have the envelope, errors of h3 their own form, and bugs tell nothing', async () => {
    const request = await open({ production: true })
    const own = await request('/fails/fw')
    expect([own.status, own.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await own.json()).toMatchObject({ ok: false, code: 'rate_limited', error: 'Slowly.' })
    const teapot = await request('/fails/h3')
    expect([teapot.status, await teapot.json()]).toMatchObject([
      418,
      { message: 'I am a teapot', data: { short: true } },
    ])
    const bug = await request('/fails/bug')
    expect(bug.status).toBe(500)
    expect(await bug.text()).not.toContain('database')
    expect((await request('/fails/missing')).status).toBe(404)
  })

  test('redirects, event streams and middleware of h3', async () => {
    const request = await open()
    const own = await request('/callback', { redirect: 'manual' })
    expect([own.status, own.headers.get('location')]).toEqual([303, '/welcome'])
    const out = await request('/callback', { method: 'POST', redirect: 'manual' })
    expect([out.status, out.headers.get('location')]).toEqual([302, 'https://id.example/authorize'])
    const stream = await request('/stream')
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(await stream.text()).toBe('data: one\n\ndata: two\n\n')
    expect((await request('/secret')).status).toBe(401)
    expect(await read(await request('/secret', { headers: { authorization: `Basic ${btoa('a:b')}` } }))).toEqual([
      200,
      'inside',
    ])
  })

  test('an app of h3 is served with its own routes', async () => {
    const request = await open()
    expect(await read(await request('/legacy/users/7'))).toEqual([200, '{"id":"7"}'])
    expect((await request('/legacy/other')).status).toBe(404)
  })

  test('bodies are streamed in both directions, within the limit', async () => {
    const request = await open()
    expect(await read(await request('/echo', { method: 'POST', body: 'abc' }))).toEqual([200, 'abc'])
    const long = await request('/hooks/pay', { method: 'POST', body: 'x'.repeat(2000) })
    expect([long.status, await long.json()]).toMatchObject([413, { code: 'payload_too_large' }])
  })

  test('the middleware of the app runs for endpoints', async () => {
    const seen: string[] = []
    const request = await open({
      rewrites: [{ from: '/old-feed', to: '/feed.xml' }],
      middleware: (req) => {
        seen.push(new URL(req.url).pathname)
        return req.headers.get('x-user') === 'mallory' ? new Response('no', { status: 403 }) : undefined
      },
    })
    expect((await request('/feed.xml', { headers: { 'x-user': 'mallory' } })).status).toBe(403)
    seen.length = 0
    expect(await (await request('/old-feed')).text()).toBe('<rss/>')
    expect(seen).toEqual(['/old-feed', '/feed.xml'])
  })

  test.each([
    ['/broken/none', 'broken/none.http.ts exports "get". Export it as "GET".'],
    ['/broken/both', 'broken/both.http.ts exports GET and a default handler. Keep one of both.'],
    [
      '/broken/cors',
      'broken/cors.http.ts: "shop.example" in cors isn\'t an origin. Write its scheme and host, in lower case and without a path: https://admin.example.',
    ],
    [
      '/broken/open',
      'broken/open.http.ts: cors is "*", and POST changes something. Every page of the web could call it: list the origins.',
    ],
  ])('a wrong module is an error that says what to do: %s', async (path, message) => {
    const request = await open({ production: false })
    const response = await request(path)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: `Error: ${message}` })
  })

  test('a URL has no slash at its end', async () => {
    const request = await open()
    const response = await request('/feed.xml/?a=1', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/feed.xml?a=1'])
  })
})
