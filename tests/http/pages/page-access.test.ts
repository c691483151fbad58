/** Every way to a page's content runs the middleware with the page's own path. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentMount } from '../../../runtime/src/agent.ts'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { type Client, describeTransports } from '../transports.ts'

const SECRET = 'the tea is under the stairs'
const PAGE = `import { Card } from '../card.tsx'
export default () => <main><h1>${SECRET}</h1><Card note="${SECRET}" /></main>`
const SOURCES = {
  'stores.ts': `import { defineStore } from '@fw/runtime'
export const vault = defineStore({ note: '${SECRET}' }, { expose: true, actions: {} })`,
  'card.tsx': `import { createSignal } from 'solid-js'
import { intent, useStore } from '@fw/runtime'
import { vault } from './stores.ts'
export function Card(props) {
  useStore(vault)
  const [note] = createSignal(props.note)
  intent('reveal', { description: 'Reads the note.', run: () => note() })
  return <b>{note()}</b>
}`,
  'routes/index.tsx': PAGE,
  'routes/private.tsx': PAGE,
  'routes/asked.tsx': `import { Card } from '../card.tsx'
export default ({ search }) => <main>{search.get('q') === 'tea' && <Card note="x" />}</main>`,
  'routes/kept.tsx': `export const cache = { scope: 'public', sharedMaxAge: 60 }\n${PAGE}`,
}

let compiled: CompiledRoutes
let storeDefs: NonNullable<FwServerOptions['storeDefs']>
beforeAll(async () => {
  compiled = compileRoutes(SOURCES)
  storeDefs = { ...((await compiled.load('stores.ts')) as typeof storeDefs) }
})
afterAll(() => compiled.close())

const PRIVATE: ReadonlySet<string> = new Set(['/', '/private', '/kept'])

/** Middleware that allows only members to see pages, and records its requests. */
function gate(seen: string[]): NonNullable<FwServerOptions['middleware']> {
  return (req) => {
    const { pathname } = new URL(req.url)
    seen.push(`${req.method} ${pathname}`)
    if (!PRIVATE.has(pathname) || req.headers.get('x-member') === 'yes') return undefined
    return new Response('members only', { status: 403 })
  }
}

/** An agent whose reply is the manifest that its turn reads. */
const agent: AgentMount = {
  handle: async (req, deps) => {
    const { path = '/' } = (await req.json()) as { path?: string }
    return Response.json({ type: 'text', text: JSON.stringify(await deps.manifestFor(path)) })
  },
}

const i18n = defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en: {}, de: {} } })

/** One way to the content of a page. `read` returns everything that the caller gets to see. */
interface Way {
  readonly name: string
  /** The page's own path, which the middleware has to see. Default `/private`. */
  readonly page?: string
  readonly options?: FwServerOptions
  /** A page request receives the `Response` of the middleware, unless it is one of the ways that find no page. */
  readonly refusal?: 'nothing'
  read(client: Client, headers: Record<string, string>): Promise<string>
}

const page =
  (path: string, init: RequestInit = {}): Way['read'] =>
  async ({ request }, headers) =>
    (await request(path, { ...init, headers: { ...init.headers, ...headers } })).text()

const mcp =
  (method: string, params: object): Way['read'] =>
  async ({ post }, headers) =>
    JSON.stringify((await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers)).body)

const manifest = (path: string) => page(`/_fw/manifest?path=${encodeURIComponent(path)}`)
const form = (url: string): RequestInit => ({
  method: 'POST',
  headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
  body: `fw%3Atool=${url}`,
})
const turn =
  (path: string): Way['read'] =>
  async ({ post }, headers) =>
    JSON.stringify((await post('/_fw/agent', { message: 'hi', path }, headers)).body)

const rewrites = [{ from: '/open/[page]', to: '/[page]' }]
const local = { i18n }
const unprefixed = {
  i18n: defineI18n({
    locales: ['en', 'de'],
    defaultLocale: 'en',
    prefixDefaultLocale: false,
    messages: { en: {}, de: {} },
  }),
}

const WAYS: readonly Way[] = [
  { name: 'the page', read: page('/private') },
  { name: 'the page, asked for as Markdown', read: page('/private', { headers: { accept: 'text/markdown' } }) },
  { name: 'its Markdown', read: page('/private.md') },
  { name: 'its Markdown, written with escapes', read: page('/%70rivate%2emd') },
  { name: 'the Markdown of /', page: '/', read: page('/index.md') },
  { name: 'a shared copy', page: '/kept', read: page('/kept') },
  { name: 'a shared copy of the Markdown', page: '/kept', read: page('/kept.md') },
  { name: 'a locale', options: local, read: page('/de/private') },
  { name: 'the Markdown below a locale', options: local, read: page('/de/private.md') },
  { name: 'the Markdown of / below a locale', page: '/', options: local, read: page('/de/index.md') },
  { name: 'the unprefixed default locale', options: unprefixed, read: page('/private') },
  { name: 'the Markdown in the unprefixed default locale', options: unprefixed, read: page('/private.md') },
  { name: 'a locale beside an unprefixed one', options: unprefixed, read: page('/de/private') },
  {
    name: 'the manifest with the prefix of the unprefixed default locale',
    options: unprefixed,
    refusal: 'nothing',
    read: manifest('/en/private'),
  },
  {
    name: 'a resource with the prefix of the unprefixed default locale',
    options: unprefixed,
    refusal: 'nothing',
    read: mcp('resources/read', { uri: 'fw:///en/private.md' }),
  },
  { name: 'a rewrite', options: { rewrites }, read: page('/open/private') },
  { name: 'a rewrite to the Markdown', options: { rewrites }, read: page('/open/private.md') },
  { name: 'a rewrite below a locale', options: { rewrites, ...local }, read: page('/de/open/private.md') },
  { name: 'a form that is shown again', read: page('/private', form('api.none.none')) },
  { name: 'a form behind a rewrite', options: { rewrites }, read: page('/open/private', form('api.none.none')) },
  { name: 'a form below a locale', options: local, read: page('/de/private', form('api.none.none')) },
  { name: 'the manifest', refusal: 'nothing', read: manifest('/private') },
  { name: 'the manifest, with a slash at the end', refusal: 'nothing', read: manifest('/private/') },
  { name: 'the manifest, written with escapes', refusal: 'nothing', read: manifest('/%70rivate') },
  { name: 'the manifest, with a query', refusal: 'nothing', read: manifest('/private?open=1#top') },
  { name: 'the manifest below a locale', options: local, refusal: 'nothing', read: manifest('/de/private') },
  { name: 'a resource of MCP', refusal: 'nothing', read: mcp('resources/read', { uri: 'fw:///private.md' }) },
  { name: 'the resource of /', page: '/', refusal: 'nothing', read: mcp('resources/read', { uri: 'fw:///index.md' }) },
  {
    name: 'a store that the start page fills, as a resource of MCP',
    page: '/',
    refusal: 'nothing',
    read: mcp('resources/read', { uri: 'store://vault' }),
  },
  {
    name: 'a resource below a locale',
    options: local,
    refusal: 'nothing',
    read: mcp('resources/read', { uri: 'fw:///de/private.md' }),
  },
  { name: 'a turn of the agent', refusal: 'nothing', read: turn('/private') },
  { name: 'a turn of the agent, with a query', refusal: 'nothing', read: turn('/private?open=1') },
  { name: 'a turn of the agent below a locale', options: local, refusal: 'nothing', read: turn('/de/private') },
  {
    name: 'a turn of a channel',
    refusal: 'nothing',
    options: {
      channels: {
        door: {
          receive: async (req) => ({ text: await req.text(), path: '/private' }),
          send: ({ text }) => new Response(text),
        },
      },
    },
    read: page('/_fw/channels/door', { method: 'POST', body: 'hi' }),
  },
]

describeTransports('a page that the middleware guards', (start) => {
  const open = (way: Way, seen: string[] = []) =>
    start({ ...compiled.options, storeDefs, agent, middleware: gate(seen), ...way.options })

  test.each(WAYS)('$name shows nothing to others', async (way) => {
    const seen: string[] = []
    const client = await open(way, seen)
    const content = await way.read(client, {})
    expect(content).not.toContain(SECRET)
    expect(content).not.toContain('Card.reveal')
    if (way.refusal === undefined) expect(content).toBe('members only')
    expect(seen.map((line) => line.split(' ')[1])).toContain(way.page ?? '/private')
  })

  test.each(WAYS)('$name shows the page to members', async (way) => {
    const client = await open(way)
    for (let time = 0; time < 2; time++)
      expect(await way.read(client, { 'x-member': 'yes' })).toMatch(/under the stairs|Card\.reveal/)
  })

  const UNREWRITTEN = WAYS.filter(({ options }) => options?.rewrites === undefined)

  test.each(UNREWRITTEN)('$name shows nothing of a page that a redirect replaces', async (way) => {
    const redirects = [{ from: way.page ?? '/private', to: '/elsewhere' }]
    const client = await open({ ...way, options: { ...way.options, redirects } })
    const content = await way.read(client, { 'x-member': 'yes' })
    expect(content).not.toContain(SECRET)
    expect(content).not.toContain('Card.reveal')
  })

  test.each([manifest, turn])(
    'the query of a page is the same for the middleware and for the page: %o',
    async (read) => {
      const middleware = (req: Request) => (new URL(req.url).search === '?q=tea&no' ? new Response('no') : undefined)
      const client = await open({ name: '', options: { middleware }, read: page('/') })
      const shown = async (path: string) => (await read(path)(client, {})).includes('Card.reveal')
      expect([await shown('/asked'), await shown('/asked?q=tea'), await shown('/asked?q=tea&no')]).toEqual([
        false,
        true,
        false,
      ])
    },
  )

  test('in this process no manifest and no instances show a page that a redirect replaces', async () => {
    const redirects = [{ from: '/[page]', to: '/elsewhere/[page]' }]
    const { server } = await open({ name: '', options: { redirects, i18n }, read: page('/') })
    for (const path of ['/private', '/private.md', '/private/', '/de/private']) {
      expect(await server.manifestFor(path)).toMatchObject({ components: [], stores: [] })
      expect(await server.instancesInProcess(path)).toEqual({ instances: [] })
    }
    expect((await server.manifestFor('/')).components).not.toEqual([])
  })

  test('the Markdown of a page redirects like the page, except behind a rewrite', async () => {
    const redirects = [
      { from: '/private', to: '/open/private' },
      { from: '/kept', to: '/' },
    ]
    const client = await open({ name: '', options: { redirects, rewrites }, read: page('/') })
    const headers = { 'x-member': 'yes' }
    for (const [path, location] of [
      ['/private', '/open/private'],
      ['/private.md', '/open/private'],
      ['/kept.md?a=1', '/index.md?a=1'],
    ] as const) {
      const reply = await client.request(path, { headers, redirect: 'manual' })
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 308, location])
    }
    expect(await page('/open/private.md')(client, headers)).toContain(SECRET)
    expect(await page('/open/private')(client, headers)).toContain(SECRET)
  })

  test('a page may redirect to its own Markdown', async () => {
    const redirects = [{ from: '/private', to: '/private.md' }]
    const client = await open({ name: '', options: { redirects }, read: page('/') })
    const headers = { 'x-member': 'yes' }
    const reply = await client.request('/private', { headers, redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '/private.md'])
    expect(await page('/private.md')(client, headers)).toContain(`# ${SECRET}`)
  })

  test('a form behind a rewrite has its fields, although the middleware read a clone of its body', async () => {
    const saved: string[] = []
    const save = api({
      description: 'Saves.',
      input: schema({ text: str() }),
      run: ({ input }) => void saved.push(input.text),
    })
    const { request } = await start({
      ...compiled.options,
      rewrites,
      apis: { notes: { save } },
      middleware: async (req) => void (await req.clone().text()),
    })
    const init = form('api.notes.save')
    const response = await request('/open/private', { ...init, body: `${init.body}&text=hello` })
    expect([response.status, saved]).toEqual([303, ['hello']])
  })

  test('a copy that a member filled is not handed to others', async () => {
    const client = await open({ name: '', read: page('/') })
    for (const path of ['/kept', '/kept.md']) {
      expect(await page(path)(client, { 'x-member': 'yes' })).toContain(SECRET)
      expect(await page(path)(client, {})).toBe('members only')
    }
  })
})
