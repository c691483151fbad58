import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ssr, ssrIsland } from '../../runtime/src/compiled.ts'
import { api, schema, str } from '../../runtime/src/index.ts'
import { collectApis, createFwServer, htmlDocument, strictPolicy } from '../../runtime/src/server.ts'
import { describeTransports } from './transports.ts'

const greet = api({ description: 'Greets.', input: schema({ name: str() }), run: ({ input }) => `Hello ${input.name}` })
const close = api({ description: 'Closes.', guard: 'forbidden', scopes: ['staff'], run: () => 1 })

describeTransports('pages of options', (start) => {
  test('SRV-07 routes maps paths to functions of ctx and params that return HTML, JSX, a promise or a Response', async () => {
    const { request } = await start({
      ctxFor: () => ({ userId: 'ann' }),
      routes: {
        '/': ({ ctx }) => `<h1>Hello ${(ctx as { userId?: string }).userId}</h1>`,
        '/orders/[id]': ({ params }) => ssr(['<p>order ', '</p>'], params.id),
        '/later': async () => ssr('<p>later</p>'),
        '/raw': () => new Response('raw', { status: 202, headers: { 'x-own': '1' } }),
      },
    })
    const text = async (path: string) => (await request(path)).text()
    expect(await text('/')).toContain('<h1>Hello ann</h1>')
    expect(await text('/orders/5')).toContain('<p>order 5</p>')
    expect(await text('/later')).toContain('<p>later</p>')
    const raw = await request('/raw')
    expect([raw.status, raw.headers.get('x-own'), await raw.text()]).toEqual([202, '1', 'raw'])
    expect((await request('/none')).status).toBe(404)
  })

  test('a production server loads the files of a page once, and again when that failed', async () => {
    let loads = 0
    const { request } = await start({
      production: true,
      routeFiles: [{ filePath: 'index.tsx' }],
      loadRoute: async () => {
        loads += 1
        if (loads === 1) throw new Error('not yet')
        return { default: () => ssr('<p>here</p>') }
      },
    })
    expect((await request('/')).status).toBe(500)
    for (const _again of [1, 2]) expect(await (await request('/')).text()).toContain('<p>here</p>')
    expect(loads).toBe(2)
  })

  test('SRV-08 loadRoute gives the module of a file, when its page is first asked for', async () => {
    const asked: string[] = []
    const { request } = await start({
      routeFiles: [{ filePath: '_layout.tsx' }, { filePath: 'orders/[id].tsx' }],
      loadRoute: async (filePath) => {
        asked.push(filePath)
        if (filePath === '_layout.tsx')
          return { default: (props) => ssr(['<main>', '</main>'], (props as { children: unknown }).children as string) }
        return {
          meta: ({ params }: { params: Record<string, unknown> }) => ({ title: `Order ${params.id}` }),
          default: ({ params }) => ssr(['<p>', '</p>'], JSON.stringify(params)),
        }
      },
    })
    expect(asked).toEqual([])
    const page = await (await request('/orders/7')).text()
    expect(page).toContain('<main><p>{"id":"7"}</p></main>')
    expect(page).toContain('<title id="fw-title">Order 7</title>')
    expect(asked).toEqual(['_layout.tsx', 'orders/[id].tsx'])
  })
})

describe('a server', () => {
  test('SRV-24 fetch works on any host with web requests', async () => {
    const server = createFwServer({ apis: { desk: { greet } }, log: () => undefined })
    // A host of a few lines, which knows nothing of fw.
    const host = createServer(async (incoming, outgoing) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
      const headers = new Headers(incoming.headers as Record<string, string>)
      const body = chunks.length === 0 ? null : Buffer.concat(chunks)
      const request = new Request(`http://localhost${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers,
        body,
      })
      const response = await server.fetch(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as { port: number }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ann"}' }
    const answer = await fetch(`http://127.0.0.1:${port}/_fw/api/desk.greet`, init)
    expect(await answer.json()).toEqual({ ok: true, result: 'Hello Ann' })
    const closed = new Promise((resolve) => host.close(resolve))
    host.closeAllConnections()
    await closed
    await server.close()
  })

  test('SRV-25 LOW-01 apiTools lists what collectApis collects: every api by its full name, and nothing else', () => {
    const modules = {
      desk: { greet, close, helper: () => 1, text: 'no api' },
      'gift-card': { greet: api({ run: () => 1 }) },
    }
    const { apiTools } = createFwServer({ apis: modules, log: () => undefined })
    const tools = collectApis(modules)
    expect(tools.map(({ name, module, export: name_, where }) => [name, module, name_, where])).toEqual([
      ['api.desk.greet', 'desk', 'greet', 'server'],
      ['api.desk.close', 'desk', 'close', 'server'],
      ['api.gift-card.greet', 'gift-card', 'greet', 'server'],
    ])
    expect(apiTools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    expect(tools[0]).toMatchObject({ description: 'Greets.', guard: 'auto', api: greet })
    expect(tools[0]?.input).toMatchObject({ type: 'object', required: ['name'] })
    expect(tools[1]).toMatchObject({ guard: 'forbidden', scopes: ['staff'] })
  })
})

describe('documents', () => {
  test('LOW-12 htmlDocument wraps rendered HTML in the shell, and escapes all but the HTML that it is given', () => {
    const attack = '"><script>alert(1)</script>'
    const text = htmlDocument({
      html: '<h1>Hello</h1>',
      head: '<title>Shop</title>',
      lang: attack,
      favicon: attack,
      stylesheets: ['/a.css', attack],
      preload: ['/b.js'],
      scripts: ['/c.js'],
      nonce: 'bm9uY2U=',
    })
    expect(text).toMatch(/^<!DOCTYPE html><html lang="[^"]*"><head><meta charset="utf-8">/)
    expect(text).toMatch(/<body><h1>Hello<\/h1><\/body><\/html>$/)
    expect(text).toContain('<title>Shop</title>')
    expect(text).toContain('<link rel="stylesheet" href="/a.css">')
    expect(text).toContain('<link rel="modulepreload" nonce="bm9uY2U=" href="/b.js">')
    expect(text).toContain('<script type="module" nonce="bm9uY2U=" src="/c.js"></script>')
    expect(text).not.toContain('<script>alert')
    expect(htmlDocument({ html: 'x' })).toContain('<html lang="en">')
    expect(htmlDocument({ html: 'x' })).not.toContain('<script')
  })

  test('SRV-22 the shell of every page has the title, language, icon, styles and scripts that the options name', async () => {
    const islandModules = { modules: { abc: '/assets/tally.js' }, names: {}, hydrate: '/assets/hydrate.js' }
    const server = createFwServer({
      routes: {
        '/': () => ssr('<p>static</p>'),
        '/tally': () => ssrIsland('abc#Tally', 'Tally', () => ssr('<b>1</b>'), {}),
      },
      title: 'Desk',
      lang: 'de',
      favicon: '/icon.svg',
      stylesheets: ['/a.css', '/b.css'],
      runtimeUrl: '/assets/loader.js',
      islandModules,
      log: () => undefined,
    })
    const page = async (path: string) => (await server.fetch(new Request(`http://localhost${path}`))).text()
    const shell =
      /^<!DOCTYPE html><html lang="de"><head>.*<title id="fw-title">Desk<\/title>.*<link rel="icon" href="\/icon\.svg"><link rel="stylesheet" href="\/a\.css"><link rel="stylesheet" href="\/b\.css">/
    expect(await page('/')).toMatch(shell)
    expect(await page('/')).not.toMatch(/<script|modulepreload/)
    const tally = await page('/tally')
    expect(tally).toMatch(shell)
    expect(tally).toContain('<script type="module" src="/assets/loader.js"></script>')
    expect(tally).toContain('<link rel="modulepreload" href="/assets/hydrate.js">')
    expect(tally).toContain('{"m":{"abc":"assets/tally.js"},"n":{"abc#Tally":"Tally"},"h":"assets/hydrate.js"}')
  })

  test('LOW-10 strictPolicy is the policy for a nonce, and refuses an invalid one', () => {
    expect(strictPolicy('bm9uY2U=')).toBe(
      "script-src 'nonce-bm9uY2U=' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
    )
    for (const nonce of ['', "x' 'unsafe-inline", 'x; script-src *', 'a b'])
      expect(() => strictPolicy(nonce)).toThrow(TypeError)
  })
})
