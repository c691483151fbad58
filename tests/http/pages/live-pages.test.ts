import { afterEach, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { describeTransports } from '../transports.ts'

const SOURCES = {
  'desk.api.ts': `import { api, schema, str } from '@fw/runtime'
let secrets = ['tea']
export const list = api({ description: 'Lists.', readonly: true, tags: ['secret-tag'], run: () => secrets })
export const set = api({ description: 'Sets.', input: schema({ text: str() }), invalidates: ['secret-tag'],
  run: ({ input }) => { if (input.text === 'bad') throw new Error('bad'); secrets = [input.text] } })`,
  'routes/index.tsx': `import { list } from '../desk.api.ts'
export const live = true
export default async ({ ctx }) => <main><p>{(await list()).join()}</p><b>{ctx.name}</b></main>`,
  'routes/cached.tsx': `import { list } from '../desk.api.ts'
export const live = true
export const cache = { scope: 'public', maxAge: 60, sharedMaxAge: 600 }
export default async () => <p>{(await list()).join()}</p>`,
  'routes/form.tsx': `import { list, set } from '../desk.api.ts'
export const live = true
export default async () => <main><p>{(await list()).join()}</p><form action={set}><input name="text" /></form></main>`,
  'routes/untagged.tsx': `export const live = true
export default () => <p>nothing</p>`,
  'routes/still.tsx': `import { list } from '../desk.api.ts'
export default async () => <p>{(await list()).join()}</p>`,
  'routes/failing.tsx': `import { FwError } from '@fw/runtime'
export const live = true
export default () => { throw new FwError('forbidden') }`,
}

describeTransports('live pages', (start) => {
  let compiled: CompiledRoutes | undefined
  afterEach(() => compiled?.close())
  const open = async (options: FwServerOptions = {}) => {
    compiled = compileRoutes(SOURCES)
    const client = await start({
      ...compiled.options,
      apis: { desk: await compiled.load('desk.api.ts') },
      liveUrl: '/live.js',
      ctxFor: ({ headers }: Request) => ({ name: headers.get('x-name') ?? undefined }),
      subjectOf: (ctx) => (ctx as { name?: string }).name, // that of `ctxFor`
      ...options,
    })
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await client.request(path, { headers: { accept: 'text/html', ...headers } })
      const text = await response.text()
      const [element = ''] = /<script[^>]*id="fw-live"[^>]*>/.exec(text) ?? []
      const [, live = ''] = /data-live="([^"]*)"/.exec(element) ?? []
      const [, page = ''] = /data-page="([^"]*)"/.exec(element) ?? []
      return { text, element, live, page, headers: response.headers, status: response.status }
    }
    return { ...client, get }
  }

  test('a page has a receipt of what it read, without the names of its tags', async () => {
    const { get, call } = await open()
    const first = await get('/')
    expect(first.element).toContain('src="/live.js"')
    expect(first.live).toMatch(/^[\w-]{8}\.[\w-]{8}\.[\w-]{40,}$/)
    expect(first.text).not.toContain('secret-tag')
    const [tags, versions] = first.live.split('.')
    await call('desk.set', { text: 'rice' })
    const second = await get('/')
    // The same tags, in another version.
    expect(second.live.split('.')[0]).toBe(tags)
    expect(second.live.split('.')[1]).not.toBe(versions)
  })

  test('other pages, and pages that fail, have none; one without tags has an empty receipt', async () => {
    const { get } = await open()
    for (const path of ['/still', '/failing', '/nowhere']) expect((await get(path)).element).toBe('')
    expect(await get('/untagged')).toMatchObject({ live: '', element: expect.stringContaining('data-live=""') })
    expect((await get('/still')).headers.get('vary')).toBe('accept, x-fw-navigation')
  })

  test('users are distinguished in the page and in receipts, without their names', async () => {
    const { get } = await open()
    const [anonymous, ada, again, bob] = [
      await get('/'),
      await get('/', { 'x-name': 'ada' }),
      await get('/', { 'x-name': 'ada' }),
      await get('/', { 'x-name': 'bob' }),
    ]
    expect(anonymous.page).toMatch(/\.$/)
    expect(ada.page).toBe(again.page)
    expect(new Set([anonymous.page, ada.page, bob.page]).size).toBe(3)
    expect(new Set([anonymous, ada, bob].map(({ live }) => live.split('.')[0])).size).toBe(3)
    expect(ada.element).not.toContain('ada')
  })

  test('a newer version is never stored, and has no inlined styles', async () => {
    const { get } = await open({ inlineStyles: true, styleText: 'p { margin: 0 }' })
    const first = await get('/')
    const newer = await get('/', { 'x-fw-live': 'page' })
    expect(first.text).toContain('margin: 0')
    expect(newer.text).not.toContain('margin: 0')
    expect(newer.page).toBe(first.page)
    for (const { headers } of [first, newer]) {
      expect(headers.get('vary')).toBe('accept, x-fw-navigation, x-fw-live')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('a public page is cached with the receipt of an anonymous caller, until a tag that it read is invalidated', async () => {
    const { get, call } = await open()
    const reads = async (headers?: Record<string, string>) => {
      const { text, headers: sent } = await get('/cached', headers)
      return [/<p>(.*)<\/p>/.exec(text)?.[1], sent.get('x-fw-cache'), sent.get('cache-control')]
    }
    const stored = 'public, max-age=60, s-maxage=600'
    const isLive = { 'x-fw-live': 'page' }
    await reads()
    await reads()
    expect(await reads()).toEqual(['tea', 'HIT', stored])
    await call('desk.set', { text: 'rice' })
    expect(await reads(isLive)).toEqual(['rice', 'MISS', 'private, no-store'])
    expect(await reads()).toEqual(['rice', 'MISS', stored])
    expect(await reads()).toEqual(['rice', 'HIT', stored])
    await reads(isLive)
    expect(await reads(isLive)).toEqual(['rice', 'HIT', 'private, no-store'])
    await call('desk.set', { text: 'oil' })
    expect(await reads(isLive)).toEqual(['oil', 'MISS', 'private, no-store'])
  })

  test('a page that shows a refused form is not live', async () => {
    const { get, request } = await open()
    const { text } = await get('/form')
    const [, action = ''] = /name="fw:tool" value="([^"]*)"/.exec(text) ?? []
    const fields = new URLSearchParams(
      [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    expect(action + fields).not.toBe('')
    const response = await request('/form', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://localhost',
        'sec-fetch-site': 'same-origin',
      },
      body: fields.toString(),
    })
    expect(response.status).toBe(422)
    expect(await response.text()).not.toContain('fw-live')
  })

  test('with a content security policy, the script has the nonce of the response', async () => {
    const { get } = await open({ csp: true })
    const { element, headers } = await get('/')
    const [, nonce = ''] = /nonce="([^"]*)"/.exec(element) ?? []
    expect(nonce).not.toBe('')
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  test('without the script, no page is live', async () => {
    const { get } = await open({ liveUrl: undefined })
    const { element, headers } = await get('/')
    expect(element).toBe('')
    expect(headers.get('vary')).toBe('accept, x-fw-navigation')
  })
})
