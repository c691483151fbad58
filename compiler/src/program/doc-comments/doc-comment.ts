/**
 * Reads doc comments from the source text. TypeScript's own parser isn't used: it drops a comment on the line of the
 * previous token, and it truncates tag values such as `@pattern ^[^@]+$` at their `@`.
 */
import type { ts } from '../typescript.ts'

export interface DocTag {
  readonly name: string
  readonly text: string
  /** Offsets in the file, from `@` to the end of the value. */
  readonly start: number
  readonly end: number
}

export interface DocComment {
  /** The prose before the first tag. */
  readonly text: string
  readonly tags: readonly DocTag[]
}

/** A doc comment of a declaration. */
export interface SourceDoc extends DocComment {
  readonly file: ts.SourceFile
  /** Set for a comment of a generic alias: the type that its tags constrain depends on the arguments of each use. */
  readonly generic?: true
}

/** Tags that limit the values of a type: keywords of JSON Schema with the same names. */
export const LIMIT_TAGS = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
] as const

/** Tags that are JSON Schema keywords; only these may also begin in the middle of a line. */
export const KEYWORD_TAGS = [
  'integer',
  ...LIMIT_TAGS,
  'uniqueItems',
  'default',
  'example',
  'title',
  'description',
  'deprecated',
  'untrusted',
  'message',
] as const

const TAG_AT_LINE_START = /^@([A-Za-z][\w-]*)/
const KEYWORD_IN_LINE = new RegExp(`(?<=\\s)@(?:${KEYWORD_TAGS.join('|')})(?![\\w-])`, 'g')

/** Returns the doc comment directly before `node`, also on the same line, or `undefined`. */
export function findDocComment(node: ts.Node): SourceDoc | undefined {
  const file = node.getSourceFile()
  const known = DOCS.get(file) ?? new Map<ts.Node, SourceDoc | undefined>()
  DOCS.set(file, known)
  if (known.has(node)) return known.get(node)
  const doc = readDocComment(node, file)
  known.set(node, doc)
  return doc
}

/** By file: an editor reuses nodes in the next version of a file, where their comments have other offsets. */
const DOCS = new WeakMap<ts.SourceFile, Map<ts.Node, SourceDoc | undefined>>()

function readDocComment(node: ts.Node, file: ts.SourceFile): SourceDoc | undefined {
  const trivia = file.text.slice(node.pos, node.getStart(file, false))
  if (!trivia.includes('/**')) return undefined
  let found: { readonly text: string; readonly start: number } | undefined
  for (const match of trivia.matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)) {
    if (belongsToTokenBefore(trivia, match.index, match[0].length, node.pos)) continue
    found = { text: match[0], start: node.pos + match.index }
  }
  const generic = 'typeParameters' in node && node.typeParameters !== undefined && 'type' in node
  return found && { ...parseDocComment(found.text, found.start), file, ...(generic && { generic }) }
}

// A comment at the end of the line of `a: string` belongs to `a`, not to the next member.
function belongsToTokenBefore(trivia: string, index: number, length: number, pos: number): boolean {
  return pos > 0 && !trivia.slice(0, index).includes('\n') && trivia.slice(index + length).includes('\n')
}

/** Parses one comment, delimiters included; `start` is its offset in the file. */
export function parseDocComment(comment: string, start: number): DocComment {
  const prose: string[] = []
  const tags: { name: string; lines: string[]; start: number; end: number }[] = []
  let fenced = false
  for (const line of readLines(comment, start)) {
    if (line.text.startsWith('```')) fenced = !fenced
    for (const piece of fenced ? [line] : splitAtTags(line)) {
      const name = fenced ? undefined : TAG_AT_LINE_START.exec(piece.text)?.[1]
      const open = tags.at(-1)
      if (name !== undefined) {
        const text = piece.text.slice(name.length + 1).trim()
        tags.push({ name, lines: [text], start: piece.start, end: piece.start + piece.text.trimEnd().length })
      } else if (open === undefined) prose.push(piece.text)
      else {
        open.lines.push(piece.text)
        if (piece.text.trim() !== '') open.end = piece.start + piece.text.trimEnd().length
      }
    }
  }
  return {
    text: plain(prose.join('\n')),
    tags: tags.map((tag) => ({ name: tag.name, text: plain(tag.lines.join('\n')), start: tag.start, end: tag.end })),
  }
}

interface Line {
  readonly text: string
  readonly start: number
}

function* readLines(comment: string, start: number): Generator<Line> {
  const body = comment.slice(3, -2)
  let offset = start + 3
  for (const raw of body.split('\n')) {
    const lead = /^[ \t]*\*?[ \t]?/.exec(raw)?.[0].length ?? 0
    const skip = offset === start + 3 ? (/^[ \t]*/.exec(raw)?.[0].length ?? 0) : lead
    yield { text: raw.slice(skip).replace(/\r$/, ''), start: offset + skip }
    offset += raw.length + 1
  }
}

function splitAtTags(line: Line): Line[] {
  const cuts = [0, ...[...line.text.matchAll(KEYWORD_IN_LINE)].map((match) => match.index), line.text.length]
  return cuts.slice(0, -1).map((cut, index) => {
    const text = line.text.slice(cut, cuts[index + 1])
    return { text: cut === 0 ? text : text.trimEnd(), start: line.start + cut }
  })
}

function plain(text: string): string {
  return text
    .replace(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:\s*\|?\s*([^}]*))?\}/g, (_, target: string, label: string) =>
      label?.trim() ? label.trim() : target,
    )
    .trim()
}
