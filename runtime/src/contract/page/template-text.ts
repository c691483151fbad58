/**
 * Reconstructs the template literal type of a pattern, for messages: `order-${string}` instead of `^order-[\s\S]*$`. Reads
 * only the patterns that the compiler emits for template literal types (compiler/src/program/template-pattern.ts).
 */

/** Returns the type in TypeScript syntax, or undefined for a pattern that an author wrote. */
export function readTemplate(pattern: string): string | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return undefined
  const reader: Reader = { source: pattern.slice(1, -1), at: 0 }
  const parts = readParts(reader)
  if (parts === undefined || reader.at < reader.source.length) return undefined
  const [only] = parts
  return parts.length === 1 && only !== undefined && only.kind === 'choice' ? only.text : `\`${fillTemplate(parts)}\``
}

interface Reader {
  readonly source: string
  at: number
}

interface Part {
  readonly kind: 'text' | 'hole' | 'choice'
  /** The type, for a hole and a choice. */
  readonly text: string
}

const UNTIL = String.raw`\(\?!(?:\\.|[^\\()])+\)`
const STRING = String.raw`\[\\s\\S\]\*?|\(\?:${UNTIL}\[\\s\\S\]\)\*`
const BUT = String.raw`\[\^(?:\\.|[^\\\]])\]\*`
const SIGN = String.raw`(?:\[\+\\-\]\?|\\\+\?|-\?)`
const CASED = String.raw`\{Changes_When_(Upper|Lower)cased\}`
const NOT_CASED = String.raw`(?:${UNTIL})?\[\^\\p${CASED}(?:\\?.)?\]`

type Hole = readonly [RegExp, (casing: string) => string]

/** From the longest form to the shortest. */
const HOLES: readonly Hole[] = [
  [
    new RegExp(
      String.raw`\(\?:${SIGN}(?:\\d\+|\(\?:\\d).{3,60}?\|0\[xX\]\[\\da-fA-F\]\+\|0\[oO\]\[0-7\]\+\|0\[bB\]\[01\]\+\)`,
      'y',
    ),
    () => 'number',
  ],
  [/-\?\(\?:0\|\[1-9\]\\d\*\)\(\?:\\\.\\d\+\)\?/y, () => 'number'],
  [/\(\?:true\|false\)/y, () => 'boolean'],
  [new RegExp(String.raw`\(\?:(?:\\P${CASED}|${NOT_CASED})(?:${STRING}|${BUT})\)\?`, 'y'), capitalize],
  [new RegExp(String.raw`(?:\\P${CASED}\*?|\(\?:${NOT_CASED}\)\*)`, 'y'), (casing) => `${casing}case<string>`],
  [new RegExp(STRING, 'y'), () => 'string'],
  [new RegExp(String.raw`${BUT}(?=\\?[^\[(])`, 'y'), () => 'string'],
  [/-\?\\d\+|\\d\+(?=-)/y, () => 'bigint'],
  [/\\d(?![{*+?]|$)/y, () => 'number'],
]

function capitalize(casing: string): string {
  return casing === 'Upper' ? 'Capitalize<string>' : 'Uncapitalize<string>'
}

/** Reads up to a `|` or `)` of the enclosing choice. Returns undefined for other syntax. */
function readParts(reader: Reader): readonly Part[] | undefined {
  const parts: Part[] = []
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at] ?? '')) {
    const part = readHole(reader) ?? readChoice(reader) ?? readText(reader)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts
}

function readHole(reader: Reader): Part | undefined {
  for (const [form, describe] of HOLES) {
    form.lastIndex = reader.at
    const found = form.exec(reader.source)
    if (found === null) continue
    reader.at = form.lastIndex
    return { kind: 'hole', text: describe(found.slice(1).find((casing) => casing !== undefined) ?? '') }
  }
  return undefined
}

/** `(?:a|b)` */
function readChoice(reader: Reader): Part | undefined {
  if (!reader.source.startsWith('(?:', reader.at)) return undefined
  const options: string[] = []
  reader.at += 2
  do {
    reader.at++
    const parts = readParts(reader)
    if (parts === undefined) return undefined
    options.push(describeOption(parts))
  } while (reader.source[reader.at] === '|')
  if (reader.source[reader.at] !== ')') return undefined
  reader.at++
  return { kind: 'choice', text: options.join(' | ') }
}

function describeOption(parts: readonly Part[]): string {
  const [only] = parts
  if (parts.every(({ kind }) => kind === 'text')) return JSON.stringify(fillTemplate(parts))
  return parts.length === 1 && only !== undefined ? only.text : `\`${fillTemplate(parts)}\``
}

function readText(reader: Reader): Part | undefined {
  const text = /\\([\^$\\.*+?()[\]{}|/])|([^^$\\.*+?()[\]{}|])/uy
  text.lastIndex = reader.at
  const found = text.exec(reader.source)
  if (found === null) return undefined
  reader.at = text.lastIndex
  return { kind: 'text', text: found[1] ?? found[2] ?? '' }
}

function fillTemplate(parts: readonly Part[]): string {
  return parts.map(({ kind, text }) => (kind === 'text' ? text : `\${${text}}`)).join('')
}
