/** Markdown as HTML: headings that can be linked to, code in colours, tables that scroll by themselves. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked, type Token } from 'marked'
import { type Chapter, linkFrom } from './library.ts'

for (const [name, language] of Object.entries({ bash, css, diff, json, markdown, typescript, xml, yaml }))
  hljs.registerLanguage(name, language)

/** The highlighter's names for languages of code blocks, where they differ. `tsx` needs `xml` as well. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  js: 'typescript',
  sh: 'bash',
  md: 'markdown',
}

export interface Heading {
  readonly id: string
  /** 2 or 3. */
  readonly level: number
  readonly text: string
}

/** A piece of a page from one heading to the next. The first has the title of the page and no id. */
export interface Section {
  readonly id: string
  readonly heading: string
  /** Its words, without marks. */
  readonly text: string
  /** Its blocks of code. */
  readonly code: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** The chapter without its title, which is the page's own. */
export function renderChapter(chapter: Chapter): Rendered {
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const html = this.parser.parseInline(tokens)
        const id = uniqueId(text, ids)
        if (depth === 2 || depth === 3) headings.push({ id, level: depth, text: plain(tokens) })
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(linkFrom(chapter, href))}">${this.parser.parseInline(tokens)}</a>`
      },
      code({ text, lang = '' }) {
        return renderCode(text, lang)
      },
      // Comments of sources speak of `<Image>` and the like; no page has HTML of its own.
      html: ({ text }) => escapeHtml(text),
    },
  })
  const html = marked.parse(chapter.markdown.replace(/^# .+\n/, ''), { async: false })
  const tables = html
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return { html: tables, headings }
}

/** Returns the units of a search: the sections of a chapter. */
export function sectionsOf(chapter: Chapter): readonly Section[] {
  const ids = new Map<string, number>()
  const sections: { id: string; heading: string; text: string; code: string }[] = []
  for (const token of new Marked().lexer(chapter.markdown)) {
    if (token.type === 'heading' && token.depth > 1 && token.depth < 4)
      sections.push({ id: uniqueId(String(token.text), ids), heading: plain(token.tokens ?? []), text: '', code: '' })
    else if (token.type === 'heading') sections.push({ id: '', heading: chapter.title, text: '', code: '' })
    else {
      const section = sections.at(-1)
      const field = token.type === 'code' ? 'code' : 'text'
      if (section !== undefined) section[field] = `${section[field]} ${plain([token])}`.trim()
    }
  }
  return sections
}

function renderCode(text: string, info: string): string {
  const [word = '', ...rest] = info.split(' ')
  const named = /^(?:\/\/|\/\*) ([\w./[\]=()-]+\.\w+)(?: \*\/)?\n/.exec(text)
  const file = named?.[1] ?? rest.join(' ')
  const code = named === null ? text : text.slice(named[0].length)
  const language = LANGUAGES[word] ?? word
  const html = hljs.getLanguage(language) === undefined ? escapeHtml(code) : hljs.highlight(code, { language }).value
  const caption = file === '' ? '' : `<figcaption>${escapeHtml(file)}</figcaption>`
  return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`
}

/** As GitHub makes them, so that links work in both places. */
function uniqueId(text: string, ids: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

/** The words of tokens. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map((cell: { tokens: Token[] }) => plain(cell.tokens))
          .join(' ')
      if (token.type === 'list') return token.items.map((item: { tokens: Token[] }) => plain(item.tokens)).join(' ')
      if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens)
      return 'text' in token ? String(token.text) : ' '
    })
    .join('')
    .replace(/\s+/g, ' ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark)
}
