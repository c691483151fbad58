/** `search_docs`: searches the documentation of the installed version. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import MiniSearch from 'minisearch'
import { join, toSlashes } from '#slash-path.ts'
import { createToolError, type DevTool } from './dev-tool.ts'

export const searchDocs: DevTool = {
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Searches the documentation of the installed version of fw: the guide, recipes, the reference, and the page of each rule. Returns the best sections with their text. Search for a task ("file upload"), an option, or the code of a finding.',
  fields: {
    query: { type: 'string', description: 'Words, a name, or the code of a finding.', isRequired: true },
    limit: { type: 'integer', description: 'Maximum number of sections.', minimum: 1, maximum: 20, default: 5 },
  },
  effect: 'none',
  async run({ query, limit }) {
    const sections = getIndex().search(String(query)).slice(0, Number(limit))
    if (sections.length === 0) throw createToolError(`The documentation has nothing about ${JSON.stringify(query)}.`)
    return { sections }
  },
}

interface DocsSection {
  /** Page and section: `guide/forms.md#files`. */
  readonly id: string
  readonly page: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

interface DocsIndex {
  search(query: string): readonly Omit<DocsSection, 'id'>[]
}

let index: DocsIndex | undefined

function getIndex(): DocsIndex {
  index ??= createIndex()
  return index
}

/** Words that are too frequent to be useful. */
const COMMON = new Set(
  'a an and are as at be by for from has have how in is it its not of on or that the there this to with'.split(' '),
)
/** Characters of the text of one section. */
const MAX_TEXT = 3000

function createIndex(): DocsIndex {
  const sections = readSections()
  const byId = new Map(sections.map((section) => [section.id, section]))
  const engine = new MiniSearch<DocsSection>({
    fields: ['heading', 'title', 'page', 'text'],
    processTerm: (term) => (term.length < 2 || COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { heading: 4, title: 3, page: 3 },
      prefix: (term) => term.length > 4,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  })
  engine.addAll(sections)
  return {
    search: (query) =>
      engine.search(query).flatMap(({ id }) => {
        const section = byId.get(String(id))
        if (section === undefined) return []
        const { page, title, heading, text } = section
        return [{ page, title, heading, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text }]
      }),
  }
}

/** Returns the sections of all pages. */
function readSections(): readonly DocsSection[] {
  const folder = findDocsFolder()
  const pages = readdirSync(folder, { recursive: true })
    .map((name) => toSlashes(String(name)))
    .filter((name) => name.endsWith('.md'))
  return pages.flatMap((page) => splitSections(page, readFileSync(`${folder}/${page}`, 'utf8')))
}

/** The documentation is in the package of the runtime. */
function findDocsFolder(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@fw/runtime/contract'))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return join(folder, 'docs')
}

/** Splits a page at its headings. A line in a code block isn't a heading. */
function splitSections(page: string, text: string): readonly DocsSection[] {
  const sections: { heading: string; lines: string[] }[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const [, mark] = /^ *(```+|~~~+)/.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    const [, heading] = (fence === undefined && /^#{1,4} (.+)$/.exec(line)) || []
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading, lines: [] })
  }
  const title = sections[0]?.heading ?? page
  return sections
    .map(({ heading, lines }, at) => ({ id: `${page}#${at}`, page, title, heading, text: lines.join('\n').trim() }))
    .filter((section) => section.text !== '')
}
