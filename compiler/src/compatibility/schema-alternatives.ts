/**
 * Splits a schema into alternatives: scalar literals, and schemas of one type each. Supports the keywords that the
 * compiler derives; a schema with other keywords, as third-party builders create them, is opaque.
 */
import { isRecord, type JsonSchema, type JsonSchemaType } from '@fw/runtime/contract'

type Scalar = string | number | boolean | null

/** One alternative of a schema. Unions are resolved, and so are refs at its root. */
export type Alternative =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: ContainedKind; readonly schema: JsonSchema }
  /** Keywords that aren't understood. */
  | { readonly kind: 'opaque'; readonly schema: JsonSchema }

type ContainedKind = 'string' | 'number' | 'array' | 'object'

/** An alternative with a schema of its own. */
export type ContainedAlternative = Extract<Alternative, { readonly kind: ContainedKind }>

/** The schema of any value. One object, so that a comparison of recursive schemas recognizes it. */
export const ANYTHING: JsonSchema = {}

const ANNOTATIONS = [
  '$schema',
  '$id',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'contentEncoding',
  'x-fw-untrusted',
  'x-fw-messages',
]
const STRING = ['minLength', 'maxLength', 'pattern', 'format']
const NUMBER = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format']
const ARRAY = ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']
const OBJECT = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']
const KNOWN: ReadonlySet<string> = new Set([
  ...ANNOTATIONS,
  ...STRING,
  ...NUMBER,
  ...ARRAY,
  ...OBJECT,
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'not'],
])
const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
/** Maximum length of a chain of refs and nested unions. */
const MAX_CHAIN = 64
/** Maximum number of integers that a range is replaced by. */
const MAX_INTEGERS = 32

/** Returns the alternatives of a schema of the document `root`. A schema without values has none. */
export function listAlternatives(root: JsonSchema, schema: JsonSchema, chain = 0): readonly Alternative[] {
  if (chain > MAX_CHAIN || typeof schema !== 'object' || Object.keys(schema).some((name) => !KNOWN.has(name)))
    return [{ kind: 'opaque', schema }]
  if (schema.not !== undefined) return isAnything(schema.not) ? [] : [{ kind: 'opaque', schema }]
  if (schema.$ref !== undefined) {
    const target = findDefinition(root, schema.$ref)
    if (target === undefined || !hasOnly(schema, ['$ref'])) return [{ kind: 'opaque', schema }]
    return listAlternatives(root, target, chain + 1)
  }
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return listOptions(root, schema, options, chain)
  if ('const' in schema || schema.enum !== undefined) return listValues(schema)
  return listTypes(schema)
}

/** Returns the target of a ref, also through a chain of refs; `undefined` if the document doesn't define it. */
export function resolveRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema
  for (let steps = 0; current.$ref !== undefined && hasOnly(current, ['$ref']) && steps < MAX_CHAIN; steps++) {
    const target = findDefinition(root, current.$ref)
    if (target === undefined) return current
    current = target
  }
  return current
}

function findDefinition(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (ref === '#') return root
  if (!ref.startsWith('#/$defs/')) return undefined
  const name = ref.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~')
  return root.$defs !== undefined && Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined
}

/** Returns whether the schema has no other keywords than these and annotations. */
function hasOnly(schema: JsonSchema, names: readonly string[]): boolean {
  return Object.keys(schema).every((name) => names.includes(name) || ANNOTATIONS.includes(name))
}

/** Returns whether the schema accepts every value. */
export function isAnything(schema: JsonSchema): boolean {
  return typeof schema === 'object' && hasOnly(schema, [])
}

function listOptions(
  root: JsonSchema,
  schema: JsonSchema,
  options: readonly JsonSchema[],
  chain: number,
): readonly Alternative[] {
  // `oneOf` refuses a value of two options; builders use it for options that have no value in common.
  const isExclusive = schema.oneOf !== undefined
  if (!hasOnly(schema, ['anyOf', 'oneOf', 'type']) || (isExclusive && schema.anyOf !== undefined))
    return [{ kind: 'opaque', schema }]
  const alternatives = options.map((option) => listAlternatives(root, option, chain + 1))
  if (isExclusive && !areTagged(root, alternatives)) return [{ kind: 'opaque', schema }]
  if (schema.type === undefined) return alternatives.flat()
  if (schema.type !== 'object') return [{ kind: 'opaque', schema }]
  return alternatives.flat().filter(({ kind }) => kind === 'object' || kind === 'opaque')
}

/** Returns whether a required literal member differs in every option. */
function areTagged(root: JsonSchema, options: readonly (readonly Alternative[])[]): boolean {
  const objects = options.flat()
  const [first] = objects
  if (first?.kind !== 'object') return false
  return (first.schema.required ?? []).some((name) => {
    const values = objects.flatMap((one) => {
      if (one.kind !== 'object' || one.schema.required?.includes(name) !== true) return [undefined]
      const member = one.schema.properties?.[name]
      const literals = member === undefined ? [] : listAlternatives(root, member)
      return literals.length === 0
        ? [undefined]
        : literals.map((each) => (each.kind === 'literal' ? each.value : undefined))
    })
    return !values.includes(undefined) && new Set(values).size === values.length
  })
}

function listValues(schema: JsonSchema): readonly Alternative[] {
  if (!hasOnly(schema, ['type', 'enum', 'const'])) return [{ kind: 'opaque', schema }]
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  const types = schema.type === undefined ? ALL_TYPES : [schema.type].flat()
  return values.filter((value) => types.some((type) => isType(value, type))).map(toLiteral)
}

function isType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  return typeof value === type
}

/** A literal array or object becomes a schema of its parts. */
function toLiteral(value: unknown): Alternative {
  if (Array.isArray(value)) {
    const prefixItems = value.map((item): JsonSchema => ({ const: item }))
    return { kind: 'array', schema: { type: 'array', prefixItems, minItems: value.length, items: false } }
  }
  if (isRecord(value)) {
    const properties = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, { const: item }]))
    const required = Object.keys(value)
    return { kind: 'object', schema: { type: 'object', properties, required, additionalProperties: false } }
  }
  return { kind: 'literal', value: value as Scalar } // JSON has no other values
}

function listTypes(schema: JsonSchema): readonly Alternative[] {
  // Nothing says that members are undeclared by mistake: without a type, all of them are part of the contract.
  if (schema.type === undefined)
    return ALL_TYPES.flatMap((type) =>
      listType(
        { ...schema, ...(type === 'object' && { additionalProperties: schema.additionalProperties ?? ANYTHING }) },
        type,
      ),
    )
  return [schema.type].flat().flatMap((type) => listType(schema, type))
}

function listType(schema: JsonSchema, type: JsonSchemaType): readonly Alternative[] {
  // The schema itself where possible: a comparison recognizes recursive schemas by identity.
  const own = schema.type === type ? schema : { ...schema, type }
  switch (type) {
    case 'null':
      return [{ kind: 'literal', value: null }]
    case 'boolean':
      return [true, false].map((value): Alternative => ({ kind: 'literal', value }))
    case 'integer':
      return [{ kind: 'number', schema: own }]
    case 'number':
    case 'string':
    case 'array':
      return [{ kind: type, schema: own }]
    case 'object':
      return isOpaqueObject(schema) ? [{ kind: 'opaque', schema }] : [{ kind: type, schema: own }]
  }
}

/** Returns the values of a short range of integers, for a comparison with literals; `undefined` for other numbers. */
export function listIntegers(schema: JsonSchema): readonly Alternative[] | undefined {
  const { minimum, maximum } = schema
  if (minimum === undefined || maximum === undefined || maximum - minimum >= MAX_INTEGERS) return undefined
  if (schema.type !== 'integer' || !Number.isInteger(minimum) || !hasOnly(schema, ['type', 'minimum', 'maximum']))
    return undefined
  return Array.from(
    { length: Math.max(0, Math.floor(maximum) - minimum + 1) },
    (_, index): Alternative => ({
      kind: 'literal',
      value: minimum + index,
    }),
  )
}

/** Returns whether names of members are restricted by more than patterns. */
function isOpaqueObject({ propertyNames }: JsonSchema): boolean {
  return propertyNames !== undefined && !isAnything(propertyNames)
}

/** Returns a schema of the alternative. */
export function toAlternativeSchema(alternative: Alternative): JsonSchema {
  return alternative.kind === 'literal' ? { const: alternative.value } : alternative.schema
}
