/** The search index of all chapters: made once, on the server. */
import { type Chapter, readChapters } from './library.ts'
import { type Section, sectionsOf } from './markdown.ts'
import { type Index, type Indexed, makeIndex } from './search.ts'

const EXCERPT = 140
const MEMBER = /(?<=[{;/] (?:readonly )?)\w+(?=\??[:(<])/g

let index: Index | undefined

export function indexOfDocs(): Index {
  index ??= makeIndex(
    readChapters()
      .filter(({ path }) => path !== '')
      .flatMap(indexed),
  )
  return index
}

function indexed(chapter: Chapter): Indexed[] {
  return searched(chapter).map(({ id, heading, text, code }) => ({
    path: `/${chapter.path}${id === '' ? '' : `#${id}`}`,
    title: chapter.title,
    heading,
    text: text.length <= EXCERPT ? text : `${text.slice(0, text.lastIndexOf(' ', EXCERPT))} …`,
    // Of the code of the reference names of members count; the rest of it are names of types.
    words: `${text} ${chapter.path.startsWith('reference/') ? (code.match(MEMBER) ?? []).join(' ') : code}`,
  }))
}

/** A rule is found as a whole: its sections are called the same as those of all others. */
function searched(chapter: Chapter): readonly Section[] {
  const sections = sectionsOf(chapter)
  const [first] = sections
  if (!chapter.path.startsWith('rules/') || first === undefined) return sections
  const rest = sections.slice(1).map(({ text }) => text)
  return [{ ...first, text: [first.text, ...rest].join(' '), code: '' }]
}
