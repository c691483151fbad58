import { expect, it } from 'vitest'
import { renderMarkdown } from '../src/markdown.ts'
import { findPost, readPosts, readTags } from '../src/posts.ts'

it('reads posts, the newest first, and finds each by its address', () => {
  const dates = readPosts().map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  for (const { slug, title } of readPosts()) expect(findPost(slug)?.title).toBe(title)
  expect(findPost('none')).toBeUndefined()
})

it('counts the posts of a tag', () => {
  const given = readPosts().flatMap(({ tags }) => tags)
  expect(readTags().reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
})

it('gives code a block of its own, and headings an address', () => {
  const blocks = renderMarkdown('# Low water\n\nText.\n\n```ts\nlet a = 1\n```\n')
  expect(blocks).toEqual([
    { kind: 'html', html: '<h2 id="low-water">Low water</h2>\n<p>Text.</p>\n' },
    { kind: 'code', language: 'ts', text: 'let a = 1' },
  ])
})
