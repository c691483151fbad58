/** A route that fails takes no list of routes with it. */
import { expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { notFound, redirect } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const fail = (what: string) => (): never => {
  throw new Error(what)
}
const page = () => 'page'

const modules: Readonly<Record<string, () => object>> = {
  'index.tsx': () => ({ default: page, meta: { title: 'Home' } }),
  'good/[id].tsx': () => ({ default: page, meta: { title: 'Good' }, staticParams: [{ id: '1' }] }),
  'meta-throws.tsx': () => ({ default: page, meta: fail('meta is out of order') }),
  'meta-missing.tsx': () => ({ default: page, meta: () => notFound() }),
  'meta-leaves.tsx': () => ({ default: page, meta: () => redirect('/') }),
  'module-throws.tsx': fail('the module is out of order'),
  'params/[id].tsx': () => ({ default: page, staticParams: fail('staticParams is out of order') }),
  'some/[id].tsx': () => ({
    default: page,
    staticParams: [{ id: '1' }, { id: '2' }],
    meta: ({ params }: { params: { id: string } }) => (params.id === '1' ? notFound() : { title: `Some ${params.id}` }),
  }),
  'moved.tsx': () => ({ default: page, meta: { title: 'Moved' } }),
}

const options: FwServerOptions = {
  siteUrl: 'https://shop.example',
  llmsTxt: {},
  redirects: [{ from: '/moved', to: '/' }],
  routeFiles: Object.keys(modules).map((filePath) => ({ filePath })),
  loadRoute: async (filePath) => modules[filePath]?.() as never,
}

describeTransports('routes that fail', (start) => {
  const text = async (path: string) => {
    const { request } = await start(options)
    const response = await request(path)
    return `${response.status} ${await response.text()}`
  }

  test('the sitemap has the pages of the other routes, except missing and redirected ones', async () => {
    const sitemap = await text('/sitemap.xml')
    expect([...sitemap.matchAll(/<loc>https:\/\/shop\.example(.*?)<\/loc>/g)].map(([, path]) => path)).toEqual([
      '/',
      '/good/1',
      '/some/2',
    ])
  })

  test('llms.txt has them too', async () => {
    const index = await text('/llms.txt')
    expect(index).toMatch(/^200 /)
    for (const name of ['[Home]', '[Good]', '[Some 2]', '`/params/[id]`']) expect(index).toContain(name)
    expect(index).not.toMatch(/meta-|module-throws|Moved|some\/1/)
  })

  test('MCP lists and reads them', async () => {
    const { post } = await start(options)
    const list = await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} })
    const { resources } = list.body.result as { resources: readonly { uri: string }[] }
    expect(resources.map(({ uri }) => uri)).toEqual([
      'https://shop.example/good/1.md',
      'https://shop.example/index.md',
      'https://shop.example/some/2.md',
    ])
  })

  test('the manifest of every path stays', async () => {
    const manifest = await text('/_fw/manifest?path=/good/1')
    expect(manifest).toMatch(/^200 /)
    expect(JSON.parse(manifest.slice(4))).toMatchObject({ pattern: '/good/[id]' })
    expect(manifest).toContain('{"pattern":"/module-throws"}')
  })

  test('each failure is logged once, with its route', async () => {
    const lines: LogLine[] = []
    const { server } = await start({ ...options, log: (line) => void lines.push(line) })
    for (let time = 0; time < 3; time++) await server.listPages()
    const errors = lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)
    expect(errors.sort()).toEqual([
      expect.stringContaining('meta-throws'),
      expect.stringContaining('module-throws'),
      expect.stringContaining('/params/[id]'),
    ])
    expect(await server.listPages()).toContainEqual({
      path: '/meta-throws',
      pattern: '/meta-throws',
      concrete: true,
      problem: 'meta throws: meta is out of order',
    })
  })

  test('a page without a title warns, once', async () => {
    const lines: LogLine[] = []
    const log = (line: LogLine) => void lines.push(line)
    const { request } = await start({ routes: { '/': () => 'home' }, log })
    for (let time = 0; time < 2; time++) await request('/')
    expect(lines.filter(({ msg }) => msg.includes('has no title'))).toHaveLength(1)
    lines.length = 0
    const titled = await start({ routes: { '/': () => 'home' }, title: 'App', log })
    await titled.request('/')
    expect(lines).toEqual([])
  })
})
