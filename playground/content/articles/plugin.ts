/** A Vite plugin: each file `content/<language>/<slug>.md` is a module that exports an article, rendered by the build. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type FrontMatter, parseFile } from './front-matter.ts'
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts'

export interface Article extends FrontMatter, RenderedMarkdown {
  readonly slug: string
  readonly language: string
  /** The Markdown below the front matter. */
  readonly markdown: string
  /** Minutes that reading takes. */
  readonly minutes: number
}

const FILE = /[/\\]content[/\\][^/\\]+[/\\][^/\\]+\.md$/
const WORDS_PER_MINUTE = 220

export function articles(): Plugin {
  let isBuild = false
  return {
    name: 'articles',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform: {
      filter: { id: FILE },
      handler(source, id) {
        const fail = (message: string, line = 1): never =>
          this.error({ message, id, loc: { file: id, line, column: 0 } })
        const file = parseFile(source)
        const path = `content/${basename(dirname(id))}/${basename(id)}`
        if ('problems' in file) {
          const lines = file.problems.map(({ line, message }) => `${path}:${line} ${message}`)
          return fail(lines.join('\n'), file.problems[0].line)
        }
        const { fields, body } = file
        // A draft isn't part of the build at all.
        if (fields.draft && isBuild) return { code: 'export default undefined', map: null }
        const language = basename(dirname(id))
        const missing = fields.draft ? [] : findMissingTranslations(id)
        if (missing.length > 0) fail(`${path} isn't translated. Write ${missing.join(', ')}, or set "draft: true".`)
        const toUrl = (link: string) => {
          const [name = '', anchor] = link.split('#')
          if (!existsSync(join(dirname(id), name)))
            fail(`${path} links to ${name}, which isn't in content/${language}.`)
          return `/${language}/articles/${name.slice(0, -3)}${anchor === undefined ? '' : `#${anchor}`}`
        }
        const rendered = renderMarkdown(body, toUrl)
        const article: Article = {
          ...fields,
          ...rendered,
          slug: basename(id, '.md'),
          language,
          markdown: body.trim(),
          minutes: Math.max(1, Math.round(rendered.text.split(' ').length / WORDS_PER_MINUTE)),
        }
        return { code: `export default ${JSON.stringify(article)}`, map: null }
      },
    },
  }
}

/** Returns the files in other languages that an article lacks. */
function findMissingTranslations(id: string): readonly string[] {
  const content = dirname(dirname(id))
  return readdirSync(content, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(content, entry.name, basename(id))))
    .map(({ name }) => `content/${name}/${basename(id)}`)
}
