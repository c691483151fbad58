/**
 * A JSON Schema made ready for walking values: types as bits, members by key, expressions compiled, once for each schema.
 * `collect-issues.ts` walks by it. Parts are made when a value first comes to them, so a schema that refers to itself has
 * an end, and what no wrong value reaches costs nothing.
 */
import { expectation } from './expectation.ts'
import { keyText, pathSegment } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import { once } from './once.ts'
import { REFUSED_KEYS } from './refused-keys.ts'
import { follow, resolveSchema, schemaAt } from './schema-ref.ts'
import { readTemplate } from './template-text.ts'
import { CONTAINERS, getTypeBits } from './type-bits.ts'
import { type UnionPart, unionPart } from './union-part.ts'

/** One schema, made ready. */
export interface SchemaPart {
  /** Bits of the types that fit; -1 for every type. */
  readonly types: number
  /** What `const` and `enum` leave. */
  readonly values: ReadonlySet<unknown> | undefined
  readonly text: TextLimits | undefined
  /** The schema itself, where it bounds numbers. */
  readonly range: JsonSchema | undefined
  /** Whether a value fits, by a generated function, for parts that have one. */
  readonly is: ((value: unknown) => boolean) | undefined
  /** Tells all there is to tell by `types`, `values`, `text` and `range`. */
  readonly isScalar: boolean
  /** No keyword says what fits: any JSON does. */
  readonly isAnything: boolean
  /** Says something beside `$ref`, `allOf` and `anyOf`. */
  readonly isOwn: boolean
  /** Of `$ref`, where that is all there is. */
  readonly link: (() => SchemaPart) | undefined
  /** Of `$ref`, where there is more. */
  readonly target: (() => SchemaPart) | undefined
  readonly all: (() => readonly SchemaPart[]) | undefined
  /** Of `anyOf` or `oneOf`. */
  readonly options: UnionPart<SchemaPart> | undefined
  readonly list: () => ListPart
  readonly shape: () => ShapePart
  /** The message of a value of the wrong type, or out of bounds. */
  readonly mustBe: () => string
}

/** What must hold for a string. */
export interface TextLimits {
  readonly minLength: number
  readonly maxLength: number
  readonly isBytes: boolean
  readonly pattern: RegExp | undefined
  readonly format: string | undefined
}

/** What must hold for an array. */
export interface ListPart {
  readonly prefix: readonly SchemaPart[]
  /** Of the items behind the prefix. */
  readonly items: SchemaPart
  readonly least: number
  readonly most: number
  readonly isUnique: boolean
  /** The message of a list of the wrong length. */
  readonly mustBe: () => string
}

/** A declared member of an object. */
export interface SchemaMember {
  readonly key: string
  /** As it stands in a path. */
  readonly segment: string
  readonly index: number
  readonly isRequired: boolean
  readonly part: SchemaPart
}

/** A key that must be there. */
export interface RequiredKey {
  readonly key: string
  readonly segment: string
  /** The message where it is not. */
  readonly isRequired: () => string
}

/** What must hold for an object. */
export interface ShapePart {
  readonly members: readonly SchemaMember[]
  readonly byKey: ReadonlyMap<string, SchemaMember>
  readonly required: readonly RequiredKey[]
  readonly patterns: readonly { readonly pattern: RegExp; readonly part: SchemaPart }[]
  /** Of the keys that nothing declares; undefined when anything may stand there. */
  readonly rest: SchemaPart | undefined
  /** Whether keys that nothing declares are refused. */
  readonly isClosed: boolean
  /** The message of such a key. */
  readonly unknownKey: (key: string) => string
}

/** Parts of one root, each schema once: what is remembered about a part is remembered for all places of its schema. */
interface Maker {
  readonly root: JsonSchema
  readonly parts: Map<JsonSchema, SchemaPart>
  readonly functions: ReadonlyMap<JsonSchema, (value: unknown) => boolean>
}

/** Generated functions by JSON pointers to the schemas whose values they check. */
export type PartFunctions = Readonly<Record<string, (value: unknown) => boolean>>

/** The part of a root with its `$defs`. Reads the schema lazily: it must not change afterwards. */
export function schemaPart(root: JsonSchema, functions: PartFunctions): SchemaPart {
  const known = Object.entries(functions).flatMap(([pointer, is]) => {
    const schema = schemaAt(root, pointer)
    return schema === undefined ? [] : [[schema, is] as const]
  })
  return createSchemaPart({ root, parts: new Map(), functions: new Map(known) }, root)
}

function createSchemaPart(maker: Maker, schema: JsonSchema): SchemaPart {
  const known = maker.parts.get(schema)
  if (known !== undefined) return known
  const part = createPart(maker, schema)
  maker.parts.set(schema, part)
  return part
}

function createPart(maker: Maker, schema: JsonSchema): SchemaPart {
  const { $ref, allOf } = schema
  const options = schema.anyOf ?? schema.oneOf
  const types = getTypeBits(schema)
  const isLink = $ref !== undefined || allOf !== undefined || options !== undefined
  const says = schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined
  const own = says || (schema.properties ?? schema.items ?? schema.prefixItems ?? schema.required) !== undefined
  const isOwn = own || !isLink
  const target = $ref === undefined ? undefined : once(() => createSchemaPart(maker, follow(maker.root, $ref)))
  const isOnlyRef = !isOwn && (allOf ?? options) === undefined
  return {
    types,
    values: collectValues(schema),
    text: textLimits(schema),
    range: hasRange(schema) ? schema : undefined,
    is: maker.functions.get(schema),
    isScalar: !isLink && says && (types & CONTAINERS) === 0,
    isAnything: !isLink && !says,
    isOwn,
    link: isOnlyRef ? target : undefined,
    target: isOnlyRef ? undefined : target,
    all: allOf && once(() => allOf.map((one) => createSchemaPart(maker, one))),
    options: options && unionPart(maker.root, options, (option) => createSchemaPart(maker, option)),
    list: once(() => createList(maker, schema)),
    shape: once(() => createShape(maker, schema)),
    mustBe: once(() => `must be ${expectation(followNamedRefs(maker.root, schema))}`),
  }
}

function collectValues(schema: JsonSchema): ReadonlySet<unknown> | undefined {
  if (schema.const === undefined) return schema.enum && new Set(schema.enum)
  const fits = schema.enum === undefined || schema.enum.includes(schema.const)
  return new Set(fits ? [schema.const] : [])
}

function textLimits(schema: JsonSchema): TextLimits | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format, contentEncoding } = schema
  if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY && (pattern ?? format ?? contentEncoding) === undefined)
    return undefined
  const isBytes = contentEncoding === 'base64'
  // The pattern beside an encoding says the same, for those who know no encodings.
  const expression = pattern === undefined || isBytes ? undefined : regularExpression(pattern)
  return { minLength, maxLength, isBytes, pattern: expression, format: isBytes ? undefined : format }
}

/** Unicode mode as JSON Schema has it, where the pattern allows it. */
function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

function hasRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format }: JsonSchema): boolean {
  const bound = minimum ?? maximum ?? exclusiveMinimum ?? exclusiveMaximum ?? multipleOf
  return bound !== undefined || format === 'money-minor-units'
}

const ANYTHING: JsonSchema = {}

function createList(maker: Maker, schema: JsonSchema): ListPart {
  const { prefixItems = [], items, minItems, maxItems } = schema
  const most = items === false ? Math.min(prefixItems.length, maxItems ?? Number.POSITIVE_INFINITY) : maxItems
  return {
    prefix: prefixItems.map((item) => createSchemaPart(maker, item)),
    items: createSchemaPart(maker, items || ANYTHING),
    least: minItems ?? 0,
    most: most ?? Number.POSITIVE_INFINITY,
    isUnique: schema.uniqueItems === true,
    mustBe: once(() => `must be ${expectation({ type: 'array', minItems, maxItems: most })}`),
  }
}

function createShape(maker: Maker, schema: JsonSchema): ShapePart {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema
  const names = Object.keys(properties)
  const members = names
    // Refused wherever it stands, declared or not.
    .filter((key) => !REFUSED_KEYS.has(key))
    .map((key, index): SchemaMember => {
      const part = createSchemaPart(maker, properties[key] ?? ANYTHING)
      return { key, segment: pathSegment(key), index, isRequired: required.includes(key), part }
    })
  const described = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return {
    members,
    byKey: new Map(members.map((member) => [member.key, member])),
    required: required.map((key) => ({
      key,
      segment: pathSegment(key),
      isRequired: once(() => {
        const declared = Object.hasOwn(properties, key) ? properties[key] : undefined
        return declared === undefined ? 'is required' : `is required: ${createSchemaPart(maker, declared).mustBe()}`
      }),
    })),
    patterns: Object.entries(patternProperties).map(([pattern, part]) => ({
      pattern: regularExpression(pattern),
      part: createSchemaPart(maker, part),
    })),
    rest: described && createSchemaPart(maker, described),
    isClosed: additionalProperties === false,
    unknownKey: createUnknownKey([...names.map(keyText), ...Object.keys(patternProperties).map(describeKeys)], names),
  }
}

/** What a key of `patternProperties` looks like. */
function describeKeys(pattern: string): string {
  return readTemplate(pattern) ?? `keys that match ${pattern}`
}

/** `shown`: the names and the forms of keys, as a message lists them. */
function createUnknownKey(shown: readonly string[], known: readonly string[]): (key: string) => string {
  const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase()
  const facts = once(() => ({
    byPlain: new Map(known.map((name) => [plain(name), name] as const).reverse()),
    list: `known are ${shown.slice(0, 10).join(', ')}${shown.length > 10 ? ', …' : ''}`,
  }))
  return (key) => {
    if (shown.length === 0) return 'is not a known key; there is none here'
    const { byPlain, list } = facts()
    const meant = byPlain.get(plain(key))
    return `is not a known key; ${meant === undefined ? list : `did you mean ${JSON.stringify(meant)}?`}`
  }
}

/** With the refs followed that words are made of. */
function followNamedRefs(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const part = resolveSchema(root, schema)
  const options = (part.anyOf ?? part.oneOf)?.map((option) => resolveSchema(root, option))
  return options === undefined ? part : { ...part, anyOf: options }
}
