/** A list of pages never contains a page that middleware refuses to the reader of the list. */
import { expect, test, vi } from 'vitest'
import type { AgentMount } from '../../../runtime/src/agent.ts'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { routeModules } from '../route-modules.ts'
import { type Client, describeTransports } from '../transports.ts'

/** Begins every title, description and parameter of a page that only members can read. */
const SECRET = 'cellar'
const about = (title: string) => ({ title, description: `${title}, described` })

const pages = routeModules({
  'index.tsx': { meta: about('Home') },
  'notes/[slug].tsx': {
    meta: ({ params }) => about(`Note ${params.slug}`),
    staticParams: [{ slug: 'green' }, { slug: `${SECRET}-note` }],
  },
  'members/index.tsx': { meta: about(`${SECRET} home`) },
  'members/[name].tsx': {
    meta: ({ params }) => about(`Member ${params.name}`),
    staticParams: [{ name: `${SECRET}-ada` }],
  },
  'members/by/[id].tsx': { meta: about(`${SECRET} record`) },
})

/** `/members` and everything below, and every note about the cellar. */
function isGuarded(pathname: string): boolean {
  return /^(?:\/de)?\/members(?:\/|$)/.test(pathname) || pathname.includes(SECRET)
}

const refuse: NonNullable<FwServerOptions['middleware']> = (req) => {
  if (!isGuarded(new URL(req.url).pathname) || req.headers.get('x-member') === 'yes') return undefined
  return new Response('members only', { status: 403 })
}

/** The middleware of apps that ask visitors to sign in. */
const redirectToLogin: typeof refuse = (req) => refuse(req) && Response.redirect('http://localhost/login', 302)

/** An agent whose reply is the manifest that its turn reads. */
const agent: AgentMount = {
  handle: async (_, deps) =>
    Response.json({ type: 'text', text: JSON.stringify(await deps.manifestFor('/')), messages: [] }),
}

interface List {
  readonly name: string
  /** Whether the list depends on its reader. The others are files for everyone. */
  readonly isPersonal: boolean
  /** Text of a public page in the list. */
  readonly shows: string
  read(client: Client, headers: Record<string, string>): Promise<string>
}

const file =
  (path: string): List['read'] =>
  async ({ request }, headers) =>
    (await request(path, { headers })).text()
const mcp =
  (method: string, params: object = {}): List['read'] =>
  async ({ post }, headers) =>
    JSON.stringify((await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)).body)

const LISTS: readonly List[] = [
  { name: '/llms.txt', isPersonal: false, shows: 'Note green', read: file('/llms.txt') },
  { name: '/sitemap.xml', isPersonal: false, shows: '/notes/green', read: file('/sitemap.xml') },
  { name: 'resources/list of MCP', isPersonal: true, shows: 'Note green', read: mcp('resources/list') },
  {
    name: 'the values of a parameter over MCP',
    isPersonal: true,
    shows: 'green',
    read: mcp('completion/complete', {
      ref: { type: 'ref/resource', uri: 'https://tea.example/notes/{slug}.md' },
      argument: { name: 'slug', value: '' },
    }),
  },
  { name: 'the manifest', isPersonal: true, shows: '"title":"Home"', read: file('/_fw/manifest?path=/') },
  {
    name: 'a turn of the agent',
    isPersonal: true,
    shows: 'Home',
    read: async ({ post }, headers) => JSON.stringify((await post('/_fw/agent', { message: 'hi' }, headers)).body),
  },
]

const options: FwServerOptions = { ...pages, agent, siteUrl: 'https://tea.example', llmsTxt: {} }

describeTransports('a list of pages', (start) => {
  for (const [kind, middleware] of Object.entries({ 'with 403': refuse, 'to a login page': redirectToLogin })) {
    test.each(LISTS)(`$name contains no page that middleware refuses ${kind}`, async (list) => {
      const client = await start({ ...options, middleware })
      // A member requests it first: their response must not be cached for others.
      await list.read(client, { 'x-member': 'yes' })
      const text = await list.read(client, {})
      expect(text).toContain(list.shows)
      expect(text).not.toContain(SECRET)
      expect(text).not.toMatch(/\/members(?!\/(?:by\/)?(?:\[|\{))/)
    })
  }

  test.each(LISTS)('$name contains these pages for members, unless it is a file for everyone', async (list) => {
    const client = await start({ ...options, middleware: refuse })
    const text = await list.read(client, { 'x-member': 'yes' })
    expect(text.includes(SECRET)).toBe(list.isPersonal)
  })

  test.each(LISTS)('$name contains every page of an app without middleware', async (list) => {
    expect(await list.read(await start(options), {})).toContain(SECRET)
  })

  test('a route with parameters is listed by its pattern, and has no title where middleware decides by path', async () => {
    const guarded = await start({ ...options, middleware: refuse })
    const templates = await mcp('resources/templates/list')(guarded, {})
    expect(templates).toContain('/members/by/{id}.md')
    expect(templates).not.toContain(SECRET)
    expect(await file('/llms.txt')(guarded, {})).toContain('- `/members/by/[id]`\n')
    expect(await mcp('resources/templates/list')(await start(options), {})).toContain(`${SECRET} record`)
  })

  test('a template of pages that staticParams lists has the title of none of them', async () => {
    const { post } = await start(options)
    const { body } = await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/templates/list', params: {} })
    const { resourceTemplates } = body.result as { resourceTemplates: { uriTemplate: string; title?: string }[] }
    expect(resourceTemplates.find(({ uriTemplate }) => uriTemplate.endsWith('/notes/{slug}.md'))?.title).toBe(undefined)
  })

  const redirects = [
    { from: '/members', to: '/' },
    { from: '/members/[...rest]', to: '/' },
    { from: `/notes/${SECRET}-note`, to: '/' },
  ]
  test.each(LISTS)('$name contains no page that a redirect replaces', async (list) => {
    const text = await list.read(await start({ ...options, redirects }), {})
    expect(text).toContain(list.shows)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('/members')
  })

  test('templates, and manifests in this process, contain no route that a redirect replaces', async () => {
    const client = await start({ ...options, redirects: [...redirects, { from: '/notes/[id=integer]', to: '/' }] })
    const templates = await mcp('resources/templates/list')(client, {})
    expect(templates).not.toContain('/members')
    // The redirect takes only some of its pages.
    expect(templates).toContain('/notes/{slug}.md')
    const { routes } = await client.server.manifestFor('/')
    expect(routes.map(({ pattern }) => pattern).sort()).toEqual(['/', '/notes/[slug]'])
  })

  test('the files list the pages of each language that a visitor can read', async () => {
    const i18n = defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en: {}, de: {} } })
    // Refuses the German home page only.
    const middleware: typeof refuse = (req) =>
      new URL(req.url).pathname === '/de' ? new Response('no', { status: 403 }) : refuse(req)
    const client = await start({ ...options, i18n, middleware })
    const sitemap = await file('/sitemap.xml')(client, {})
    expect(sitemap).not.toContain(SECRET)
    expect([...sitemap.matchAll(/<loc>https:\/\/tea\.example(.*?)<\/loc>/g)].map(([, path]) => path).sort()).toEqual([
      '/de/notes/green',
      '/en',
      '/en/notes/green',
    ])
    expect(sitemap).toContain('hreflang="de" href="https://tea.example/de/notes/green"')
    expect(sitemap).not.toContain('href="https://tea.example/de"')
    expect(await mcp('resources/list')(client, {})).not.toContain(SECRET)
  })

  test('middleware receives a visitor without cookies at siteUrl, whichever request needs the file', async () => {
    const seen = new Set<string>()
    const middleware: typeof refuse = (req) => {
      const { origin, pathname } = new URL(req.url)
      if (pathname === '/sitemap.xml') return undefined
      seen.add(`${req.method} ${origin} ${req.headers.get('cookie')} ${req.headers.get('host')}`)
      return undefined
    }
    const { request } = await start({ ...options, middleware })
    await request('/sitemap.xml', { headers: { cookie: 'member=yes', 'user-agent': 'crawler' } })
    expect([...seen]).toEqual(['GET https://tea.example null tea.example'])
  })

  test('a page for which the middleware throws is not listed, and takes nothing from the others', async () => {
    const lines: string[] = []
    const middleware: typeof refuse = (req) => {
      if (isGuarded(new URL(req.url).pathname)) throw new Error('no database')
      return undefined
    }
    const client = await start({ ...options, middleware, log: ({ msg }) => void lines.push(msg) })
    for (const { read, shows } of LISTS) {
      const text = await read(client, {})
      expect(text).toContain(shows)
      expect(text).not.toContain(SECRET)
    }
    expect(lines.join('\n')).toContain('the middleware throws for it: no database')
  })
})

describeTransports('a list of many pages', (start) => {
  const askForList = ({ post }: Client) => post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list' })

  test('leaves no listener for each page, and middleware still has the signal of the client', async () => {
    const routes = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/p${index}`, () => 'page']))
    const signals = new Set<AbortSignal>()
    const client = await start({ routes, middleware: ({ signal }) => void signals.add(signal) })
    const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const { body } = await askForList(client)
    const listeners = added.mock.calls.filter(([type]) => type === 'abort')
    added.mockRestore()
    expect(JSON.stringify(body)).toContain('/p299.md')
    expect(listeners.length).toBeLessThan(20)
    expect(signals.size).toBe(1)
  })

  /** Middleware that records the paths of pages, and an app with 600 pages of which it refuses every third. */
  const startShelf = async (pageSize: number) => {
    const checked: string[] = []
    const slugs = Array.from({ length: 600 }, (_, index) => ({ slug: `tea-${String(index).padStart(3, '0')}` }))
    let isBusy = false
    const client = await start({
      production: true,
      siteUrl: 'https://tea.example',
      mcp: { pageSize },
      ...routeModules({ 'notes/[slug].tsx': { staticParams: slugs } }),
      middleware: (req) => {
        const { pathname } = new URL(req.url)
        if (!pathname.startsWith('/notes/')) return undefined
        if (!isBusy) setImmediate(() => checked.push('another request'))
        isBusy = true
        checked.push(pathname)
        return Number(pathname.slice(-3)) % 3 === 0 ? new Response('no', { status: 403 }) : undefined
      },
    })
    return { client, checked }
  }
  const ask = async ({ post }: Client, method: string, params: object) =>
    (await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params })).body.result as Record<string, unknown>
  const TEMPLATE = { type: 'ref/resource', uri: 'https://tea.example/notes/{slug}.md' }

  test('runs the middleware for the requested part of the list only, and the parts are the whole list', async () => {
    const { client, checked } = await startShelf(20)
    const listed: string[] = []
    let cursor: unknown
    do {
      checked.length = 0
      const { resources, nextCursor } = await ask(client, 'resources/list', cursor === undefined ? {} : { cursor })
      listed.push(...(resources as { uri: string }[]).map(({ uri }) => uri))
      cursor = nextCursor
      expect(checked.length).toBeLessThan(60)
    } while (cursor !== undefined)
    expect(listed).toHaveLength(400)
    expect(new Set(listed).size).toBe(400)
    expect(listed.filter((uri) => Number(uri.slice(-6, -3)) % 3 === 0)).toEqual([])
  })

  test('completes a parameter without running the middleware for every page', async () => {
    const { client, checked } = await startShelf(1_000)
    const complete = async (value: string) => {
      checked.length = 0
      const result = await ask(client, 'completion/complete', { ref: TEMPLATE, argument: { name: 'slug', value } })
      return result.completion as { values: string[]; total?: number; hasMore: boolean }
    }
    const all = await complete('')
    expect([all.values.length, all.total, all.hasMore]).toEqual([100, undefined, true])
    expect(all.values.slice(0, 3)).toEqual(['tea-001', 'tea-002', 'tea-004'])
    expect(checked.length).toBeLessThan(200)
    expect(await complete('tea-59')).toEqual({
      values: ['tea-590', 'tea-592', 'tea-593', 'tea-595', 'tea-596', 'tea-598', 'tea-599'],
      total: 7,
      hasMore: false,
    })
    expect(checked.length).toBeLessThan(40)
  })

  test('lists a template after the first page that its reader can see', async () => {
    const { client, checked } = await startShelf(1_000)
    const { resourceTemplates } = await ask(client, 'resources/templates/list', {})
    expect(resourceTemplates).toEqual([{ uriTemplate: TEMPLATE.uri, name: '/notes/[slug]', mimeType: 'text/markdown' }])
    expect(checked.length).toBeLessThan(40)
  })

  test('handles other requests before it has run the middleware for all pages', async () => {
    const { client, checked } = await startShelf(1_000)
    await ask(client, 'resources/list', {})
    expect(checked.indexOf('another request')).toBeGreaterThan(0)
    expect(checked.indexOf('another request')).toBeLessThan(60)
  })

  test('lists the pages of routes once for the requests of ten seconds, in production', async () => {
    let listed = 0
    let time = 1_000_000
    const slugs = ['green']
    const client = await start({
      production: true,
      now: () => time,
      ...routeModules({
        'notes/[slug].tsx': {
          staticParams: () => {
            listed += 1
            return slugs.map((slug) => ({ slug }))
          },
        },
      }),
    })
    await Promise.all(Array.from({ length: 10 }, () => askForList(client)))
    expect(listed).toBe(1)
    slugs.push('black')
    time += 10_001
    expect(JSON.stringify((await askForList(client)).body)).toContain('/notes/black.md')
    expect(listed).toBe(2)
  })
})

describeTransports('isListed', (start) => {
  const isPublic = (path: string) => !isGuarded(path)
  const site = { ...pages, siteUrl: 'https://shop.example', llmsTxt: {} }

  test.each<[string, (path: string) => unknown]>([
    ['a boolean', isPublic],
    ['a promise', async (path) => isPublic(path)],
    ['another value for a hidden page', (path) => isPublic(path) || 'no'],
  ])('that returns %s decides which pages the files for crawlers list', async (_, isListed) => {
    const { request } = await start({ ...site, isListed: isListed as NonNullable<FwServerOptions['isListed']> })
    for (const path of ['/sitemap.xml', '/llms.txt']) {
      const text = await (await request(path)).text()
      expect(text).toContain('/notes/green')
      expect(text).not.toContain(SECRET)
    }
  })

  test('that rejects fails the file, and is asked again', async () => {
    let isDown = true
    const isListed = async (path: string) => {
      if (isDown) throw new Error('the store of members is down')
      return isPublic(path)
    }
    const { request } = await start({ ...site, isListed })
    expect((await request('/sitemap.xml')).status).toBe(500)
    isDown = false
    expect(await (await request('/sitemap.xml')).text()).toContain('/notes/green')
  })
})
