/** The index and how it is asked: the same on the server, where it is made, and in the browser, which gets it as data. */
import MiniSearch, { type AsPlainObject } from 'minisearch'

export interface Found {
  /** Address with its fragment: `/guide/forms#files`. */
  path: string
  /** Of the page. */
  title: string
  /** Title of the section; the page's title for text before the first section. */
  heading: string
  /** How the section begins. */
  text: string
}

export interface Indexed extends Found {
  /** Every word of the section. */
  words: string
}

/** Words that are too frequent to be useful. */
const COMMON = new Set(
  'a an and are as at be by for from has have in is it its no not of on or that the there this to with'.split(' '),
)

const OPTIONS = {
  idField: 'path',
  processTerm: (term: string) => (term.length < 2 || COMMON.has(term) ? null : term.toLowerCase()),
  fields: ['heading', 'title', 'words'],
  storeFields: ['title', 'heading', 'text'],
}

export type Index = MiniSearch<Indexed>

export function makeIndex(sections: readonly Indexed[]): Index {
  const index = new MiniSearch<Indexed>(OPTIONS)
  index.addAll(sections)
  return index
}

export type IndexData = AsPlainObject

export function readIndex(data: IndexData): Index {
  return MiniSearch.loadJS<Indexed>(data, OPTIONS)
}

/** The best sections first: those with all words, then those with some. The last word may be unfinished. */
export function find(index: Index, query: string, limit = 10): Found[] {
  const ask = (combineWith: 'AND' | 'OR') =>
    index.search(query, {
      combineWith,
      boost: { heading: 4, title: 2 },
      prefix: (_, at, terms) => at === terms.length - 1,
      boostDocument: (id) => (/^\/(?:rules|reference)\//.test(String(id)) ? 0.5 : 1),
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    })
  const all = ask('AND')
  const known = new Set(all.map(({ id }) => id))
  const some = all.length < limit ? ask('OR').filter(({ id }) => !known.has(id)) : []
  return [...all, ...some].slice(0, limit).map(({ id, title, heading, text }) => ({ path: id, title, heading, text }))
}
