/**
 * A JSON Schema prepared for checking values: types as bits, members by key, compiled regular expressions; each schema
 * once. `collect-issues.ts` uses it. Parts are created when a value first reaches them, so recursive schemas terminate, and
 * parts that no invalid value reaches cost nothing.
 */

import { once } from '../once.ts'
import { readTemplate } from '../page/template-text.ts'
import { compilePattern } from './compile-pattern.ts'
import { describeExpectation } from './describe-expectation.ts'
import { joinPath, keyText } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import { REFUSED_KEYS } from './refused-keys.ts'
import { follow, resolveSchema, schemaAt } from './schema-ref.ts'
import { CONTAINERS, getTypeBits } from './type-bits.ts'
import { type UnionPart, unionPart } from './union-part.ts'

/** A prepared schema. */
export interface SchemaPart {
  /** Bits of the allowed types; -1 for every type. */
  readonly types: number
  /** The values that `const` and `enum` allow. */
  readonly values: ReadonlySet<unknown> | undefined
  readonly text: TextLimits | undefined
  /** The schema itself, if it limits numbers. */
  readonly range: JsonSchema | undefined
  /** A generated function that checks a value, for parts that have one. */
  readonly is: ((value: unknown) => boolean) | undefined
  /** `types`, `values`, `text` and `range` describe the schema completely. */
  readonly isScalar: boolean
  /** The schema has no constraints: any JSON is valid. */
  readonly isAnything: boolean
  /** The schema has keywords other than `$ref`, `allOf` and `anyOf`. */
  readonly isOwn: boolean
  /** Target of `$ref`, if the schema has no other keyword. */
  readonly link: (() => SchemaPart) | undefined
  /** Target of `$ref`, if the schema has other keywords. */
  readonly target: (() => SchemaPart) | undefined
  readonly all: (() => readonly SchemaPart[]) | undefined
  /** Options of `anyOf` or `oneOf`. */
  readonly options: UnionPart<SchemaPart> | undefined
  readonly list: () => ListPart
  readonly shape: () => ShapePart
  /** Returns the message for a value of the wrong type, or out of bounds. */
  readonly mustBe: () => string
}

/** Constraints of a string. */
export interface TextLimits {
  readonly minLength: number
  readonly maxLength: number
  readonly isBytes: boolean
  readonly pattern: RegExp | undefined
  readonly format: string | undefined
}

/** Constraints of an array. */
export interface ListPart {
  readonly prefix: readonly SchemaPart[]
  /** Schema of the items after the prefix. */
  readonly items: SchemaPart
  readonly least: number
  readonly most: number
  readonly isUnique: boolean
  /** Returns the message for an array of the wrong length. */
  readonly mustBe: () => string
}

/** A declared member of an object. */
interface SchemaMember {
  readonly key: string
  /** The key as a path. */
  readonly segment: string
  readonly index: number
  readonly isRequired: boolean
  readonly part: SchemaPart
}

/** A required key. */
interface RequiredKey {
  readonly key: string
  readonly segment: string
  /** Returns the message for a missing key. */
  readonly isRequired: () => string
}

/** Constraints of an object. */
export interface ShapePart {
  readonly members: readonly SchemaMember[]
  readonly byKey: ReadonlyMap<string, SchemaMember>
  readonly required: readonly RequiredKey[]
  readonly patterns: readonly { readonly pattern: RegExp; readonly part: SchemaPart }[]
  /** Schema of undeclared keys; undefined if any value is allowed. */
  readonly rest: SchemaPart | undefined
  /** Whether undeclared keys are refused. */
  readonly isClosed: boolean
  /** Returns the message for such a key. */
  readonly unknownKey: (key: string) => string
}

/** Creates the parts of one root, each schema once, so that data about a part applies to all uses of its schema. */
interface Maker {
  readonly root: JsonSchema
  readonly parts: Map<JsonSchema, SchemaPart>
  readonly functions: ReadonlyMap<JsonSchema, (value: unknown) => boolean>
}

/** Generated functions by JSON pointers to the schemas whose values they check. */
export type PartFunctions = Readonly<Record<string, (value: unknown) => boolean>>

/** Returns the part of a root with its `$defs`. Reads the schema lazily, so it must not change afterwards. */
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
  const isTyped = schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined
  const own = isTyped || (schema.properties ?? schema.items ?? schema.prefixItems ?? schema.required) !== undefined
  const isOwn = own || !isLink
  const target = $ref === undefined ? undefined : once(() => createSchemaPart(maker, follow(maker.root, $ref)))
  const isOnlyRef = !isOwn && (allOf ?? options) === undefined
  return {
    types,
    values: collectValues(schema),
    text: textLimits(schema),
    range: hasRange(schema) ? schema : undefined,
    is: maker.functions.get(schema),
    isScalar: !isLink && isTyped && (types & CONTAINERS) === 0,
    isAnything: !isLink && !isTyped,
    isOwn,
    link: isOnlyRef ? target : undefined,
    target: isOnlyRef ? undefined : target,
    all: allOf && once(() => allOf.map((one) => createSchemaPart(maker, one))),
    options: options && unionPart(maker.root, options, (option) => createSchemaPart(maker, option)),
    list: once(() => createList(maker, schema)),
    shape: once(() => createShape(maker, schema)),
    mustBe: once(() => `must be ${describeExpectation(followNamedRefs(maker.root, schema))}`),
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
  // A pattern beside an encoding is redundant. It is for readers that don't support encodings.
  const expression = pattern === undefined || isBytes ? undefined : compilePattern(pattern)
  return { minLength, maxLength, isBytes, pattern: expression, format: isBytes ? undefined : format }
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
    mustBe: once(() => `must be ${describeExpectation({ type: 'array', minItems, maxItems: most })}`),
  }
}

function createShape(maker: Maker, schema: JsonSchema): ShapePart {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema
  const names = Object.keys(properties)
  const members = names
    // Refused everywhere, declared or not.
    .filter((key) => !REFUSED_KEYS.has(key))
    .map((key, index): SchemaMember => {
      const part = createSchemaPart(maker, properties[key] ?? ANYTHING)
      return { key, segment: joinPath('', key), index, isRequired: required.includes(key), part }
    })
  const described = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return {
    members,
    byKey: new Map(members.map((member) => [member.key, member])),
    required: required.map((key) => ({
      key,
      segment: joinPath('', key),
      isRequired: once(() => {
        const declared = Object.hasOwn(properties, key) ? properties[key] : undefined
        return declared === undefined ? 'is required' : `is required: ${createSchemaPart(maker, declared).mustBe()}`
      }),
    })),
    patterns: Object.entries(patternProperties).map(([pattern, part]) => ({
      pattern: compilePattern(pattern),
      part: createSchemaPart(maker, part),
    })),
    rest: described && createSchemaPart(maker, described),
    isClosed: additionalProperties === false,
    unknownKey: createUnknownKey([...names.map(keyText), ...Object.keys(patternProperties).map(describeKeys)], names),
  }
}

/** Describes the keys of a pattern in `patternProperties`. */
function describeKeys(pattern: string): string {
  return readTemplate(pattern) ?? `keys that match ${pattern}`
}

/** `shown` contains names and patterns of keys for the message. */
function createUnknownKey(shown: readonly string[], known: readonly string[]): (key: string) => string {
  const facts = once(() => ({
    byPlain: new Map(known.map((name) => [toPlain(name), name] as const).reverse()),
    unknown: `is not a known key; known are ${shown.slice(0, 10).join(', ')}${shown.length > 10 ? ', …' : ''}`,
  }))
  return (key) => {
    if (shown.length === 0) return 'is not a known key; no keys are allowed here'
    const { byPlain, unknown } = facts()
    const meant = byPlain.get(toPlain(key))
    return meant === undefined ? unknown : `is not a known key; did you mean ${JSON.stringify(meant)}?`
  }
}

/** Returns a key without its case and dashes. Most keys are small letters, which need no conversion. */
function toPlain(key: string): string {
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    if (code < 97 || code > 122) return key.replace(/[_-]/g, '').toLowerCase()
  }
  return key
}

/** Resolves the refs that the message depends on. */
function followNamedRefs(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const part = resolveSchema(root, schema)
  const options = (part.anyOf ?? part.oneOf)?.map((option) => resolveSchema(root, option))
  return options === undefined ? part : { ...part, anyOf: options }
}
