/** The app of `docs/guide/head-and-discovery.md`: built, type-checked and served by the command line. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/head-and-discovery.md'), 'utf8')
const sources = [...page.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))

const POSTS = `export const POSTS = [
  { slug: 'sencha', title: 'Sencha', summary: 'A green tea.', date: '2026-02-01', text: 'Seventy degrees.' },
  { slug: 'assam', title: 'Assam & milk', summary: 'A black tea.', date: '2026-01-01', text: 'Boiling.' },
]
`
const HOME = `export const meta = { robots: { index: false } }
export default () => <main><h1>Notes</h1></main>
`
const { root: app, write, remove } = createAppFolder('tea')
let running: Running | undefined

beforeAll(async () => {
  write('tsconfig.json', createTsconfig())
  write('src/posts.ts', POSTS)
  write('src/routes/index.tsx', HOME)
  for (const { path, text } of sources) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'])
})

afterAll(async () => {
  await running?.stop('SIGTERM')
  remove()
})

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch((running?.url ?? '') + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('shows whole files, which pass the type check together', () => {
  expect(sources.map(({ path }) => path)).toEqual(['src/routes/posts/[slug].tsx', 'fw.config.ts', 'src/feed.ts'])
  expect(checkTypes(app)).toEqual([0, ''])
})

it('GEN-03 MET-16 MET-17 MET-21 the head is as documented', async () => {
  const { text } = await get('/posts/assam')
  expect(text).toContain('<title id="fw-title">Assam &amp; milk</title>')
  expect(text).toContain('<link id="fw-canonical" rel="canonical" href="https://tea.example/posts/assam">')
  expect(text).toContain('property="og:image" content="https://tea.example/covers/assam.png"')
  expect(text).toContain('property="article:published_time" content="2026-01-01"')
  expect(text).toContain('content="index, max-image-preview:large"')
  expect(text).toContain('<meta id="fw-head-0" name="theme-color" content="#264">')
  const [, json = ''] = /<script id="fw-jsonld-0" type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(json)).toMatchObject({ '@type': 'BlogPosting', author: { '@type': 'Person', name: 'Ada' } })
  expect((await get('/')).text).toContain('<title id="fw-title">Tea notes</title>')
})

it('CNV-10 FEE-01 FEE-02 CFG-10 src/feed.ts is the feed', async () => {
  const feed = await new RssParser().parseString((await get('/rss.xml')).text)
  expect([feed.title, feed.description]).toEqual(['Tea notes', 'The newest notes.'])
  expect(feed.items.map(({ link, creator, isoDate }) => [link, creator, isoDate])).toEqual([
    ['https://tea.example/posts/sencha', 'Ada', '2026-02-01T00:00:00.000Z'],
    ['https://tea.example/posts/assam', 'Ada', '2026-01-01T00:00:00.000Z'],
  ])
  expect((await get('/')).text).toContain(
    '<link id="fw-feed" rel="alternate" type="application/rss+xml" title="Tea notes"',
  )
})

it('the files are served, with pages in the documented order', async () => {
  const sitemap = (await get('/sitemap.xml')).text
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    'https://tea.example/posts/sencha',
    'https://tea.example/posts/assam',
  ])
  expect((await get('/robots.txt')).text).toContain('Sitemap: https://tea.example/sitemap.xml')
  const llms = await get('/llms.txt')
  expect(llms.text).toMatch(/^# Tea notes\n\n> Notes on tea, one page each\.\n\n## Pages\n[\s\S]*## Optional\n/)
  const etag = llms.headers.get('etag') ?? ''
  expect(llms.headers.get('cache-control')).toBe('public, max-age=300')
  expect((await get('/llms.txt', { 'if-none-match': etag })).status).toBe(304)
})

it('CFG-09 fw.config.ts may configure the feed', async () => {
  rmSync(join(app, 'src/feed.ts'))
  const config = sources.find(({ path }) => path === 'fw.config.ts')?.text ?? ''
  const feed = "  feed: { title: 'Here', items: () => [{ url: '/posts/sencha', title: 'Sencha' }] },\n})"
  write('fw.config.ts', config.replace('})\n', `${feed}\n`))
  await running?.stop('SIGTERM')
  expect((await runFw(app, ['build'])).code).toBe(0)
  running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'])
  const read = await new RssParser().parseString((await get('/rss.xml')).text)
  expect([read.title, read.items.length]).toEqual(['Here', 1])
})

it('every page is Markdown too', async () => {
  const markdown = '# Sencha\n\nSeventy degrees.\n'
  expect((await get('/posts/sencha.md')).text).toBe(markdown)
  expect((await get('/posts/sencha', { accept: 'text/markdown' })).text).toBe(markdown)
  expect((await get('/index.md')).text).toBe('# Notes\n')
})
