import { expect, test } from 'vitest'
import { indexOfDocs } from '../src/index-of-docs.ts'
import { findChapter, linkFrom, readChapters, readContents } from '../src/library.ts'
import { renderChapter } from '../src/markdown.ts'
import { find, readIndex } from '../src/search.ts'

const chapter = (markdown: string, path = 'guide/own') => ({ path, title: 'Own', markdown })

test('every page of the contents is there', () => {
  const entries = readContents().flatMap((part) => part.entries)
  expect(entries.length).toBeGreaterThan(40)
  expect(entries.filter(({ path }) => findChapter(path) === undefined)).toEqual([])
})

test('links between files lead between pages', () => {
  const own = chapter('')
  expect(linkFrom(own, 'pages.md')).toBe('/guide/pages')
  expect(linkFrom(own, '../rules/dead-link.md#why')).toBe('/rules/dead-link#why')
  expect(linkFrom(own, '../README.md')).toBe('/')
  expect(linkFrom(chapter('', ''), 'guide/start.md')).toBe('/guide/start')
  for (const href of ['https://modelcontextprotocol.io', '#files', '/search']) expect(linkFrom(own, href)).toBe(href)
})

test('headings have anchors, once each, and HTML stays text', () => {
  const { html, headings } = renderChapter(chapter('# Own\n\n## `a` & b\n\n<script>x</script>\n\n## `a` & b\n'))
  expect(headings).toEqual([
    { id: 'a--b', level: 2, text: 'a & b' },
    { id: 'a--b-1', level: 2, text: 'a & b' },
  ])
  expect(html).toContain('<h2 id="a--b-1"><a class="anchor" href="#a--b-1"><code>a</code> &amp; b</a></h2>')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<h1')
})

test('code has colours, and the file that it is', () => {
  const { html } = renderChapter(chapter("```ts\n// src/env.ts\nconst a = '<b>'\n```\n"))
  expect(html).toContain('<figcaption>src/env.ts</figcaption>')
  expect(html).toContain('<span class="hljs-keyword">const</span>')
  expect(html).toContain('&lt;b&gt;')
})

test('every page is found by its title, also in the browser', { timeout: 30_000 }, () => {
  const index = readIndex(JSON.parse(JSON.stringify(indexOfDocs())))
  const lost = readChapters()
    .filter(({ path }) => path !== '')
    .filter(({ path, title }) => !find(index, title).some((found) => found.path.startsWith(`/${path}`)))
  expect(lost.map(({ path }) => path)).toEqual([])
})

test('every result leads to a heading of its page', { timeout: 30_000 }, () => {
  const sections = find(indexOfDocs(), 'the app of a page with a function and an agent', 10_000)
  const targets = new Map<string, string[]>()
  for (const { path } of sections) {
    const [page = '', id] = path.slice(1).split('#')
    if (id !== undefined) targets.set(page, [...(targets.get(page) ?? []), id])
  }
  expect(targets.size).toBeGreaterThan(40)
  for (const [page, ids] of targets) {
    const found = findChapter(page)
    const { html } = found === undefined ? { html: '' } : renderChapter(found)
    expect(
      ids.filter((id) => !html.includes(` id="${id}"`)),
      page,
    ).toEqual([])
  }
})

test('a task is found by its words, at the section that describes it', () => {
  const first = (query: string) => find(indexOfDocs(), query, 5).map(({ path }) => path)
  expect(first('postgresql')).toContain('/recipes/databases#postgresql')
  expect(first('web workers')).toContain('/guide/modules#web-workers')
  expect(first('passwords of your own')).toContain('/recipes/sign-in#passwords-of-your-own')
  expect(first('dark mode')).toContain('/recipes/dark-mode')
})

test('an incomplete word, and a word with a typo, find the intended page', () => {
  expect(find(indexOfDocs(), 'valid until propos')[0]?.path).toContain('proposal')
  expect(find(indexOfDocs(), 'middelware').length).toBeGreaterThan(0)
  expect(find(indexOfDocs(), 'qqqqqq')).toEqual([])
})
