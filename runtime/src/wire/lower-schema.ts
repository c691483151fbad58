/**
 * Converts a tool's input schema to the subset that a model provider supports, and reports the differences. The full
 * schema remains the contract: input of the model is always validated against it.
 */
import { shortenPath } from '#contract/schema/issue.ts'
import type { JsonSchema, JsonSchemaType } from '#contract/schema/json-schema.ts'
import { describeOwnFormats } from './own-formats.ts'
import { DIALECTS, type DialectRules, type ProviderDialect } from './provider-dialect.ts'
import { findExcess } from './schema-limits.ts'
import { definitionName, groupCircular, referencesIn, rootObject } from './tool-schema.ts'

export interface LoweredSchema {
  /** An object at its root, for every provider. */
  readonly schema: JsonSchema
  /** The schema with an object at its root and nothing else changed, for a tool that isn't strict. */
  readonly loose: JsonSchema
  /** The provider can enforce the schema. Optional members are then sent as null, which `restoreInput` removes. */
  readonly strict: boolean
  /** Constraints that the schema relaxes, in the order of its members. */
  readonly relaxed: readonly Relaxation[]
  /** Reasons why it isn't strict; empty if it is, and for providers without a strict mode. */
  readonly blockers: readonly Relaxation[]
}

export interface Relaxation {
  /** Path in the input, such as `lines[].qty`, or `ref Tree.children` below a definition; empty for the root. */
  readonly path: string
  /** The keyword, or the feature that the provider doesn't support: `minLength`, `union`, `recursion`. */
  readonly keyword: string
  /** Its replacement, as a phrase: `moved to the description`. */
  readonly became: string
}

/** @throws TypeError when the root of `schema` cannot be an object. */
export function lowerSchema(schema: JsonSchema, dialect: ProviderDialect): LoweredSchema {
  const rules = DIALECTS[dialect]
  const root = rootObject(describeOwnFormats(schema))
  const merged: readonly Relaxation[] = root.merged
    ? [{ path: '', keyword: 'union', became: 'one object with the members of every option' }]
    : []
  const lowering: Lowering = { rules, groups: groupCircular(root.schema), relaxed: [], blockers: [] }
  const { $defs, ...own } = root.schema
  const lowered: JsonSchema = {
    ...lowerNode(lowering, own, { path: '', definition: '#' }),
    ...($defs && {
      $defs: Object.fromEntries(
        Object.entries($defs).map(([name, definition]) => [
          name,
          lowerNode(lowering, definition, { path: `ref ${name}`, definition: name }),
        ]),
      ),
    }),
  }
  const blockers = [...lowering.blockers, ...findExcess(lowered, rules.most)]
  if (rules.strict && blockers.length > 0)
    return { schema: root.schema, loose: root.schema, strict: false, relaxed: merged, blockers: distinct(blockers) }
  return {
    schema: lowered,
    loose: root.schema,
    strict: rules.strict,
    relaxed: [...merged, ...distinct(lowering.relaxed)],
    blockers: [],
  }
}

interface Here {
  readonly path: string
  /** The definition that contains this schema; `#` for the root. */
  readonly definition: string
}

/** State that the functions below share. */
interface Lowering {
  readonly rules: DialectRules
  /** A number for each definition, which is the same for definitions that refer to each other. */
  readonly groups: ReadonlyMap<string, number>
  readonly relaxed: Relaxation[]
  readonly blockers: Relaxation[]
}

/** Unsupported keywords, which are added to the description. */
type Unsupported = Map<string, unknown>

/** Whether a definition that `from` refers to refers back to it. */
function isCircular({ groups }: Lowering, from: string, to: string): boolean {
  return from === to || (groups.has(to) && groups.get(from) === groups.get(to))
}

/** Reports a feature that a strict provider can't express; for other providers it is relaxed. */
function lose({ rules, blockers, relaxed }: Lowering, here: Here, keyword: string, became: string): void {
  const list = rules.strict ? blockers : relaxed
  list.push({ path: here.path, keyword, became: rules.strict ? 'not supported by this provider' : became })
}

function lowerNode(lowering: Lowering, schema: JsonSchema, here: Here): JsonSchema {
  if (schema.$ref !== undefined) return reference(lowering, schema, schema.$ref, here)
  const unsupported = new Map<string, unknown>()
  const shape = lowerShape(lowering, schema, here, unsupported)
  for (const [keyword, value] of Object.entries(schema)) {
    if (SHAPE.has(keyword) || keyword in shape || value === undefined) continue
    if (supportsKeyword(lowering.rules, keyword, value)) Object.assign(shape, { [keyword]: value })
    else if (!IGNORED.has(keyword) && !NOT_EXPRESSED.includes(keyword)) unsupported.set(keyword, value)
  }
  for (const keyword of unsupported.keys())
    lowering.relaxed.push({ path: here.path, keyword, became: 'moved to the description' })
  return withDescription(schema, shape, unsupported)
}

function reference(lowering: Lowering, schema: JsonSchema, ref: string, here: Here): JsonSchema {
  const name = ref === '#' ? '#' : definitionName(ref)
  if (name === undefined || !lowering.groups.has(name)) {
    lose(lowering, here, '$ref', 'any value')
    return {}
  }
  if (lowering.rules.recursion === 'nowhere' && isCircular(lowering, here.definition, name))
    lose(lowering, here, 'recursion', 'any value')
  // Providers ignore other keywords beside a reference.
  const prose = schema.description ?? schema.title
  return prose === undefined ? { $ref: ref } : { description: prose, anyOf: [{ $ref: ref }] }
}

function lowerShape(lowering: Lowering, schema: JsonSchema, here: Here, unsupported: Unsupported): JsonSchema {
  const literals = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (literals !== undefined) return literalShape(lowering, schema, literals, here, unsupported)
  for (const keyword of NOT_EXPRESSED) if (keyword in schema) lose(lowering, here, keyword, 'left out')
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return { anyOf: options.map((option) => lowerNode(lowering, option, here)) }
  // A type that is named twice would double the work on each level.
  const types = schema.type === undefined ? [] : [...new Set([schema.type].flat())]
  if (types.length > 1) return severalTypes(lowering, schema, types, here)
  const [type] = types
  if (type === 'object') return objectShape(lowering, schema, here, unsupported)
  if (type === 'array') return arrayShape(lowering, schema, here)
  if (type === undefined && !lowering.rules.anything) lose(lowering, here, 'any value', 'any value')
  return type === undefined ? {} : { type }
}

function literalShape(
  lowering: Lowering,
  schema: JsonSchema,
  values: readonly unknown[],
  here: Here,
  unsupported: Unsupported,
): JsonSchema {
  const types = [...new Set(values.map(typeOf))]
  if (types.length > 1)
    return {
      anyOf: types.map((type) =>
        lowerNode(lowering, { type, enum: values.filter((value) => typeOf(value) === type) }, here),
      ),
    }
  const [type = 'null'] = types
  if (type === 'null') return { type }
  if (type === 'object' || type === 'array') {
    lose(lowering, here, 'enum', 'any value')
    return { type }
  }
  if (!lowering.rules.literals && type === 'boolean') {
    if (values.length === 1) unsupported.set('const', values[0])
    return { type }
  }
  const known = type === 'number' && schema.type === 'integer' ? 'integer' : type
  return !lowering.rules.literals || schema.const === undefined
    ? { type: known, enum: [...values] }
    : { type: known, const: schema.const }
}

function severalTypes(
  lowering: Lowering,
  schema: JsonSchema,
  types: readonly JsonSchemaType[],
  here: Here,
): JsonSchema {
  const { description, title, default: _, examples, deprecated, ...bare } = schema
  const options = types.map((type) => lowerNode(lowering, { ...only(bare, type), type }, here))
  const [first, second] = options
  // The only list of types that every strict mode supports.
  if (lowering.rules.optional === 'nullable' && types.length === 2 && types[1] === 'null' && first && second)
    return nullable(first)
  return { anyOf: options }
}

function objectShape(lowering: Lowering, schema: JsonSchema, here: Here, unsupported: Unsupported): JsonSchema {
  const required = new Set(schema.required)
  const { additionalProperties: index, patternProperties } = schema
  const isOpen = index !== undefined && index !== false
  if ((isOpen || patternProperties) && !lowering.rules.maps) lose(lowering, here, 'unknown keys', 'left out')
  const loosened = new Set<string>()
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]): [string, JsonSchema] => {
    const place = { ...here, path: shortenPath(here.path === '' ? name : `${here.path}.${name}`) }
    const lowered = lowerNode(lowering, member, place)
    if (required.has(name)) {
      const turns = referencesIn(member).some((target) => isCircular(lowering, here.definition, target))
      if (lowering.rules.recursion === 'in optional members' && turns) {
        loosened.add(name)
        lowering.relaxed.push({
          path: place.path,
          keyword: 'required',
          became: 'optional, because its type is recursive',
        })
      }
      return [name, lowered]
    }
    if (lowering.rules.optional === 'as is') return [name, lowered]
    lowering.relaxed.push({ path: place.path, keyword: 'optional', became: 'required, and null when absent' })
    return [name, nullable(lowered)]
  })
  const names = properties.map(([name]) => name)
  const must =
    lowering.rules.optional === 'nullable' ? names : names.filter((name) => required.has(name) && !loosened.has(name))
  if (patternProperties && lowering.rules.maps) unsupported.set('patternProperties', patternProperties)
  const open = typeof index === 'object' ? lowerNode(lowering, index, { ...here, path: `${here.path}{}` }) : undefined
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...((must.length > 0 || lowering.rules.optional === 'nullable') && { required: must }),
    ...(lowering.rules.strict || index === false
      ? { additionalProperties: patternProperties !== undefined && lowering.rules.maps }
      : open && { additionalProperties: open }),
  }
}

function arrayShape(lowering: Lowering, schema: JsonSchema, here: Here): JsonSchema {
  const below = { ...here, path: `${here.path}[]` }
  const { items, prefixItems } = schema
  if (prefixItems !== undefined) {
    if (!lowering.rules.tuples) lose(lowering, here, 'tuple', 'a list')
    const rest = typeof items === 'object' ? { items: lowerNode(lowering, items, below) } : {}
    const most = items === false && schema.maxItems === undefined ? { maxItems: prefixItems.length } : {}
    return { type: 'array', prefixItems: prefixItems.map((item) => lowerNode(lowering, item, below)), ...rest, ...most }
  }
  if (items === undefined && !lowering.rules.anything) lose(lowering, below, 'any value', 'any value')
  return { type: 'array', ...(typeof items === 'object' && { items: lowerNode(lowering, items, below) }) }
}

/** Handled by the functions above, so they aren't copied. */
const SHAPE: ReadonlySet<string> = new Set([
  ...['$ref', '$defs', 'definitions', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'properties', 'required'],
  ...['additionalProperties', 'patternProperties', 'items', 'prefixItems', 'description', 'title'],
])

/** Keywords without meaning for a model. */
const IGNORED: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', '$anchor', 'readOnly', 'writeOnly'])

const NOT_EXPRESSED = [
  ...['allOf', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef'],
]

function supportsKeyword(rules: DialectRules, keyword: string, value: unknown): boolean {
  if (!rules.keywords.has(keyword)) return false
  if (keyword === 'format') return typeof value === 'string' && rules.formats.has(value)
  // Even if other counts aren't supported, an empty list can be excluded.
  return keyword !== 'minItems' || rules.keywords.has('maxItems') || value === 0 || value === 1
}

function withDescription(schema: JsonSchema, shape: JsonSchema, unsupported: ReadonlyMap<string, unknown>): JsonSchema {
  const rest = [...unsupported].map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`).join(', ')
  const prose = [schema.description, rest && `(${rest})`].filter((part) => part).join(' ')
  return {
    ...(schema.title !== undefined && { title: schema.title }),
    ...(prose !== '' && { description: prose }),
    ...shape,
  }
}

/** Returns the schema, or null: the form of an optional member for a strict provider. */
function nullable(schema: JsonSchema): JsonSchema {
  const { title, description, ...shape } = schema
  const prose = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const { type, anyOf } = shape
  if (anyOf !== undefined)
    return anyOf.some((option) => option.type === 'null')
      ? schema
      : { ...prose, ...shape, anyOf: [...anyOf, { type: 'null' }] }
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema
  const plain = typeof type === 'string' && shape.enum === undefined && shape.const === undefined
  return plain ? { ...prose, ...shape, type: [type, 'null'] } : { ...prose, anyOf: [shape, { type: 'null' }] }
}

function typeOf(value: unknown): JsonSchemaType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties'],
  null: [],
  boolean: [],
}

/** Returns the keywords of a schema with several types that apply to one of them. */
function only(schema: JsonSchema, type: JsonSchemaType): JsonSchema {
  const keywords = KEYWORDS_OF[type] ?? []
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)))
}

function distinct(relaxations: readonly Relaxation[]): readonly Relaxation[] {
  return [...new Map(relaxations.map((one) => [JSON.stringify(one), one])).values()]
}
