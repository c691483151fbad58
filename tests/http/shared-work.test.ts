/** Functions whose result is for every visitor: no caller, and no person, makes the calls in them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { api, cached, schedule, schema } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { createGuardedApis } from './guarded-apis.ts'
import { routeModules } from './route-modules.ts'
import { type Client, describeTransports } from './transports.ts'

const { probe, pay, wipe, callers, ran, clear } = createGuardedApis()
beforeEach(clear)
const shop = { probe, pay, wipe }

/** Calls every function. */
async function callAll(): Promise<void> {
  await probe({})
  await Promise.allSettled([pay({}), wipe({})])
}

const ANN = { 'x-user': 'ann' }

interface Case {
  readonly options: FwServerOptions
  /** Requests of a signed-in person, which lead to the function. */
  ask(client: Client): Promise<unknown>
}

const get =
  (path: string, headers: Record<string, string> = ANN): Case['ask'] =>
  async ({ request }) =>
    (await request(path, { headers })).text()
const mcp =
  (method: string): Case['ask'] =>
  ({ post }) =>
    post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params: {} }, ANN)

const withParams = routeModules({
  'notes/[slug].tsx': {
    staticParams: async () => {
      await callAll()
      return [{ slug: 'a' }]
    },
    meta: { title: 'Note' },
  },
})
const withMeta = routeModules({
  'index.tsx': {
    meta: async () => {
      await callAll()
      return { title: 'Home' }
    },
  },
})
const { loadRoute = () => Promise.reject(new Error('no route')), ...files } = routeModules({
  'index.tsx': {},
  '_layout.tsx': {},
})
/** Like a module with calls at its top level. */
const withTopLevel: FwServerOptions = {
  ...files,
  loadRoute: async (file) => {
    await callAll()
    return loadRoute(file)
  },
}
const site = { siteUrl: 'https://tea.example', llmsTxt: {} }
const feed = {
  items: async () => {
    await callAll()
    return []
  },
}

const CASES: Readonly<Record<string, Case>> = {
  'items of the feed': { options: { ...site, feed }, ask: get('/rss.xml') },
  'staticParams for the sitemap': { options: { ...site, ...withParams }, ask: get('/sitemap.xml') },
  'staticParams for llms.txt': { options: { ...site, ...withParams }, ask: get('/llms.txt') },
  'staticParams over MCP': { options: withParams, ask: mcp('resources/list') },
  'meta for the sitemap': { options: { ...site, ...withMeta }, ask: get('/sitemap.xml') },
  'meta for llms.txt': { options: { ...site, ...withMeta }, ask: get('/llms.txt') },
  'meta over MCP': { options: withMeta, ask: mcp('resources/list') },
  isListed: {
    options: {
      ...site,
      ...routeModules({ 'index.tsx': {} }),
      isListed: () => {
        void callAll()
        return true
      },
    },
    ask: get('/sitemap.xml'),
  },
  'a module of a route': { options: withTopLevel, ask: get('/') },
  'a module of a route, for the manifest': { options: withTopLevel, ask: get('/_fw/manifest?path=/') },
  'a module of a route, over MCP': { options: withTopLevel, ask: mcp('resources/list') },
  'known pages in this process': { options: withParams, ask: ({ server }) => server.listPages() },
  '_404 of a static site': {
    options: routeModules({
      '_404.tsx': {
        html: async () => {
          await callAll()
          return 'nothing'
        },
      },
    }),
    ask: ({ server }) => server.notFoundPage(),
  },
  'a page of a static site': {
    options: {
      routes: {
        '/': async () => {
          await callAll()
          return 'home'
        },
      },
    },
    ask: ({ server }) => server.fetchUnrequested(new Request('http://localhost/')),
  },
  'the ctx of a schedule': {
    options: {
      schedules: {
        nightly: schedule({
          every: '1d',
          ctx: async () => {
            await callAll()
            return {}
          },
          run: () => undefined,
        }),
      },
    },
    ask: ({ server }) => server.runSchedule('nightly'),
  },
  'a log': { options: { log: () => void callAll(), accessLog: true }, ask: get('/') },
}

const ctxFor: FwServerOptions['ctxFor'] = (request) => ({ userId: request.headers.get('x-user') ?? undefined })

describeTransports('work for every visitor', (start) => {
  test.each(Object.keys(CASES))('is no act of a person, and has no ctx of a visitor: %s', async (name) => {
    const one = CASES[name]
    const client = await start({ apis: { shop }, approvals: 'open', ctxFor, ...one?.options })
    await one?.ask(client)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([[...new Set(callers)], ran]).toEqual([['agent without a user'], []])
    const list = await client.request('/_fw/proposals', { headers: { accept: 'application/json' } })
    expect(await list.json()).toEqual({ ok: true, result: [] })
  })

  test('the top level of a module in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fw-routes-'))
    const key = `call${Math.random().toString(36).slice(2)}`
    Object.assign(globalThis, { [key]: callAll })
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      await writeFile(
        join(folder, 'index.js'),
        `await globalThis.${key}()\nsetTimeout(() => globalThis.${key}(), 1)\nexport default () => 'home'\n`,
      )
      const options = { routesDir: folder, routeFiles: [{ filePath: 'index.js' }] }
      const { request } = await start({ apis: { shop }, ctxFor, ...options })
      expect((await request('/', { headers: ANN })).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect([callers, ran]).toEqual([['agent without a user', 'agent without a user'], []])
    } finally {
      Reflect.deleteProperty(globalThis, key)
      await rm(folder, { recursive: true })
    }
  })

  test('a page that is rendered again in the background', async () => {
    let time = 0
    const audits: string[] = []
    const open = api({ description: 'Every visitor may call it.', input: schema({}), run: () => 'done' })
    const route = routeModules({ 'index.tsx': { html: () => open({}) } })
    const { request } = await start({
      apis: { shop: { open } },
      ctxFor,
      now: () => time,
      onAudit: ({ origin }) => void audits.push(origin),
      ...route,
      loadRoute: async (file) => {
        const module = await route.loadRoute?.(file)
        if (module === undefined) throw new Error('There is no route.')
        return { ...module, cache: { scope: 'public', sharedMaxAge: 10, swr: 100 } }
      },
    })
    await request('/', { headers: ANN })
    time = 20_000
    expect((await request('/', { headers: ANN })).headers.get('x-fw-cache')).toBe('STALE')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(audits).toEqual(['human', 'agent'])
  })

  test('a function in `cached` that runs again in the background', async () => {
    let time = 0
    let isFirst = true
    const read = cached(
      async () => {
        if (!isFirst) await callAll()
        return 'home'
      },
      { ttl: 10, swr: 100, now: () => time },
    )
    const { request } = await start({ apis: { shop }, ctxFor, routes: { '/': () => read() } })
    await request('/', { headers: ANN })
    isFirst = false
    time = 20_000
    expect(await (await request('/', { headers: ANN })).text()).toContain('home')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([callers, ran]).toEqual([['agent without a user'], []])
  })

  test('the modules of one visitor give another one nothing', async () => {
    const { request } = await start({ apis: { shop }, ctxFor, ...withTopLevel, keepRoutes: true })
    await request('/', { headers: ANN })
    await request('/', { headers: { 'x-user': 'bob' } })
    expect(new Set(callers)).toEqual(new Set(['agent without a user']))
  })
})
