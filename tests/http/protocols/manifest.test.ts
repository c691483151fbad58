import { expect, test } from 'vitest'
import type { AgentMount } from '../../../runtime/src/contract/agent/agent.ts'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import { createRouteTable } from '../../../runtime/src/contract.ts'
import { api, defineI18n, int, schema } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const open = api({
  description: 'Open.',
  input: schema({ page: int() }),
  readonly: true,
  run: ({ input }) => input.page,
})
const held = api({ description: 'Held.', title: 'Hold it', guard: 'confirm', effect: 'irreversible', run: () => 1 })
const shut = api({ description: 'Shut.', guard: 'forbidden', run: () => 1 })
const scoped = api({ description: 'Scoped.', scopes: ['staff'], run: () => 1 })
const apis = { shop: { open, held, shut, scoped } }

describeTransports('the manifest', (start) => {
  const create = () => start({ apis, ctxFor: (req) => ({ scopes: req.headers.get('x-scopes')?.split(' ') }) })

  test('GRD-05 lists the tools that the caller may call, never a forbidden one, with their definition', async () => {
    const { request } = await create()
    const answer = await request('/_fw/manifest?path=/orders/5')
    expect(answer.status).toBe(200)
    const manifest = (await answer.json()) as { tools: { name: string }[] }
    expect(manifest).toMatchObject({ fw: '1', path: '/orders/5', components: [], stores: [], skills: [] })
    expect(manifest.tools.map(({ name }) => name)).toEqual(['api.shop.open', 'api.shop.held'])
    expect(manifest.tools[0]).toEqual({
      name: 'api.shop.open',
      description: 'Open.',
      guard: 'auto',
      readonly: true,
      where: 'server',
      input: {
        type: 'object',
        properties: { page: { type: 'integer' } },
        required: ['page'],
        additionalProperties: false,
      },
    })
    expect(manifest.tools[1]).toMatchObject({ guard: 'confirm', title: 'Hold it', effect: 'irreversible' })
    const staff = await request('/_fw/manifest', { headers: { 'x-scopes': 'staff' } })
    expect(await staff.text()).toContain('api.shop.scoped')
  })

  test('an ambiguous path has no components; a path without "/" is 400; other methods are 405', async () => {
    const { request } = await create()
    for (const path of ['/a//b', '/a/../b', '/%25zz']) {
      const answer = await request(`/_fw/manifest?path=${encodeURIComponent(path)}`)
      expect([answer.status, ((await answer.json()) as { components: [] }).components]).toEqual([200, []])
    }
    expect((await request('/_fw/manifest?path=orders')).status).toBe(400)
    expect((await request('/_fw/manifest', { method: 'POST' })).status).toBe(405)
  })
})

const { routes } = createRouteTable([{ filePath: 'plain.tsx' }, { filePath: 'items/[id].tsx' }])
const i18n = defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en: {}, de: {} } })

/** An agent whose reply is the manifest that its turn reads. */
const agent: AgentMount = {
  handle: async (req, deps) => Response.json(await deps.manifestFor(((await req.json()) as { path: string }).path)),
}

describeTransports('a page that shows nothing to agents by the analysis of the build', (start) => {
  /** Starts the app and returns a function that reads both manifests of a path. */
  const open = async (options: FwServerOptions = {}) => {
    const rendered: string[] = []
    const loadRoute = async (file: string) => ({ default: () => void rendered.push(file) })
    const routeTable = { routes: routes.map((route) => ({ ...route, emptyManifest: true as const })) }
    const { request, post } = await start({ apis, agent, routeTable, loadRoute, ...options })
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await request(`/_fw/manifest?path=${encodeURIComponent(path)}`, { headers })
      const turn = (await post('/_fw/agent', { path }, headers)).body as unknown as Manifest
      const manifest = (await answer.json()) as Manifest
      expect(turn).toEqual(manifest)
      return manifest
    }
    return { rendered, read }
  }

  test('has a manifest without a render, in each language', async () => {
    const { rendered, read } = await open()
    for (const [path, pattern] of [
      ['/plain?a=1', '/plain'],
      ['/items/a%20b/', '/items/[id]'],
    ] as const) {
      const manifest = await read(path)
      expect(manifest).toMatchObject({ fw: '1', path, pattern, components: [], stores: [] })
      expect(manifest.tools.map(({ name }) => name)).toEqual(['api.shop.open', 'api.shop.held'])
    }
    expect(await read('/none')).not.toHaveProperty('pattern')
    const localized = await open({ i18n })
    expect(await localized.read('/de/items/7')).toMatchObject({ path: '/de/items/7', pattern: '/items/[id]' })
    expect([...rendered, ...localized.rendered]).toEqual([])
  })

  test('is an unmatched path for a caller whom the middleware refuses, and behind a redirect', async () => {
    const seen: string[] = []
    const middleware = (req: Request) => {
      const { pathname } = new URL(req.url)
      if (pathname.startsWith('/_fw/')) return undefined
      if (pathname.startsWith('/items/')) seen.push(pathname)
      return req.headers.get('x-member') === 'yes' ? undefined : new Response('members only')
    }
    for (const options of [{ middleware }, { middleware, i18n }]) {
      const { read } = await open(options)
      for (const path of ['/items/7', '/%69tems/7', ...('i18n' in options ? ['/de/items/7'] : [])]) {
        expect(await read(path)).not.toHaveProperty('pattern')
        expect(await read(path, { 'x-member': 'yes' })).toHaveProperty('pattern', '/items/[id]')
      }
    }
    expect(new Set(seen)).toEqual(new Set(['/items/7']))
    const moved = await open({ redirects: [{ from: '/items/[id]', to: '/plain' }] })
    expect(await moved.read('/items/7')).not.toHaveProperty('pattern')
  })
})
