/**
 * Emits code that converts a value. `build`: checked wire value -> the value that `run` receives (fresh objects with
 * the declared keys, defaults, codecs). `decode` and `encode`: wire -> real and back without a check, only if it
 * contains a codec; an invalid value is passed on.
 */
import type { CodecNode, ObjectNode, TupleNode, TypeNode, UnionNode } from '../type-tree.ts'
import { type CheckContext, condition, createMemo, ownKey, readOwn, resetMemo } from './emit-check.ts'
import { block, indent } from './module-writer.ts'
import { literal, member, propertyKey, quote } from './source-text.ts'
import { byTag, definition } from './tree-facts.ts'

export type Conversion = 'build' | 'decode' | 'encode'

interface ConvertContext {
  readonly check: CheckContext
  readonly conversion: Conversion
  /** Function names of definitions. */
  readonly definitions: Map<string, string>
}

const CODEC_NAMES = { date: 'Date', bigint: 'Bigint', url: 'Url', bytes: 'Bytes', set: 'Set', map: 'Map' } as const

/**
 * Returns the name of a function that converts a whole value, or `undefined` if the conversion changes nothing. Checks
 * decide between options of unions; their memos are cleared for each value.
 */
export function emitConversion(check: CheckContext, conversion: Conversion, root: TypeNode): string | undefined {
  if (!check.facts.retries) return converter({ check, conversion, definitions: new Map() }, root)
  // A depth of 0 would clear the memos of earlier checks; with this value the limit is reached at the same level as
  // from 0.
  const name = converter({ check: { ...check, depth: '-0.5' }, conversion, definitions: new Map() }, root)
  if (name === undefined) return undefined
  const recursive = [...check.facts.recursive]
  const memos = recursive.map((definition) => createMemo(check, definition))
  if (conversion === 'encode') memos.push(...recursive.map((definition) => createMemo(check, definition, 'encode ')))
  return check.writer.define(check.writer.reserve(conversion), 'v', [...memos.map(resetMemo), `return ${name}(v)`])
}

/** Returns an expression for the converted `value` (an expression that may be evaluated twice). */
function convert(context: ConvertContext, node: TypeNode, value: string): string {
  const name = converter(context, node)
  return name === undefined ? value : `${name}(${value})`
}

/** Returns the name of a function that converts the node, or `undefined` if it changes nothing. */
function converter(context: ConvertContext, node: TypeNode): string | undefined {
  if (!changes(context, node)) return undefined
  if (node.kind === 'codec') return codecConverter(context, node)
  if (node.kind !== 'ref') return define(context, context.check.writer.reserve(context.conversion), node)
  const known = context.definitions.get(node.name)
  if (known !== undefined) return known
  const name = context.check.writer.reserve(context.conversion)
  // Registered before the body is emitted, which may use it.
  context.definitions.set(node.name, name)
  const lines = body(context, definition(context.check.facts.tree, node.name))
  const { writer, facts } = context.check
  const write = facts.recursive.has(node.name) ? writer.keep : writer.define
  const defined = write(name, 'v', isTried(context, node.name) ? onceEach(context, node.name, lines) : lines)
  context.definitions.set(node.name, defined)
  return defined
}

/** Returns whether a value may be encoded as several options of a union, at every level. */
function isTried({ check, conversion }: ConvertContext, name: string): boolean {
  return conversion === 'encode' && check.facts.retries && check.facts.recursive.has(name)
}

/** Makes `lines` run at most once for each object of a value. */
function onceEach({ check }: ConvertContext, name: string, lines: readonly string[]): string[] {
  const inner = check.writer.define(check.writer.reserve('encode'), 'v', lines)
  return [
    `if (typeof v !== "object" || v === null) return ${inner}(v)`,
    `const seen = (${createMemo(check, name, 'encode ')}.seen ??= new WeakMap())`,
    'if (seen.has(v)) return seen.get(v)',
    `const w = ${inner}(v)`,
    'seen.set(v, w)',
    'return w',
  ]
}

function define(context: ConvertContext, name: string, node: TypeNode): string {
  return context.check.writer.define(name, 'v', body(context, node))
}

function changes({ check, conversion }: ConvertContext, node: TypeNode): boolean {
  if (check.facts.hasCodec(node)) return true
  if (conversion !== 'build') return false
  const target = check.facts.resolve(node)
  if (target.kind === 'union') return target.options.some((option) => isContainer(check, option))
  return isContainer(check, target)
}

function isContainer(check: CheckContext, node: TypeNode): boolean {
  const { kind, ...target } = check.facts.resolve(node)
  if (kind === 'union') return (target as UnionNode).options.some((option) => isContainer(check, option))
  return kind === 'object' || kind === 'array' || kind === 'tuple'
}

function body(context: ConvertContext, node: TypeNode): string[] {
  switch (node.kind) {
    case 'array': {
      const item = converter(context, node.items)
      if (context.conversion === 'build')
        return [`return ${item === undefined ? 'v.slice()' : `v.map((m) => ${item}(m))`}`]
      return [`return Array.isArray(v) ? v.map((m) => ${item}(m)) : v`]
    }
    case 'tuple':
      return tupleBody(context, node)
    case 'object':
      return context.conversion === 'build' ? buildObject(context, node) : mapObject(context, node)
    case 'union':
      return unionBody(context, node)
    default:
      return [`return ${convert(context, node, 'v')}`]
  }
}

function codecConverter(context: ConvertContext, node: CodecNode): string {
  const { writer } = context.check
  const direction = context.conversion === 'encode' ? 'encode' : 'decode'
  const helper = writer.helper(`${direction}${CODEC_NAMES[node.codec]}`)
  const item = node.item === undefined ? undefined : converter(context, node.item)
  if (item === undefined) return helper
  return writer.define(writer.reserve(context.conversion), 'v', [`return ${helper}(v, ${item})`])
}

function tupleBody(context: ConvertContext, node: TupleNode): string[] {
  const lines =
    context.conversion === 'build'
      ? ['const o = v.slice()']
      : ['if (!Array.isArray(v)) return v', 'const o = v.slice()']
  for (const [index, item] of node.items.entries()) {
    const name = converter(context, item)
    if (name !== undefined) lines.push(`if (o.length > ${index}) o[${index}] = ${name}(o[${index}])`)
  }
  const rest = node.rest === undefined ? undefined : converter(context, node.rest)
  if (rest !== undefined) lines.push(`for (let i = ${node.items.length}; i < o.length; i++) o[i] = ${rest}(o[i])`)
  return [...lines, 'return o']
}

/** The value is checked: every own key is declared, or matches a pattern or the index signature. */
function buildObject(context: ConvertContext, node: ObjectNode): string[] {
  // A record of unchanged values: every key is allowed.
  if (node.properties.length === 0 && !listIndexTypes(node).some((type) => changes(context, type)))
    return ['return { ...v }']
  const first: string[] = []
  const later: string[] = []
  const closed = node.index === undefined && (node.patterns ?? []).length === 0
  for (const property of node.properties) {
    const { name, type } = property
    const value = readOwn(context.check, 'v', name)
    if (type.default !== undefined)
      first.push(
        `${propertyKey(name)}: ${convert(context, type, `(${value} === undefined ? ${literal(type.default)} : ${value})`)}`,
      )
    else if (!property.optional) first.push(`${propertyKey(name)}: ${convert(context, type, value)}`)
    else later.push(`if (${value} !== undefined) ${member('o', name)} = ${convert(context, type, value)}`)
  }
  const start = first.length === 0 ? '{}' : `{ ${first.join(', ')} }`
  if (closed && later.length === 0) return [`return ${start}`]
  return [`const o = ${start}`, ...later, ...(closed ? [] : otherKeys(context, node, 'v')), 'return o']
}

/** The value is unchecked: returns a copy in which the members with codecs are replaced. */
function mapObject(context: ConvertContext, node: ObjectNode): string[] {
  const lines = ['if (typeof v !== "object" || v === null || Array.isArray(v)) return v', 'const o = { ...v }']
  for (const { name, type } of node.properties) {
    const change = converter(context, type)
    if (change === undefined) continue
    const value = readOwn(context.check, 'o', name)
    lines.push(`if (${value} !== undefined) ${member('o', name)} = ${change}(${value})`)
  }
  if (listIndexTypes(node).some((type) => changes(context, type))) lines.push(...otherKeys(context, node, 'o'))
  return [...lines, 'return o']
}

/** Returns the types of undeclared keys. */
function listIndexTypes(node: ObjectNode): readonly TypeNode[] {
  return [...(node.patterns ?? []).map(({ type }) => type), ...(node.index === undefined ? [] : [node.index])]
}

function otherKeys(context: ConvertContext, node: ObjectNode, from: string): string[] {
  const { writer } = context.check
  const declared = node.properties.map(({ name }) => name)
  const lines = [`const m = ${from}[k]`, `if (!${ownKey(context.check, from, 'k')} || m === undefined) continue`]
  if (declared.length > 0) lines.push(`if (${writer.constant('set', `new Set(${literal(declared)})`)}.has(k)) continue`)
  const rest = node.index === undefined ? 'm' : convert(context, node.index, 'm')
  const value = (node.patterns ?? []).reduceRight((otherwise, { pattern, type }) => {
    const test = `${writer.constant('re', `new RegExp(${quote(pattern)}, "u")`)}.test(k)`
    const converted = convert(context, type, 'm')
    return converted === otherwise ? otherwise : `${test} ? ${converted} : ${otherwise}`
  }, rest)
  lines.push(`o[k] = ${value}`)
  return [`for (const k in ${from}) {`, ...indent(lines), '}']
}

function unionBody(context: ConvertContext, node: UnionNode): string[] {
  const { check } = context
  const cases = node.tag === undefined ? undefined : byTag(check.facts, node.tag, node.options)
  if (cases !== undefined && node.tag !== undefined) {
    const lines = context.conversion === 'build' ? [] : ['if (typeof v !== "object" || v === null) return v']
    lines.push(`switch (${readOwn(check, 'v', node.tag)}) {`)
    for (const { values, option } of cases) {
      if (!changes(context, option)) continue
      for (const one of values) lines.push(`  case ${literal(one)}:`)
      lines.push(`    return ${convert(context, option, 'v')}`)
    }
    return [...lines, '}', 'return v']
  }
  // Codecs first: a string that is a valid date becomes a date, regardless of the order of the options.
  const options = node.options.toSorted((a, b) => Number(check.facts.hasCodec(b)) - Number(check.facts.hasCodec(a)))
  const lines = context.conversion === 'encode' ? ['let w'] : []
  const last = options.findLastIndex((option) => changes(context, option))
  for (const option of options.slice(0, last + 1)) {
    const change = converter(context, option)
    if (context.conversion !== 'encode' || change === undefined) {
      const result = change === undefined ? 'v' : `${change}(v)`
      lines.push(...block(`if (${optionTest(context, option, options)})`, [`return ${result}`]))
    } else if (option.kind === 'codec') lines.push(`if ((w = ${change}(v)) !== v) return w`)
    else lines.push(`w = ${change}(v)`, ...block(`if (${condition(check, option, 'w')})`, ['return w']))
  }
  return [...lines, 'return v']
}

/**
 * Returns a test whether `v` matches this option. The only list, or the only object, among the options needs no further
 * check: checking its content, at every level again, would take quadratic time in the depth.
 */
function optionTest({ check, conversion }: ConvertContext, option: TypeNode, options: readonly TypeNode[]): string {
  const [container, ...others] = listContainers(check, option)
  const isOnly = options.every(
    (other) => other === option || !listContainers(check, other).includes(container ?? 'list'),
  )
  if (conversion === 'encode' || container === undefined || others.length > 0 || !isOnly)
    return condition(check, option, 'v')
  return container === 'list' ? 'Array.isArray(v)' : 'typeof v === "object" && v !== null && !Array.isArray(v)'
}

/** Returns the possible container kinds of a node's values. */
function listContainers(check: CheckContext, node: TypeNode): readonly ('list' | 'object')[] {
  const target = check.facts.resolve(node)
  switch (target.kind) {
    case 'array':
    case 'tuple':
      return ['list']
    case 'object':
      return ['object']
    case 'unknown':
      return ['list', 'object']
    case 'codec':
      return target.codec === 'set' ? ['list'] : target.codec === 'map' ? ['object'] : []
    case 'union':
      return [...new Set(target.options.flatMap((option) => listContainers(check, option)))]
    default:
      return []
  }
}
