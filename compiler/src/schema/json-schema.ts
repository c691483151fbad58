/** `TypeTree` -> JSON Schema 2020-12. Input objects are closed, output objects are open. */
import { type JsonSchema, type JsonSchemaType, MAX_BIGINT_LENGTH, withoutMessages } from '@fw/runtime/contract'
import type {
  Annotations,
  CodecNode,
  LiteralNode,
  ObjectNode,
  PropertyNode,
  TupleNode,
  TypeNode,
  TypeTree,
} from '../type-tree.ts'

/** `form` is an input with the messages of its fields. */
type Direction = 'input' | 'output' | 'form'

/** Canonical decimal text of a bigint. */
const BIGINT_PATTERN = '^(?:0|-?[1-9][0-9]*)$'

/** Base64 with padding: `contentEncoding` alone is a comment for most validators. */
const BASE64_PATTERN = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'

/** The schema of the wire form. The root is written in place, also when it is recursive: MCP wants its `type` there. */
export function toJsonSchema(tree: TypeTree, direction: Direction): JsonSchema {
  const defs = Object.entries(tree.defs)
  const target = tree.root.kind === 'ref' ? tree.defs[tree.root.name] : undefined
  const root = toSchema(target ?? tree.root, direction)
  const schema: JsonSchema = {
    // A choice between objects is an object, which MCP wants to read at the root.
    ...(isObjectChoice(tree, target ?? tree.root) && { type: 'object' }),
    ...root,
    ...(target && annotations(tree.root, direction)),
  }
  if (defs.length === 0) return schema
  return { ...schema, $defs: Object.fromEntries(defs.map(([name, node]) => [name, toSchema(node, direction)])) }
}

/** The schema with its definitions as they are, for documents that list types by name. */
export function toTypedSchema(tree: TypeTree, direction: Direction): JsonSchema {
  const defs = Object.entries(tree.defs).map(([name, node]) => [name, toSchema(node, direction)])
  return { ...toSchema(tree.root, direction), ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }) }
}

/** The schema of an input with the messages of its fields, for forms; `undefined` if it has none. */
export function toFormSchema(tree: TypeTree): JsonSchema | undefined {
  const schema = toJsonSchema(tree, 'form')
  return withoutMessages(schema) === schema ? undefined : schema
}

function isObjectChoice(tree: TypeTree, node: TypeNode): boolean {
  if (node.kind !== 'union') return false
  const options = node.options.map((option) => (option.kind === 'ref' ? tree.defs[option.name] : option))
  return options.every((option) => option?.kind === 'object')
}

function toSchema(node: TypeNode, direction: Direction): JsonSchema {
  return { ...shape(node, direction), ...annotations(node, direction) }
}

function shape(node: TypeNode, direction: Direction): JsonSchema {
  switch (node.kind) {
    case 'string':
      return { type: 'string', ...pick(node, ['minLength', 'maxLength', 'pattern', 'format']) }
    case 'number':
      return { type: node.integer ? 'integer' : 'number', ...pick(node, NUMBER_KEYWORDS) }
    case 'boolean':
      return { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'unknown':
      return {}
    case 'literal':
      return literalSchema(node)
    case 'array':
      return {
        type: 'array',
        items: toSchema(node.items, direction),
        ...pick(node, ['minItems', 'maxItems', 'uniqueItems']),
      }
    case 'tuple':
      return tupleSchema(node, direction)
    case 'object':
      return objectSchema(node, direction)
    case 'union':
      return unionSchema(node.options, direction)
    case 'ref':
      return { $ref: `#/$defs/${node.name}` }
    case 'codec':
      return codecSchema(node, direction)
  }
}

const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'] as const

function literalSchema(node: LiteralNode): JsonSchema {
  const types = [...new Set(node.values.map(typeOfLiteral))]
  const type = types.length === 1 ? types[0] : types
  const [only] = node.values
  return node.values.length === 1 ? { type, const: only } : { type, enum: [...node.values] }
}

function typeOfLiteral(value: LiteralNode['values'][number]): JsonSchemaType {
  if (value === null) return 'null'
  return typeof value as 'string' | 'number' | 'boolean'
}

function tupleSchema(node: TupleNode, direction: Direction): JsonSchema {
  const rest = node.rest === undefined ? false : toSchema(node.rest, direction)
  const prefixItems = node.items.map((item) => toSchema(item, direction))
  return {
    type: 'array',
    ...(prefixItems.length > 0 && { prefixItems }),
    ...(node.required > 0 && { minItems: node.required }),
    items: rest,
  }
}

function objectSchema(node: ObjectNode, direction: Direction): JsonSchema {
  // A caller may leave out what has a default.
  const isRequired = ({ optional, type }: PropertyNode) =>
    !optional && (direction === 'output' || type.default === undefined)
  const required = node.properties.filter(isRequired).map((property) => property.name)
  const index = node.index && toSchema(node.index, direction)
  return {
    type: 'object',
    ...(node.properties.length > 0 && {
      properties: Object.fromEntries(node.properties.map(({ name, type }) => [name, toSchema(type, direction)])),
    }),
    ...(required.length > 0 && { required }),
    ...(node.patterns && {
      patternProperties: Object.fromEntries(
        node.patterns.map(({ pattern, type }) => [
          excludeDeclared(pattern, node.properties),
          toSchema(type, direction),
        ]),
      ),
    }),
    ...(index ? { additionalProperties: index } : direction !== 'output' && { additionalProperties: false }),
    ...keyMark(node, direction),
  }
}

/**
 * Returns the pattern without the declared names that it matches. The schemas of these names are in `properties`, and ajv in
 * strict mode refuses a pattern that covers them too.
 */
function excludeDeclared(pattern: string, properties: readonly PropertyNode[]): string {
  const keys = new RegExp(pattern, 'u')
  const names = properties.map(({ name }) => name).filter((name) => keys.test(name))
  if (names.length === 0) return pattern
  const escaped = names.map((name) => name.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'))
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|')
  const rest = isAnchored ? pattern.slice(1) : String.raw`(?=[\s\S]*?(?:${pattern}))`
  return `^(?!(?:${escaped.join('|')})$)${rest}`
}

/** `string | null` is one schema of two types; everything else is `anyOf`. */
function unionSchema(options: readonly TypeNode[], direction: Direction): JsonSchema {
  const [first, second] = options
  if (options.length === 2 && first && second?.kind === 'null' && isPlain(first)) {
    const schema = toSchema(first, direction)
    return { ...schema, type: [schema.type as JsonSchemaType, 'null'] }
  }
  return { anyOf: options.map((option) => toSchema(option, direction)) }
}

function isPlain(node: TypeNode): boolean {
  return node.kind === 'string' || node.kind === 'number' || node.kind === 'boolean'
}

function codecSchema(node: CodecNode, direction: Direction): JsonSchema {
  const item = node.item === undefined ? {} : toSchema(node.item, direction)
  switch (node.codec) {
    case 'date':
      return { type: 'string', format: 'date-time' }
    case 'bigint':
      return node.values
        ? literalSchema({ kind: 'literal', values: node.values })
        : { type: 'string', maxLength: MAX_BIGINT_LENGTH, pattern: BIGINT_PATTERN }
    case 'url':
      return { type: 'string', format: 'uri' }
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64', pattern: BASE64_PATTERN }
    case 'set':
      return { type: 'array', items: item, uniqueItems: true }
    case 'map': {
      const mark = keyMark(node, direction)
      if (node.keyPattern === undefined) return { type: 'object', additionalProperties: item, ...mark }
      const closed = direction !== 'output' && { additionalProperties: false }
      return { type: 'object', patternProperties: { [node.keyPattern]: item }, ...closed, ...mark }
    }
  }
}

function keyMark({ untrustedKeys }: Pick<ObjectNode, 'untrustedKeys'>, direction: Direction): JsonSchema {
  return untrustedKeys && direction === 'output' ? { propertyNames: { 'x-fw-untrusted': true } } : {}
}

function annotations(node: Annotations, direction: Direction): JsonSchema {
  return {
    ...pick(node, ['title', 'description', 'default', 'deprecated']),
    ...(node.examples && { examples: [...node.examples] }),
    ...(node.untrusted && direction === 'output' && { 'x-fw-untrusted': true as const }),
    ...(node.messages && direction === 'form' && { 'x-fw-messages': node.messages }),
  }
}

function pick<Source extends object, Key extends keyof Source & keyof JsonSchema>(
  source: Source,
  keys: readonly Key[],
): JsonSchema {
  return Object.fromEntries(keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]))
}
