/** Prints a type tree as TypeScript: the types of real values, such as `Date`, not of their wire form. */
import { LIMIT_TAGS } from '#program/doc-comments/doc-comment.ts'
import type { Annotations, CodecNode, LiteralNode, ObjectNode, TupleNode, TypeNode } from '#type-tree.ts'
import { propertyKey, quote } from '#validate/source-text.ts'

export interface PrintContext {
  readonly side: 'input' | 'output'
  /** Returns the printed name of a definition. */
  readonly nameType: (definition: string) => string
}

/** Returns the type as an expression; lines after the first have the indentation that the place needs. */
export function printType(node: TypeNode, context: PrintContext, depth = 0): string {
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return node.kind
    case 'literal':
      return printLiterals(node)
    case 'array':
      return `${printItem(node.items, context, depth)}[]`
    case 'tuple':
      return printTuple(node, context, depth)
    case 'object':
      return printObject(node, context, depth)
    case 'union':
      return [...new Set(node.options.map((option) => printType(option, context, depth)))].join(' | ')
    case 'ref':
      return context.nameType(node.name)
    case 'codec':
      return printCodec(node, context, depth)
  }
}

function printLiterals({ values }: LiteralNode): string {
  return values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ') || 'never'
}

function printItem(node: TypeNode, context: PrintContext, depth: number): string {
  const text = printType(node, context, depth)
  const isChoice =
    node.kind === 'union' ||
    (node.kind === 'literal' && node.values.length > 1) ||
    / \| /.test(text.split('{', 1)[0] ?? '')
  return isChoice ? `(${text})` : text
}

function printTuple({ items, required, rest }: TupleNode, context: PrintContext, depth: number): string {
  const parts = items.map((item, index) => {
    const text = printItem(item, context, depth)
    return index < required ? text : `${text}?`
  })
  return `[${[...parts, ...(rest ? [`...${printItem(rest, context, depth)}[]`] : [])].join(', ')}]`
}

/** Prints an object with the doc comments of its members. */
function printObject({ properties, index, patterns = [] }: ObjectNode, context: PrintContext, depth: number): string {
  const inner = '  '.repeat(depth + 1)
  const members = properties.map(({ name, optional, type }) => {
    // A caller may leave out a member with a default.
    const isOptional = optional || (context.side === 'input' && type.default !== undefined)
    const text = printType(type, context, depth + 1)
    return `${printDoc(describeNode(type), inner)}${inner}${propertyKey(name)}${isOptional ? '?' : ''}: ${text}`
  })
  const others = [...(index ? [index] : []), ...patterns.map(({ type }) => type)]
  if (others.length > 0) {
    // TypeScript requires that an index signature covers all members.
    const types = [...others, ...properties.map(({ type }) => type)].map((type) => printType(type, context, depth + 1))
    const isPartial = properties.some(({ optional }) => optional)
    members.push(`${inner}[key: string]: ${[...new Set([...types, ...(isPartial ? ['undefined'] : [])])].join(' | ')}`)
  }
  if (members.length === 0) return 'Record<string, never>'
  return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`
}

function printCodec(node: CodecNode, context: PrintContext, depth: number): string {
  const item = node.item === undefined ? 'unknown' : printType(node.item, context, depth)
  switch (node.codec) {
    case 'date':
      return 'Date'
    case 'bigint':
      return node.values?.map((value) => `${value}n`).join(' | ') ?? 'bigint'
    case 'url':
      return 'URL'
    case 'bytes':
      return context.side === 'input' ? 'UploadBytes' : 'Uint8Array'
    case 'set':
      return `Set<${item}>`
    case 'map':
      return `Map<string, ${item}>`
  }
}

/** Returns the lines of a doc comment: the description, and the limits as tags. */
export function describeNode(node: TypeNode): readonly string[] {
  const { title, description, deprecated, examples = [], default: fallback } = node as Annotations
  const limits = node as Partial<Record<(typeof LIMIT_TAGS)[number], unknown>>
  return [
    ...(description ?? title ?? '').split('\n').filter((line, index) => index > 0 || line !== ''),
    ...(node.kind === 'number' && node.integer === true ? ['@integer'] : []),
    ...LIMIT_TAGS.flatMap((tag) => (limits[tag] === undefined ? [] : [`@${tag} ${String(limits[tag])}`])),
    ...(fallback === undefined ? [] : [`@default ${JSON.stringify(fallback)}`]),
    ...examples.map((example) => `@example ${JSON.stringify(example)}`),
    ...(deprecated === true ? ['@deprecated'] : []),
  ]
}

/** Prints a doc comment with a line break at its end; empty without lines. */
export function printDoc(lines: readonly string[], indent = ''): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/').trimEnd())
  if (safe.length === 0) return ''
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}
