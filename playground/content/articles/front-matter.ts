/** The front matter of an article: YAML between two lines of `---`, with the fields of `FrontMatter`. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { TAGS, type TagId } from '../src/tags.ts'

export interface FrontMatter {
  readonly title: string
  /** One sentence, for lists, search engines and feeds. */
  readonly description: string
  /** ISO date, such as 2026-03-09. */
  readonly date: string
  /** ISO date of the last change. */
  readonly updated?: string
  /** From `src/tags.ts`. */
  readonly tags: readonly TagId[]
  /** A draft is shown by `fw dev` only. */
  readonly draft: boolean
}

export interface Problem {
  /** Line of the file, beginning with 1. */
  readonly line: number
  readonly message: string
}

export type ParsedFile =
  | { readonly fields: FrontMatter; readonly body: string }
  | { readonly problems: readonly [Problem, ...Problem[]] }

interface FieldRule {
  readonly isRequired: boolean
  /** Returns what the value must be, or `undefined` if it is valid. */
  check(value: unknown): string | undefined
}

const text: FieldRule['check'] = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a text'

const date: FieldRule['check'] = (value) =>
  typeof value === 'string' && isDate(value) ? undefined : 'must be a date such as 2026-03-09'

const RULES: Readonly<Record<keyof FrontMatter, FieldRule>> = {
  title: { isRequired: true, check: text },
  description: { isRequired: true, check: text },
  date: { isRequired: true, check: date },
  updated: { isRequired: false, check: date },
  tags: { isRequired: true, check: checkTags },
  draft: {
    isRequired: false,
    check: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  },
}

/** Parses a file. Returns all problems of its front matter, if there are any. */
export function parseFile(source: string): ParsedFile {
  const [, yaml, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
  if (yaml === undefined || body === undefined)
    return { problems: [{ line: 1, message: 'The file must begin with front matter between two lines of "---".' }] }
  const { values, problems } = readFields(yaml)
  const [first, ...others] = problems
  if (first !== undefined) return { problems: [first, ...others] }
  const fields = { draft: false, ...Object.fromEntries(values) } as unknown as FrontMatter // its fields are checked
  return { fields, body }
}

function readFields(yaml: string) {
  const values = new Map<string, unknown>()
  const problems: Problem[] = []
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines })
  // The first line of the file is "---".
  const lineAt = (offset = 0) => lines.linePos(offset).line + 1
  for (const { pos, message } of document.errors)
    problems.push({ line: lineAt(pos[0]), message: message.split('\n', 1)[0] ?? message })
  if (problems.length > 0) return { values, problems }
  if (!isMap(document.contents)) {
    problems.push({ line: 2, message: 'The front matter must have fields such as "title: The length of a line".' })
    return { values, problems }
  }
  const data = document.toJS() as Readonly<Record<string, unknown>> // a map
  for (const { key } of document.contents.items) {
    const name = String(key)
    const value = data[name]
    const wrong = Object.hasOwn(RULES, name)
      ? RULES[name as keyof FrontMatter].check(value)
      : `is unknown. The fields are ${Object.keys(RULES).join(', ')}`
    values.set(name, value)
    const line = lineAt(isScalar(key) ? key.range?.[0] : undefined)
    if (wrong !== undefined) problems.push({ line, message: `The field "${name}" ${wrong}.` })
  }
  for (const [name, { isRequired }] of Object.entries(RULES))
    if (isRequired && !values.has(name)) problems.push({ line: 1, message: `The field "${name}" is missing.` })
  return { values, problems }
}

function checkTags(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of tags, such as [typography]'
  const unknown = value.filter((tag) => typeof tag !== 'string' || !Object.hasOwn(TAGS, tag))
  if (unknown.length === 0) return undefined
  return `contains ${unknown.map(String).join(', ')}. Add it to src/tags.ts, or use ${Object.keys(TAGS).join(', ')}`
}

/** Whether the text is a day of the calendar: 2026-02-30 isn't. */
function isDate(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
