/**
 * Converts untrusted schemas to schemas from which types can be generated. Only keywords that the types need are
 * copied: the generator supports others that insert text from the schema into the code.
 */
import { isRecord, type JsonSchema, type JsonSchemaType } from '@fw/runtime/contract'

/** A schema, or the reason why it can't be read. */
type ForeignSchema = { readonly schema: JsonSchema } | { readonly problem: string }

const MAX_DEPTH = 16
const MAX_PARTS = 500
const MAX_MEMBERS = 500
/** Limit of a tuple's items: the generator writes a tuple as a union of as many tuples as it has items. */
const MAX_TUPLE = 16
const MAX_TEXT = 1000

/**
 * Returns the part of a schema that types can express, as a new object. Content that can't be read completely is a
 * problem.
 */
export function foreignSchema(given: unknown): ForeignSchema {
  const root = given === true ? {} : given
  if (!isRecord(root)) return { problem: 'it is not a JSON Schema' }
  const reading: Reading = { root, names: new Map(), parts: 0 }
  try {
    const schema = read(root, reading, 0)
    const $defs: Record<string, JsonSchema> = {}
    // Reading a definition may add more of them; a Map's iteration includes added entries.
    for (const [pointer, name] of reading.names) $defs[name] = read(definitionAt(root, pointer), reading, 1)
    return { schema: reading.names.size === 0 ? schema : { ...schema, $defs } }
  } catch (error) {
    if (error instanceof Untyped) return { problem: error.message }
    throw error
  }
}

/** Why a schema has no type. Never leaves this module. */
class Untyped extends Error {}

interface Reading {
  readonly root: Fields
  /** JSON pointer of a definition in the root -> its name. */
  readonly names: Map<string, string>
  parts: number
}

type Fields = Readonly<Record<string, unknown>>

function read(value: unknown, reading: Reading, depth: number): JsonSchema {
  reading.parts += 1
  if (reading.parts > MAX_PARTS) throw new Untyped(`it has more than ${MAX_PARTS} parts`)
  if (depth > MAX_DEPTH) throw new Untyped(`it is nested deeper than ${MAX_DEPTH} levels`)
  // No value is valid for `false`; the server rejects the values.
  if (typeof value === 'boolean') return {}
  if (!isRecord(value)) throw new Untyped('a part of it is not a JSON Schema')
  const inner = (part: unknown): JsonSchema => read(part, reading, depth + 1)
  const prose = readProse(value)
  if (own(value, '$ref') !== undefined) return { ...prose, $ref: readReference(own(value, '$ref'), reading) }
  const parts = [...toSchemas(readOwn(value, inner)), ...readChoices(value, inner)]
  return { ...prose, ...(parts.length > 1 ? { allOf: parts } : parts[0]) }
}

/** Reads the text that an editor displays. It can't end its comment. */
function readProse(value: Fields): JsonSchema {
  const description = own(value, 'description')
  return {
    ...(typeof description === 'string' && description.trim() !== '' && { description: toProse(description) }),
    ...(own(value, 'deprecated') === true && { deprecated: true }),
  }
}

/** Returns untrusted text for a comment: of limited length, without an end of the comment or directives for tools. */
export function toProse(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  return cut.replaceAll('*/', '*\\/').replace(/@(?=ts-|jsx)/g, '(at)')
}

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * Reads the keywords except for unions. A union of types becomes a union of schemas, each with only the keywords of its
 * type: the generator would repeat all others for each type, and so on at every level.
 */
function readOwn(value: Fields, inner: (part: unknown) => JsonSchema): JsonSchema {
  const members = readMembers(value)
  if (members !== undefined) return { enum: [...members] }
  const declaredTypes = [own(value, 'type')].flat().filter((one): one is JsonSchemaType => TYPES.includes(String(one)))
  const types = declaredTypes.length > 0 ? [...new Set(declaredTypes)] : inferTypes(value)
  const typed = types.map((type): JsonSchema => {
    if (type === 'object') return { type, ...readObject(value, inner) }
    if (type === 'array') return { type, ...readItems(value, inner) }
    return { type }
  })
  return typed.length > 1 ? { anyOf: typed } : (typed[0] ?? {})
}

function inferTypes(value: Fields): readonly JsonSchemaType[] {
  if (isRecord(own(value, 'properties')) || isRecord(own(value, 'additionalProperties'))) return ['object']
  const items = own(value, 'prefixItems') ?? own(value, 'items')
  return isRecord(items) || Array.isArray(items) ? ['array'] : []
}

/** Reads `const` or `enum`. If they contain an object or a list, the type comes from the other keywords. */
function readMembers(value: Fields): readonly (string | number | boolean | null)[] | undefined {
  const list = Object.hasOwn(value, 'const') ? [value.const] : own(value, 'enum')
  if (!Array.isArray(list) || list.length === 0 || !list.every(isScalar)) return undefined
  if (list.length > MAX_MEMBERS) throw new Untyped(`it lists more than ${MAX_MEMBERS} values`)
  return [...new Set(list)]
}

function readObject(value: Fields, inner: (part: unknown) => JsonSchema): JsonSchema {
  const properties = own(value, 'properties')
  const required = own(value, 'required')
  const rest = own(value, 'additionalProperties')
  const named = isRecord(properties) ? Object.entries(properties).filter(([name]) => name !== '__proto__') : []
  const isOpen = own(value, 'patternProperties') !== undefined || (named.length === 0 && rest !== false)
  const entries = named.map(([name, part]): [string, JsonSchema] => [name, inner(part)])
  const isRequired = (name: unknown): name is string => typeof name === 'string' && named.some(([one]) => one === name)
  const needed = Array.isArray(required) ? required.filter(isRequired) : []
  return {
    ...(entries.length > 0 && { properties: Object.fromEntries(entries) }),
    ...(needed.length > 0 && { required: [...new Set(needed)] }),
    // Without the keyword, further properties are allowed; the declared ones are still checked for typing errors.
    ...((isOpen || rest === true) && { additionalProperties: true }),
    ...(isRecord(rest) && { additionalProperties: inner(rest) }),
  }
}

function readItems(value: Fields, inner: (part: unknown) => JsonSchema): JsonSchema {
  const items = own(value, 'items')
  // Draft 7 declared tuples as a list of `items`.
  const [first, rest] = Array.isArray(items)
    ? [items, own(value, 'additionalItems')]
    : [own(value, 'prefixItems'), items]
  if (!Array.isArray(first)) return isRecord(items) ? { items: inner(items) } : {}
  if (first.length === 0 || first.length > MAX_TUPLE) return {}
  const minItems = own(value, 'minItems')
  return {
    prefixItems: first.map(inner),
    ...(rest === false ? { items: false } : isRecord(rest) && { items: inner(rest) }),
    minItems: typeof minItems === 'number' ? Math.max(0, Math.min(minItems, first.length)) : 0,
  }
}

/** Reads the schemas that it combines, each as a separate schema. Schemas that allow any value are omitted. */
function readChoices(value: Fields, inner: (part: unknown) => JsonSchema): readonly JsonSchema[] {
  const read = (key: string): readonly JsonSchema[] => {
    const parts = own(value, key)
    return Array.isArray(parts) ? parts.map(inner) : []
  }
  const choice = (parts: readonly JsonSchema[]) =>
    parts.length === 0 || parts.some(isEmpty) ? [] : [parts.length === 1 ? parts[0] : { anyOf: [...parts] }]
  return [...choice(read('anyOf')), ...choice(read('oneOf')), ...read('allOf')].flatMap((part) => toSchemas(part ?? {}))
}

function toSchemas(schema: JsonSchema): readonly JsonSchema[] {
  return isEmpty(schema) ? [] : [schema]
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0
}

const POINTER = /^#(?:\/(\$defs|definitions)\/([^/]+))?$/

/**
 * Follows a reference into the schema itself, and returns the name of its definition here. Other references aren't
 * followed.
 */
function readReference(reference: unknown, { root, names }: Reading): string {
  const [, , part] = (typeof reference === 'string' && POINTER.exec(reference)) || []
  if (reference === '#') return '#'
  if (typeof reference !== 'string' || part === undefined)
    throw new Untyped(`it refers to ${JSON.stringify(reference)}, which is not one of its own definitions`)
  definitionAt(root, reference)
  const known = names.get(reference)
  if (known !== undefined) return `#/$defs/${known}`
  const wanted = part.replace(/[^A-Za-z0-9]+/g, '').slice(0, 40) || 'Part'
  const taken = new Set([...names.values()].map((name) => name.toLowerCase()))
  let name = wanted
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wanted}${count}`
  names.set(reference, name)
  return `#/$defs/${name}`
}

function definitionAt(root: Fields, reference: string): unknown {
  const [, folder = '', part = ''] = POINTER.exec(reference) ?? []
  const definitions = own(root, folder)
  const name = decodePointer(part)
  const found = isRecord(definitions) && name !== undefined ? own(definitions, name) : undefined
  if (found === undefined) throw new Untyped(`it refers to ${JSON.stringify(reference)}, which does not exist`)
  return found
}

/** Decodes an RFC 6901 pointer in a URI fragment. */
function decodePointer(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return undefined
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Reads own properties only: names in the schema are untrusted, and every object has a `constructor`. */
function own(value: Fields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
