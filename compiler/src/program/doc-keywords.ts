/** Doc comments as annotations and constraints of the type tree: which tag fits which kind, and how values are read. */
import { slownessOf } from '../pattern/slow-pattern.ts'
import type { Annotations, TypeNode } from '../type-tree.ts'
import { accepts } from './accepts.ts'
import type { DocComment, DocTag } from './doc-comment.ts'

/** What is wrong with a tag. */
export interface TagProblem {
  readonly tag: DocTag
  /** A full sentence; for a slow pattern how its time grows. */
  readonly detail: string
  /** The pattern that is not linear. */
  readonly slow?: string
}

export type ReportTag = (problem: TagProblem) => void
type Resolve = (name: string) => TypeNode | undefined

interface Keyword {
  /** Kinds of node that it constrains, and what they are called in messages. */
  readonly kinds: readonly TypeNode['kind'][]
  readonly fits: string
  /** The value for the tree, or a sentence about what it must be. */
  read(text: string): { readonly value: unknown } | { readonly wrong: string }
}

const number = (text: string) =>
  text !== '' && Number.isFinite(Number(text)) ? { value: Number(text) } : { wrong: 'needs a number' }
const positive = (text: string) => (Number(text) > 0 ? number(text) : { wrong: 'needs a number above 0' })
const count = (text: string) =>
  /^\d+$/.test(text) ? { value: Number(text) } : { wrong: 'needs a whole number that is not negative' }
const flag = (text: string) => (text === '' || text === 'true' ? { value: true } : { wrong: 'takes no value' })
const pattern = (text: string) => {
  const source = /^\/(.+)\/u?$/.exec(text)?.[1] ?? text
  if (source === '') return { wrong: 'needs a regular expression' }
  try {
    new RegExp(source, 'u')
    return { value: source }
  } catch (error) {
    return { wrong: `is no regular expression (${error instanceof Error ? error.message : String(error)})` }
  }
}
const format = (text: string) =>
  /^[a-z][a-z0-9-]*$/.test(text) ? { value: text } : { wrong: 'needs one format name, as email or date-time' }

const NUMBERS = { kinds: ['number'], fits: 'numbers' } as const
const STRINGS = { kinds: ['string'], fits: 'strings' } as const
const ARRAYS = { kinds: ['array'], fits: 'arrays' } as const

const CONSTRAINTS: Readonly<Record<string, Keyword>> = {
  integer: { ...NUMBERS, read: flag },
  minimum: { ...NUMBERS, read: number },
  maximum: { ...NUMBERS, read: number },
  exclusiveMinimum: { ...NUMBERS, read: number },
  exclusiveMaximum: { ...NUMBERS, read: number },
  multipleOf: { ...NUMBERS, read: positive },
  minLength: { ...STRINGS, read: count },
  maxLength: { ...STRINGS, read: count },
  pattern: { ...STRINGS, read: pattern },
  format: { kinds: ['string', 'number'], fits: 'strings and numbers', read: format },
  minItems: { ...ARRAYS, read: count },
  maxItems: { ...ARRAYS, read: count },
  uniqueItems: { ...ARRAYS, read: flag },
}

/** `node` with the prose and the keywords of `doc`. Unknown tags are never keywords. */
export function applyDoc(node: TypeNode, doc: DocComment, resolve: Resolve, report: ReportTag): TypeNode {
  let result = node
  if (doc.text !== '') result = { ...result, description: doc.text }
  for (const tag of doc.tags) {
    const keyword = Object.hasOwn(CONSTRAINTS, tag.name) ? CONSTRAINTS[tag.name] : undefined
    if (keyword !== undefined) result = constrain(result, tag, keyword, report)
  }
  // Values last: they are judged by the type with its constraints.
  for (const tag of doc.tags) result = { ...result, ...annotation(result, tag, resolve, report) }
  return result
}

function constrain(node: TypeNode, tag: DocTag, keyword: Keyword, report: ReportTag): TypeNode {
  const read = keyword.read(tag.text)
  if ('wrong' in read) {
    report({ tag, detail: `@${tag.name} ${read.wrong}${tag.text === '' ? '' : `; "${tag.text}" is none`}.` })
    return node
  }
  const slow = tag.name === 'pattern' ? slownessOf(String(read.value)) : undefined
  if (slow !== undefined) report({ tag, detail: slow, slow: String(read.value) })
  const applied = withKeyword(node, tag.name, read.value, keyword.kinds)
  if (applied !== undefined) return applied
  report({ tag, detail: `@${tag.name} constrains ${keyword.fits}, but this is ${KIND_TEXT[node.kind]}.` })
  return node
}

/** The keyword goes to every option of a union that it fits; undefined when it fits nowhere. */
function withKeyword(
  node: TypeNode,
  name: string,
  value: unknown,
  kinds: readonly TypeNode['kind'][],
): TypeNode | undefined {
  if (kinds.includes(node.kind)) return { ...node, [name]: value }
  if (node.kind !== 'union') return undefined
  const options = node.options.map((option) => withKeyword(option, name, value, kinds))
  if (options.every((option) => option === undefined)) return undefined
  return { ...node, options: node.options.map((option, index) => options[index] ?? option) }
}

function annotation(node: TypeNode, tag: DocTag, resolve: Resolve, report: ReportTag): Annotations {
  switch (tag.name) {
    case 'title':
    case 'description':
      if (tag.text === '') report({ tag, detail: `@${tag.name} needs a text.` })
      return tag.text === '' ? {} : { [tag.name]: tag.text }
    case 'deprecated':
      return { deprecated: true }
    case 'default':
    case 'example': {
      const read = readValue(node, tag.text, resolve)
      if (read === undefined) {
        report({ tag, detail: `The value "${tag.text}" of @${tag.name} does not fit the type. Write it as JSON.` })
        return {}
      }
      return tag.name === 'default' ? { default: read.value } : { examples: [...(node.examples ?? []), read.value] }
    }
    default:
      return {}
  }
}

/** The value as JSON where that fits the type, else as the bare text. */
function readValue(node: TypeNode, text: string, resolve: Resolve): { readonly value: unknown } | undefined {
  const bare = text.replace(/^```\w*\n([\s\S]*)\n```$/, '$1').trim()
  for (const candidate of [parseJson(bare), { value: bare }])
    if (candidate !== undefined && accepts(node, candidate.value, resolve)) return candidate
  return undefined
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    const quoted = /^'([^'\\]*)'$/.exec(text)?.[1]
    return quoted === undefined ? undefined : { value: quoted }
  }
}

const KIND_TEXT: Readonly<Record<TypeNode['kind'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  unknown: 'any JSON value',
  literal: 'a fixed set of values',
  array: 'an array',
  tuple: 'a tuple',
  object: 'an object',
  union: 'a union without such a member',
  ref: 'a named type',
  codec: 'a value with a wire form of its own',
}
