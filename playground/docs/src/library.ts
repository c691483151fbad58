/** The documentation that `@fw/runtime` ships for the version that is installed, read once. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'

export interface Chapter {
  /** Address on this site, without a slash in front: `guide/pages`; empty for the contents. */
  readonly path: string
  readonly title: string
  readonly markdown: string
}

/** A part of the contents: `## The app`, and the list below it. */
export interface Part {
  readonly title: string
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly path: string
  readonly title: string
  /** Text after the link. */
  readonly about: string
}

const FOLDER = join(
  dirname(createRequire(join(process.cwd(), 'package.json')).resolve('@fw/runtime/package.json')),
  'docs',
)

let chapters: readonly Chapter[] | undefined

/** Every page, the contents included. */
export function readChapters(): readonly Chapter[] {
  chapters ??= readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(readChapter)
  return chapters
}

export function findChapter(path: string): Chapter | undefined {
  return readChapters().find((chapter) => chapter.path === path)
}

/** The parts of `README.md`, in its order. */
export function readContents(): readonly Part[] {
  const text = findChapter('')?.markdown ?? ''
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      entries: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\):? ?(.*)$/gm)].map(
        ([, title = '', to = '', about = '']) => ({
          path: pathOf(to),
          title,
          about,
        }),
      ),
    }))
}

/** Where a relative link of a chapter leads on this site: `../rules/dead-link.md#why` to `/rules/dead-link#why`. */
export function linkFrom(chapter: Chapter, href: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [file = '', hash] = href.split('#')
  const folder = posix.dirname(chapter.path === '' ? 'README' : chapter.path)
  return `/${pathOf(posix.join(folder, file))}${hash === undefined ? '' : `#${hash}`}`
}

function readChapter(file: string): Chapter {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? file
  return { path: pathOf(file), title: title.replaceAll('`', ''), markdown: text }
}

function pathOf(file: string): string {
  return file.replace(/\.md$/, '').replace(/^README$/, '')
}
