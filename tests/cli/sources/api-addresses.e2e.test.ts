/** Apis with addresses of their own, as `fw dev` and `fw start` serve them, and as the other commands show them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const ARTICLES = `
import { api, type Call, FwError, type Int } from '@fw/runtime'

const removed: number[] = []

interface Article {
  slug: string
  title: string
  at?: Date
}

/** Replaces the title that readers see. */
export const rename = api({
  http: 'PUT /articles/[slug]',
  cors: ['https://admin.example'],
  run: ({ input }: Call<Article>): Article => {
    if (input.title === 'taken') throw new FwError('title_taken', { status: 409, message: 'Choose another title.' })
    return input
  },
})

/** Finds the latest texts. */
export const latest = api({
  readonly: true,
  http: 'GET /articles',
  run: ({ input }: Call<{ limit?: Int; tags?: string[]; before?: Date; order?: 'new' | 'old' }>) => ({
    limit: input.limit ?? 10,
    tags: input.tags ?? [],
    year: input.before?.getUTCFullYear(),
    order: input.order ?? 'new',
  }),
})

/** Makes a text disappear. */
export const remove = api({
  guard: 'confirm',
  http: 'DELETE /articles/[id=integer]',
  status: 204,
  run: ({ input }: Call<{ id: Int }>) => {
    removed.push(input.id)
    return null
  },
})
`

let app: WrittenApp
beforeAll(() => {
  app = writeApp({
    'src/server/articles.api.ts': ARTICLES,
    'src/routes/index.tsx': 'export default function Home() {\n  return <a href="/articles?limit=1">Latest</a>\n}\n',
    'src/routes/articles/[slug].tsx': 'export default function Article() {\n  return <h1>An article</h1>\n}\n',
  })
})
afterAll(() => app.remove())

const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(['dev', 'start'] as const)('fw %s', (command) => {
  let running: Running
  beforeAll(async () => {
    running = await app[command]()
  })
  afterAll(() => running.stop('SIGTERM'))

  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(running.url + path, { method, ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('calls them with their own methods, beside the pages of the same paths', async () => {
    const latest = await ask('GET', '/articles?limit=3&tags=a&tags=b&before=2025-05-01&order=old')
    expect([latest.status, JSON.parse(latest.text)]).toEqual([
      200,
      { limit: 3, tags: ['a', 'b'], year: 2025, order: 'old' },
    ])
    const body = JSON.stringify({ title: 'Tea', at: '2026-01-31T12:00:00Z' })
    const renamed = await ask('PUT', '/articles/tea', { headers: JSON_TYPE, body })
    expect([renamed.status, JSON.parse(renamed.text)]).toEqual([
      200,
      { slug: 'tea', title: 'Tea', at: '2026-01-31T12:00:00.000Z' },
    ])
    expect((await ask('GET', '/articles/tea', { headers: { accept: 'text/html' } })).text).toContain('An article')
    const removed = await ask('DELETE', '/articles/7')
    expect([removed.status, removed.text]).toEqual([204, ''])
    const parked = await ask('DELETE', '/articles/7', { headers: { 'x-fw-origin': 'agent' } })
    expect([parked.status, JSON.parse(parked.text).status]).toEqual([202, 'proposal'])
  })

  it('has the errors of the app and of the types', async () => {
    const taken = await ask('PUT', '/articles/tea', { headers: JSON_TYPE, body: '{"title":"taken"}' })
    expect([taken.status, JSON.parse(taken.text).code]).toEqual([409, 'title_taken'])
    const wrong = await ask('GET', '/articles?limit=1.5&order=up&page=2')
    expect([wrong.status, JSON.parse(wrong.text).issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['limit', 'order', 'page'],
    ])
    const cross = await ask('PUT', '/articles/tea', { headers: { ...JSON_TYPE, origin: 'https://evil.example' } })
    expect([cross.status, JSON.parse(cross.text).code]).toEqual([403, 'cross_site_denied'])
  })

  it('answers preflight requests of the listed origin only', async () => {
    const preflight = (origin: string) =>
      ask('OPTIONS', '/articles/tea', { headers: { origin, 'access-control-request-method': 'PUT' } })
    const listed = await preflight('https://admin.example')
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([204, 'https://admin.example'])
    for (const origin of ['https://evil.example', 'http://localhost:1234'])
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
  })
})

it('fw info lists the addresses', async () => {
  const { code, stdout } = await app.fw('info')
  expect(code).toBe(0)
  expect(stdout).toContain('## Addresses of apis')
  expect(stdout).toContain('| PUT /articles/\\[slug\\] | api.articles.rename |')
})

it('fw check refuses an address that is in use, and shows where', async () => {
  app.write('src/server/more.api.ts', ARTICLES)
  const { code, stdout, stderr } = await app.fw('check')
  expect(code).toBe(1)
  expect(stdout + stderr).toMatch(
    /duplicate-address[\s\S]*api\.more\.rename has the same address as api\.articles\.rename/,
  )
})
