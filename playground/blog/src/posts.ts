/** The posts in `content/`: Markdown with frontmatter, read when a page is rendered, which for this site is at build time. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContentBlock, renderMarkdown } from './markdown.ts'
import { findPicture, type Picture } from './pictures.ts'

export interface Post {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** ISO date. */
  readonly date: string
  readonly tags: readonly Tag[]
  readonly picture?: Picture
  readonly blocks: readonly ContentBlock[]
}

export interface Tag {
  readonly name: string
  readonly slug: string
}

const FOLDER = 'content'

/** Every post, newest first. */
export function readPosts(): readonly Post[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map(readPost)
    .sort((a, b) => b.date.localeCompare(a.date))
}

export function findPost(slug: string): Post | undefined {
  return readPosts().find((post) => post.slug === slug)
}

/** Every tag with its number of posts, by name. */
export function readTags(): readonly (Tag & { readonly count: number })[] {
  const counts = new Map<string, Tag & { count: number }>()
  for (const tag of readPosts().flatMap(({ tags }) => tags)) {
    const known = counts.get(tag.slug)
    counts.set(tag.slug, { ...tag, count: (known?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function readPost(file: string): Post {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) throw new Error(`${FOLDER}/${file} must begin with frontmatter: ---`)
  const fields = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const field = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined || value === '') throw new Error(`${FOLDER}/${file} has no "${name}" in its frontmatter.`)
    return value
  }
  const date = field('date')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`${FOLDER}/${file}: "${date}" is no date like 2026-03-09.`)
  const name = fields.get('picture')
  const picture = name === undefined ? undefined : findPicture(name)
  if (name !== undefined && picture === undefined)
    throw new Error(`${FOLDER}/${file}: no picture "${name}" is in src/pictures.ts.`)
  return {
    slug: file.slice(0, -'.md'.length),
    title: field('title'),
    description: field('description'),
    date,
    tags: field('tags').split(',').map(toTag),
    ...(picture !== undefined && { picture }),
    blocks: renderMarkdown(body),
  }
}

function toTag(text: string): Tag {
  const name = text.trim()
  return { name, slug: name.toLowerCase().replaceAll(' ', '-') }
}
