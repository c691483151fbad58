import { expect, it } from 'vitest'
import { parseFile } from '../articles/front-matter.ts'
import { renderMarkdown } from '../articles/markdown.ts'
import { findArticle, listArticles, listSlugs, listTags } from '../src/articles.ts'
import { findMatches } from '../src/search.ts'

it('lists the newest article first, and finds each by its slug', () => {
  const dates = listArticles('en').map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  for (const slug of listSlugs()) expect(findArticle('en', slug)?.slug).toBe(slug)
  expect(findArticle('en', 'missing')).toBeUndefined()
})

it('has a translation of every article that is not a draft', () => {
  const published = (language: 'en' | 'de') =>
    listArticles(language).flatMap(({ slug, draft }) => (draft ? [] : [slug]))
  expect(published('de')).toEqual(published('en'))
})

it('counts the articles of a tag', () => {
  const used = listArticles('de').flatMap(({ tags }) => tags)
  expect(listTags('de').reduce((sum, { count }) => sum + count, 0)).toBe(used.length)
})

it('finds articles that contain every word, with and without accents', () => {
  const found = (query: string) => findMatches(listArticles('de'), query).map(({ slug }) => slug)
  expect(found('zeile')[0]).toBe('line-length')
  expect(found('ZEILE hohe')).toEqual(['line-length'])
  expect(found('zeile qqq')).toEqual([])
  expect(found('  ')).toEqual([])
})

const problems = (yaml: string) => {
  const file = parseFile(`---\n${yaml}\n---\nText.\n`)
  return 'problems' in file ? file.problems.map(({ line, message }) => `${line} ${message}`) : []
}

it('reports each problem of the front matter with its line', () => {
  const valid = 'title: A\ndescription: B\ndate: 2026-03-09\ntags: [writing]'
  expect(problems(valid)).toEqual([])
  expect(problems(`${valid}\ncolor: red`)).toEqual([
    '6 The field "color" is unknown. The fields are title, description, date, updated, tags, draft.',
  ])
  expect(problems('title: 7\ndate: 2026-02-30\ntags: [writing, cooking]\ndraft: perhaps')).toEqual([
    '2 The field "title" must be a text.',
    '3 The field "date" must be a date such as 2026-03-09.',
    '4 The field "tags" contains cooking. Add it to src/tags.ts, or use typography, color, writing.',
    '5 The field "draft" must be true or false.',
    '1 The field "description" is missing.',
  ])
  expect(problems('title: "A')).toEqual([expect.stringMatching(/^\d Missing closing "quote/)])
  expect(problems('- title')).toEqual([expect.stringMatching(/^2 The front matter must have fields/)])
  expect(parseFile('# A\n')).toMatchObject({ problems: [{ line: 1 }] })
})

it('renders headings with an id, code that the keyboard reaches, and links to other articles', () => {
  const toUrl = (file: string) => `/en/articles/${file.replace('.md', '')}`
  const { html, text } = renderMarkdown('# Low & *wide*\n\n```css\na > b\n```\n\n[More](other.md#top)\n', toUrl)
  expect(html).toBe(
    '<h2 id="low-wide">Low &amp; <em>wide</em></h2>\n' +
      '<pre tabindex="0"><code class="language-css">a &gt; b</code></pre>\n' +
      '<p><a href="/en/articles/other#top">More</a></p>\n',
  )
  expect(text).toBe('Low & wide a > b More')
})
