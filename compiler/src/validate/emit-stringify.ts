/**
 * Emits the code of `stringify`: checks a wire value and writes its JSON in one pass, declared members in declared
 * order. It returns undefined for any value that isn't plain data of the declared shape: then `is` and `JSON.stringify`
 * are used. Nodes for which a fast writer gains little (unions, records, recursive types) are checked and passed to
 * `JSON.stringify`.
 */
import type { ArrayNode, LiteralNode, ObjectNode, TypeNode } from '../type-tree.ts'
import { type CheckContext, condition, readOwn } from './emit-check.ts'
import { block, indent } from './module-writer.ts'
import { quote } from './source-text.ts'
import { definition } from './tree-facts.ts'

/**
 * Returns the name of a function `(value) => string | undefined`, or `undefined` if `JSON.stringify` alone is as fast.
 */
export function emitStringify(context: CheckContext, root: TypeNode): string | undefined {
  const node = resolveRef(context, root)
  return isWritten(node) ? getWriter({ ...context, depth: '0', written: new Map() }, node) : undefined
}

interface WriteContext extends CheckContext {
  /** Function names of nodes that have been emitted: a definition may be used in many places. */
  readonly written: Map<TypeNode, string>
}

type WrittenNode = ObjectNode | ArrayNode

/** Matches objects of declared members and arrays, which get a function. */
function isWritten(node: TypeNode): node is WrittenNode {
  if (node.kind === 'object') return node.index === undefined && (node.patterns ?? []).length === 0
  return node.kind === 'array' && !node.uniqueItems
}

/** Returns the definition of a ref, unless it is recursive. */
function resolveRef(context: CheckContext, node: TypeNode): TypeNode {
  if (node.kind !== 'ref' || context.facts.recursive.has(node.name)) return node
  return resolveRef(context, definition(context.facts.tree, node.name))
}

function getWriter(context: WriteContext, node: WrittenNode): string {
  const known = context.written.get(node)
  if (known !== undefined) return known
  const inner: WriteContext = { ...context, locals: 0 }
  const body = node.kind === 'object' ? objectBody(inner, node) : arrayBody(inner, node)
  const name = context.writer.define(context.writer.reserve('text'), 'v', body)
  context.written.set(node, name)
  return name
}

/** Writes the members one by one; then every enumerable key must be one of them. */
function objectBody(context: WriteContext, node: ObjectNode): string[] {
  const lines = [
    'if (typeof v !== "object" || v === null) return undefined',
    'const p = Object.getPrototypeOf(v)',
    'if (p !== Object.prototype && p !== null) return undefined',
  ]
  // A declared member with this name isn't a function: its own check ensures that.
  if (!node.properties.some(({ name }) => name === 'toJSON')) lines.push('if (v.toJSON !== undefined) return undefined')
  const required = node.properties.filter(({ optional }) => !optional)
  lines.push(`let n = ${required.length}`)
  const cases: string[] = []
  // One expression for adjacent parts: every `+` allocates.
  let parts: readonly string[] = [quote('{')]
  let isOpen = false
  for (const [index, property] of node.properties.entries()) {
    const name = `m${index}`
    const key = `${index === 0 ? '' : ','}${JSON.stringify(property.name)}:`
    const { before, text } = write(context, property.type, name)
    lines.push(`const ${name} = ${readOwn(context, 'v', property.name)}`)
    cases.push(`case ${quote(property.name)}:`)
    cases.push(property.optional ? `  if (${name} !== undefined) n--` : '  n--', '  break')
    if (property.optional) {
      lines.push(`${isOpen ? 'o +=' : 'let o ='} ${join(parts)}`)
      lines.push(...block(`if (${name} !== undefined)`, ['n++', ...before, `o += ${join([quote(key), ...text])}`]))
      parts = [quote('')]
      isOpen = true
    } else {
      lines.push(...before)
      parts = [...parts, quote(key), ...text]
    }
  }
  const keys = ['switch (k) {', ...indent([...cases, 'default:', '  return undefined']), '}']
  lines.push('for (const k in v) {', ...indent(keys), '}', 'if (n !== 0) return undefined')
  const whole = `${isOpen ? 'o + ' : ''}${join([...parts, quote('}')])}`
  // The first member is optional: if it is absent, the text begins with the comma of another.
  if (!node.properties[0]?.optional) return [...lines, `return ${whole}`]
  return [...lines, `const w = ${whole}`, 'return w.charCodeAt(1) === 44 ? "{" + w.slice(2) : w']
}

/** Joins parts of a text; adjacent literals are merged. */
function join(parts: readonly string[]): string {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.startsWith('"') && part.startsWith('"')) joined[joined.length - 1] = last.slice(0, -1) + part.slice(1)
    else joined.push(part)
  }
  return joined.join(' + ')
}

function arrayBody(context: WriteContext, node: ArrayNode): string[] {
  const lines = [
    'if (!Array.isArray(v) || Object.getPrototypeOf(v) !== Array.prototype || v.toJSON !== undefined) return undefined',
  ]
  if (node.minItems !== undefined && node.minItems > 0) lines.push(`if (v.length < ${node.minItems}) return undefined`)
  if (node.maxItems !== undefined) lines.push(`if (v.length > ${node.maxItems}) return undefined`)
  const { before, text } = write(context, node.items, 'm')
  const item = ['const m = v[i]', ...before, 'if (i !== 0) o += ","', `o += ${join(text)}`]
  return [...lines, 'let o = "["', 'for (let i = 0; i < v.length; i++) {', ...indent(item), '}', 'return o + "]"']
}

interface Written {
  /** Statements that return undefined if the value is invalid. */
  readonly before: readonly string[]
  /** The JSON: expressions without side effects, to be joined. */
  readonly text: readonly string[]
}

function write(context: WriteContext, type: TypeNode, name: string): Written {
  const node = resolveRef(context, type)
  const checked = [`if (!(${condition(context, node, name)})) return undefined`]
  switch (node.kind) {
    case 'string':
      return { before: checked, text: [quote('"'), `${quoter(context)}(${name})`, quote('"')] }
    case 'number':
    case 'boolean':
    case 'null':
      return { before: checked, text: [name] }
    case 'literal':
      return { before: checked, text: [literalText(node, name)] }
    case 'object':
    case 'array':
      if (isWritten(node)) return late(`${getWriter(context, node)}(${name})`, name, [])
  }
  return late(`JSON.stringify(${name})`, name, checked)
}

/** A text that may be undefined is checked first. */
function late(expression: string, name: string, checked: readonly string[]): Written {
  const text = `${name}t`
  return {
    before: [...checked, `const ${text} = ${expression}`, `if (${text} === undefined) return undefined`],
    text: [text],
  }
}

function literalText({ values }: LiteralNode, name: string): string {
  if (values.length === 1) return quote(JSON.stringify(values[0]))
  return values.every((value) => typeof value !== 'string') ? name : `JSON.stringify(${name})`
}

/**
 * Returns a function for the content between the quotes. Short strings are checked character by character, which is
 * faster than a regular expression.
 */
function quoter({ writer }: CheckContext): string {
  const escaped = writer.constant('re', '/[\\u0000-\\u001f"\\\\\\ud800-\\udfff]/')
  return writer.define(writer.reserve('quoted'), 's', [
    `if (s.length > 40) return ${escaped}.test(s) ? JSON.stringify(s).slice(1, -1) : s`,
    'for (let i = 0; i < s.length; i++) {',
    '  const c = s.charCodeAt(i)',
    '  if (c < 32 || c === 34 || c === 92 || (c >= 0xd800 && c <= 0xdfff)) return JSON.stringify(s).slice(1, -1)',
    '}',
    'return s',
  ])
}
