/** Runs the examples of `docs/guide/caching.md` unchanged. */
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'

const page = readFileSync(new URL('../../../docs/guide/caching.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)
const [route = ''] = blocks('tsx')
const [catalogue = ''] = blocks('ts')
const config = blocks('ts').find((code) => code.startsWith('// fw.config.ts')) ?? ''

const compiled = compileRoutes({
  'routes/products/[id].tsx': route,
  'server/catalogue.api.ts': catalogue,
  'fw.config.ts': config,
})
afterAll(() => compiled.close())

test('CFG-39 the page in the docs is cached, and a change of the product invalidates it', async () => {
  const apis = { catalogue: await compiled.load('server/catalogue.api.ts') }
  const server = createFwServer({ ...compiled.options, apis, log: () => undefined })
  const get = async (path = '/products/1') => {
    const answer = await server.fetch(new Request(`http://localhost${path}`))
    return { headers: answer.headers, text: (await answer.text()).replace(/<[^>]*>/g, '') }
  }
  const call = (name: string, input: object) =>
    server.fetch(
      new Request(`http://localhost/_fw/api/catalogue.${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    )
  const { headers, text } = await get()
  const lines = (blocks('http')[0] ?? '').trim().split('\n')
  expect(lines.map((line) => line.split(': ')[0]).map((name = '') => `${name}: ${headers.get(name)}`)).toEqual(lines)
  expect(text).toContain('Tea: 3')
  expect((await get()).headers.get('x-fw-cache')).toBe('HIT')
  expect((await call('setPrice', { id: '1', price: 4 })).status).toBe(200)
  const after = await get()
  expect([after.headers.get('x-fw-cache-reason'), after.text]).toEqual(['dropped', expect.stringContaining('Tea: 4')])
  await call('refresh', { id: '1' })
  expect((await get()).headers.get('x-fw-cache-reason')).toBe('dropped')
  await server.close()
})

test('CFG-40 the configuration in the docs sets the tag header', async () => {
  const { default: configuration } = (await compiled.load('fw.config.ts')) as { default: object }
  const server = createFwServer({ ...compiled.options, ...configuration, log: () => undefined })
  const answer = await server.fetch(new Request('http://localhost/products/1'))
  expect(answer.headers.get('surrogate-key')).toBe('products product-1')
  await server.close()
})

test('the reasons that it names are all that there are', () => {
  const sources = ['server/pages/shared-pages.ts', 'cache/cache-entries.ts', 'cache/cached-page.ts'].map((file) =>
    readFileSync(new URL(`../../../runtime/src/${file}`, import.meta.url), 'utf8'),
  )
  const named = [...page.matchAll(/^\| `(?:HIT|STALE|MISS|BYPASS)`[^\n]*$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`([a-z][a-z0-9-]*)`/g)].map(([, reason = '']) => reason),
  )
  expect(named.length).toBeGreaterThan(15)
  const all = sources.join('\n')
  for (const reason of named) expect(all).toContain(reason.startsWith('status-') ? 'status-' : `'${reason}'`)
})
