/**
 * Emits the code of `is`: checks a wire value without allocating. Properties are read by name and counted with `for
 * in`, which is several times faster than key arrays; if the count is wrong, the exact check runs.
 */
import type {
  ArrayNode,
  CodecNode,
  NumberNode,
  ObjectNode,
  StringNode,
  TupleNode,
  TypeNode,
  UnionNode,
} from '../type-tree.ts'
import { block, indent, type ModuleWriter } from './module-writer.ts'
import { literal, member, quote } from './source-text.ts'
import { byTag, isOmittable, listChildren, type TreeFacts } from './tree-facts.ts'

export interface CheckContext {
  readonly writer: ModuleWriter
  readonly facts: TreeFacts
  /** Inputs are closed and may omit properties with a default; outputs are open. */
  readonly side: 'input' | 'output'
  /** Function names of definitions. */
  readonly definitions: Map<string, string>
  /** Number of local names in use, so that nested scopes don't shadow each other. */
  locals: number
  /** Inside a recursive definition: the expression for the depth of the next level. */
  depth: string
}

const REFUSED_KEYS = ['__proto__', 'constructor', 'prototype']

/** Returns the name of a function `(value) => boolean` for a node. */
export function emitCheck(context: CheckContext, node: TypeNode): string {
  const inner: CheckContext = { ...context, locals: 0, depth: '0' }
  const body = [...statements(inner, node, 'v'), 'return true']
  return context.writer.define(context.writer.reserve('is'), 'v', body)
}

/**
 * Returns the name of a function for the items of a list; `undefined` for nodes that are checked inline, and for
 * recursive nodes: called at every level, it would walk all levels below each time.
 */
export function emitItemCheck(context: CheckContext, node: TypeNode): string | undefined {
  if (isScalar(context, node) || context.facts.resolve(node).kind === 'unknown' || context.facts.recurs(node))
    return undefined
  if (node.kind !== 'ref') return emitCheck(context, node)
  const call = definitionCall(context, node.name, 'v')
  return call.slice(0, call.indexOf('('))
}

/** Returns an expression that checks `value` (a name). Complex nodes become separate functions. */
export function condition(context: CheckContext, node: TypeNode, value: string): string {
  switch (node.kind) {
    case 'string':
      return stringCondition(context, node, value)
    case 'number':
      return numberCondition(context, node, value)
    case 'boolean':
      return `typeof ${value} === "boolean"`
    case 'null':
      return `${value} === null`
    case 'unknown':
      return context.side === 'input' ? `${context.writer.helper('isJson')}(${value})` : `${value} !== undefined`
    case 'literal':
      return literalCondition(context, node.values, value)
    case 'ref':
      return definitionCall(context, node.name, value)
    case 'union':
      if (node.tag === undefined) return joinConditions(node.options.map((option) => condition(context, option, value)))
      return functionCall(context, node, value)
    case 'codec':
      return codecCondition(context, node, value)
    default:
      return functionCall(context, node, value)
  }
}

function joinConditions(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'false' : `(${conditions.join(' || ')})`
}

/** Returns a call of a separate function for a complex node, which continues counting the depth. */
function functionCall(context: CheckContext, node: TypeNode, value: string): string {
  const deep = context.depth !== '0'
  const inner: CheckContext = { ...context, locals: 0, depth: deep ? 'd' : '0' }
  const body = [...statements(inner, node, 'v'), 'return true']
  const name = context.writer.define(context.writer.reserve('is'), deep ? 'v, d' : 'v', body)
  return deep ? `${name}(${value}, ${context.depth})` : `${name}(${value})`
}

function definitionCall(context: CheckContext, definition: string, value: string): string {
  const recursive = context.facts.recursive.has(definition)
  let name = context.definitions.get(definition)
  if (name === undefined) {
    name = context.writer.reserve('is')
    // Registered before the body is emitted, which may use it.
    context.definitions.set(definition, name)
    const inner: CheckContext = { ...context, locals: 0, depth: recursive ? 'd + 1' : '0' }
    const body = statements(inner, context.facts.tree.defs[definition]!, 'v')
    const guard = recursive ? [`if (d > ${context.writer.helper('MAX_DEPTH')}) return false`] : []
    const checked = [...guard, ...body, 'return true']
    const remembers = recursive && context.facts.retries
    const { define, keep } = context.writer
    name = recursive
      ? keep(name, 'v, d', remembers ? onceEach(context, definition, checked) : checked)
      : define(name, 'v', checked)
    context.definitions.set(definition, name)
  }
  return recursive ? `${name}(${value}, ${context.depth})` : `${name}(${value})`
}

/**
 * Makes `lines` run at most once for each object of a value: otherwise a union that tries two options at every level
 * takes exponential time in the depth. A call from outside (`d` is 0) clears all memos that it may use.
 */
function onceEach(context: CheckContext, definition: string, lines: readonly string[]): string[] {
  const inner = context.writer.define(context.writer.reserve('is'), 'v, d', lines)
  const forget = context.facts.recursiveWithin(definition).map((name) => resetMemo(createMemo(context, name)))
  return [
    `if (typeof v !== "object" || v === null) return ${inner}(v, d)`,
    ...block('if (d === 0)', forget),
    `const seen = (${createMemo(context, definition)}.seen ??= new WeakMap())`,
    'const known = seen.get(v)',
    'if (known !== undefined) return known',
    `const fits = ${inner}(v, d)`,
    'seen.set(v, fits)',
    'return fits',
  ]
}

/** Returns a memo of a definition's results for objects. `of` keeps equal declarations separate. */
export function createMemo({ writer }: CheckContext, definition: string, purpose = ''): string {
  return writer.constant('memo', `{ seen: undefined, of: ${quote(purpose + definition)} }`)
}

/** Returns a statement that clears results for an earlier value. */
export function resetMemo(memo: string): string {
  return `${memo}.seen = undefined`
}

/** Returns statements that return false if `value` (a name) is invalid. */
function statements(context: CheckContext, node: TypeNode, value: string): string[] {
  switch (node.kind) {
    case 'array':
      return arrayStatements(context, node, value)
    case 'tuple':
      return tupleStatements(context, node, value)
    case 'object':
      return objectStatements(context, node, value)
    case 'union':
      return unionStatements(context, node, value)
    case 'codec':
      if (node.codec === 'set' && node.item !== undefined)
        return arrayStatements(context, { kind: 'array', items: node.item, uniqueItems: true }, value)
      if (node.codec === 'map' && node.item !== undefined)
        return objectStatements(context, mapAsObject(node.item, node.keyPattern), value)
      return [`if (!(${condition(context, node, value)})) return false`]
    default:
      return [`if (!(${condition(context, node, value)})) return false`]
  }
}

function mapAsObject(item: TypeNode, pattern: string | undefined): ObjectNode {
  const plain = { kind: 'object', properties: [] } as const
  return pattern === undefined ? { ...plain, index: item } : { ...plain, patterns: [{ pattern, type: item }] }
}

function stringCondition(context: CheckContext, node: StringNode, value: string): string {
  const { writer } = context
  const parts = [`typeof ${value} === "string"`]
  const { minLength = 0, maxLength, pattern, format } = node
  // Lengths count code points; the number of UTF-16 units limits them from both sides, so most strings need no loop.
  if (minLength === 1) parts.push(`${value} !== ""`)
  else if (minLength > 1)
    parts.push(
      `${value}.length >= ${minLength} && (${value}.length >= ${2 * minLength} || ${writer.helper('codePoints')}(${value}) >= ${minLength})`,
    )
  if (maxLength !== undefined)
    parts.push(
      `(${value}.length <= ${maxLength} || (${value}.length <= ${2 * maxLength} && ${writer.helper('codePoints')}(${value}) <= ${maxLength}))`,
    )
  if (pattern !== undefined) parts.push(`${writer.constant('re', regularExpression(pattern))}.test(${value})`)
  if (format !== undefined) {
    const check = `/* @__PURE__ */ ${writer.helper('getFormatCheck')}(${quote(format)})`
    parts.push(`${writer.constant('format', check)}(${value})`)
  }
  return parts.join(' && ')
}

function regularExpression(pattern: string): string {
  try {
    new RegExp(pattern, 'u')
    return `new RegExp(${quote(pattern)}, "u")`
  } catch {
    return `new RegExp(${quote(pattern)})`
  }
}

function numberCondition(context: CheckContext, node: NumberNode, value: string): string {
  const parts = [`Number.${node.integer ? 'isInteger' : 'isFinite'}(${value})`]
  if (node.format === 'money-minor-units') parts[0] = `Number.isSafeInteger(${value})`
  if (node.minimum !== undefined) parts.push(`${value} >= ${literal(node.minimum)}`)
  if (node.maximum !== undefined) parts.push(`${value} <= ${literal(node.maximum)}`)
  if (node.exclusiveMinimum !== undefined) parts.push(`${value} > ${literal(node.exclusiveMinimum)}`)
  if (node.exclusiveMaximum !== undefined) parts.push(`${value} < ${literal(node.exclusiveMaximum)}`)
  if (node.multipleOf !== undefined)
    parts.push(`${context.writer.helper('isMultipleOf')}(${value}, ${literal(node.multipleOf)})`)
  return parts.join(' && ')
}

function literalCondition(context: CheckContext, values: readonly unknown[], value: string): string {
  if (values.length === 1) return `${value} === ${literal(values[0])}`
  if (values.length <= 8) return joinConditions(values.map((one) => `${value} === ${literal(one)}`))
  return `${context.writer.constant('set', `new Set(${literal(values)})`)}.has(${value})`
}

function codecCondition(context: CheckContext, node: CodecNode, value: string): string {
  switch (node.codec) {
    case 'date':
      return `${context.writer.helper('isDateText')}(${value})`
    case 'bigint':
      if (node.values !== undefined) return literalCondition(context, node.values, value)
      return `${context.writer.helper('isBigintText')}(${value})`
    case 'url':
      return `${context.writer.helper('isUrlText')}(${value})`
    case 'bytes':
      return `${context.writer.helper('isBytesText')}(${value})`
    case 'set':
    case 'map':
      return functionCall(context, node, value)
  }
}

function local(context: CheckContext, prefix: string): string {
  return `${prefix}${context.locals++}`
}

/** Checks `value` under a separate local name. */
function checkMember(context: CheckContext, node: TypeNode, expression: string): string[] {
  const name = local(context, 'm')
  return [`const ${name} = ${expression}`, ...statements(context, node, name)]
}

function arrayStatements(context: CheckContext, node: ArrayNode, value: string): string[] {
  const lines = [`if (!Array.isArray(${value})) return false`]
  if (node.minItems !== undefined && node.minItems > 0)
    lines.push(`if (${value}.length < ${node.minItems}) return false`)
  if (node.maxItems !== undefined) lines.push(`if (${value}.length > ${node.maxItems}) return false`)
  lines.push(...loop(context, node.items, value, '0'))
  if (node.uniqueItems) lines.push(`if (!${context.writer.helper('areUnique')}(${value})) return false`)
  return lines
}

function loop(context: CheckContext, items: TypeNode, value: string, from: string): string[] {
  const index = local(context, 'i')
  return [
    `for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++) {`,
    ...indent(checkMember(context, items, `${value}[${index}]`)),
    '}',
  ]
}

function tupleStatements(context: CheckContext, node: TupleNode, value: string): string[] {
  const { items, required, rest } = node
  const lines = [`if (!Array.isArray(${value})) return false`]
  if (required > 0) lines.push(`if (${value}.length < ${required}) return false`)
  if (rest === undefined) lines.push(`if (${value}.length > ${items.length}) return false`)
  for (const [index, item] of items.entries()) {
    const check = checkMember(context, item, `${value}[${index}]`)
    lines.push('{', ...indent(check), '}')
    if (index >= required) lines.splice(lines.length - check.length - 2, 1, `if (${value}.length > ${index}) {`)
  }
  if (rest !== undefined) lines.push(...loop(context, rest, value, String(items.length)))
  return lines
}

function objectStatements(context: CheckContext, node: ObjectNode, value: string): string[] {
  return [refuseNonObject(value), ...memberStatements(context, node, value)]
}

function refuseNonObject(value: string): string {
  return `if (typeof ${value} !== "object" || ${value} === null || Array.isArray(${value})) return false`
}

/** Checks the members of an object. `tag` is a required member that the caller has read and found valid. */
function memberStatements(context: CheckContext, node: ObjectNode, value: string, tag?: string): string[] {
  const lines: string[] = []
  const keyed = node.index !== undefined || (node.patterns ?? []).length > 0
  const counted = context.side === 'input' && !keyed
  const required = node.properties.filter((property) => property.name === tag || !mayBeAbsent(context, property))
  const count = counted ? local(context, 'n') : undefined
  if (count !== undefined) lines.push(`let ${count} = ${required.length}`)
  const deep: string[] = []
  for (const property of node.properties) {
    if (property.name === tag) continue
    const name = local(context, 'm')
    lines.push(`const ${name} = ${readOwn(context, value, property.name)}`)
    const checks = statements(context, property.type, name)
    const counts = count === undefined || required.includes(property) ? [] : [`${count}++`]
    if (isScalar(context, property.type)) {
      if (required.includes(property)) lines.push(...checks)
      else lines.push(...block(`if (${name} !== undefined)`, [...checks, ...counts]))
    } else if (required.includes(property)) {
      lines.push(`if (${name} === undefined) return false`)
      deep.push(...checks)
    } else {
      if (counts.length > 0) lines.push(`if (${name} !== undefined) ${counts[0]}`)
      deep.push(...block(`if (${name} !== undefined)`, checks))
    }
  }
  if (count !== undefined) {
    const known = context.writer.constant('keys', literal(node.properties.map(({ name }) => name)))
    const key = local(context, 'k')
    lines.push(
      // An inherited member may stand for a declared one, and an undeclared key for that one in the count.
      `for (const ${key} in ${value}) if (${ownKey(context, value, key)}) ${count}--; else ${count} = NaN`,
      `if (${count} !== 0 && !${context.writer.helper('hasOnlyKeys')}(${value}, ${known})) return false`,
    )
  }
  if (keyed) deep.push(...keyStatements(context, node, value))
  // Last: if several options of a union nest the same type, wrong options fail before they descend.
  return [...lines, ...deep]
}

function isScalar(context: CheckContext, node: TypeNode): boolean {
  const target = context.facts.resolve(node)
  if (target.kind === 'union') return target.options.every((option) => isScalar(context, option))
  if (target.kind === 'codec') return target.item === undefined
  return listChildren(target).length === 0 && target.kind !== 'object' && target.kind !== 'unknown'
}

function mayBeAbsent(context: CheckContext, property: ObjectNode['properties'][number]): boolean {
  return context.side === 'input' ? isOmittable(property) : property.optional
}

/** A name that every object inherits is read only as an own property. */
export function readOwn(context: { readonly writer: ModuleWriter }, object: string, name: string): string {
  return name in {} ? `${context.writer.helper('own')}(${object}, ${quote(name)})` : member(object, name)
}

/** Inside `for in`, V8 optimizes this form to run without a lookup, but not `Object.hasOwn`: five times faster. */
export function ownKey(context: { readonly writer: ModuleWriter }, object: string, key: string): string {
  return `${context.writer.constant('hasOwn', 'Object.prototype.hasOwnProperty')}.call(${object}, ${key})`
}

/** Checks undeclared keys: first patterns, then the index signature. */
function keyStatements(context: CheckContext, node: ObjectNode, value: string): string[] {
  const key = local(context, 'k')
  const entry = local(context, 'm')
  const refused = REFUSED_KEYS.map((name) => `${key} === ${quote(name)}`).join(' || ')
  const body = [
    `if (!${ownKey(context, value, key)}) continue`,
    `if (${refused}) return false`,
    `const ${entry} = ${value}[${key}]`,
    `if (${entry} === undefined) continue`,
  ]
  const declared = node.properties.map(({ name }) => name)
  const matched = node.patterns === undefined || node.patterns.length === 0 ? undefined : local(context, 'p')
  if (declared.length > 0) body.push(`if (${literalCondition(context, declared, key)}) continue`)
  if (matched !== undefined) body.push(`let ${matched} = false`)
  for (const { pattern, type } of node.patterns ?? []) {
    const expression = context.writer.constant('re', regularExpression(pattern))
    body.push(
      `if (${expression}.test(${key})) {`,
      `  ${matched} = true`,
      ...indent(statements(context, type, entry)),
      '}',
    )
  }
  const others =
    node.index !== undefined ? statements(context, node.index, entry) : context.side === 'input' ? ['return false'] : []
  if (matched === undefined) body.push(...others)
  else if (others.length > 0) body.push(...block(`if (!${matched})`, others))
  return [`for (const ${key} in ${value}) {`, ...indent(body), '}']
}

function unionStatements(context: CheckContext, node: UnionNode, value: string): string[] {
  const cases = node.tag === undefined ? undefined : byTag(context.facts, node.tag, node.options)
  if (cases !== undefined && node.tag !== undefined) {
    const lines = [refuseNonObject(value), `switch (${readOwn(context, value, node.tag)}) {`]
    for (const { values, option } of cases) {
      for (const one of values) lines.push(`  case ${literal(one)}:`)
      const checks =
        option.kind === 'object'
          ? memberStatements(context, option, value, node.tag)
          : statements(context, option, value)
      const body = [...checks, 'break']
      lines.push('  {', ...indent(indent(body)), '  }')
    }
    return [...lines, '  default:', '    return false', '}']
  }
  const nulls = node.options.filter((option) => option.kind === 'null')
  const others = node.options.filter((option) => option.kind !== 'null')
  if (nulls.length > 0 && others.length === 1)
    return block(`if (${value} !== null)`, statements(context, others[0]!, value))
  return [`if (!${joinConditions(node.options.map((option) => condition(context, option, value)))}) return false`]
}
