/**
 * Where an api's result holds untrusted content (`@untrusted` on a member, or on the type of a record's keys, of its output
 * type, `.untrusted()` on a builder): what an agent reads there may be meant to make it act.
 */
import type { JsonSchema } from './json-schema.ts'
import { follow } from './schema-ref.ts'

/** Whether `schema` marks anything at all. */
export function marksUntrusted(schema: JsonSchema): boolean {
  const known = MARKED.get(schema)
  if (known !== undefined) return known
  const found = schemasIn(schema).some((part) => part['x-fw-untrusted'] === true)
  MARKED.set(schema, found)
  return found
}

/** A contract is one object for as long as its server runs. */
const MARKED = new WeakMap<JsonSchema, boolean>()

/** Whether something stands in `value` at a place that its schema marks. An empty text, list or object says nothing. */
export function holdsUntrusted(schema: JsonSchema, value: unknown): boolean {
  return marksUntrusted(schema) && holdsAt(schema, schema, value, new Set())
}

/** `asked`: what was asked of this very value, so that references in a circle have an end. */
function holdsAt(root: JsonSchema, schema: JsonSchema, value: unknown, asked: Set<JsonSchema>): boolean {
  if (asked.has(schema) || isNothing(value)) return false
  if (hasMarkedKeys(schema, value) || (schema['x-fw-untrusted'] === true && saysSomething(value))) return true
  asked.add(schema)
  // Of a choice each option is asked: which one was meant is not worth a mistake.
  const others = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((options) => options ?? [])
  if (schema.$ref !== undefined) others.push(follow(root, schema.$ref))
  if (others.some((other) => holdsAt(root, other, value, asked))) return true
  return placesIn(schema, value).some(([part, inner]) => holdsAt(root, part, inner, new Set()))
}

/** A record whose values are all empty still has keys. */
function isNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !saysSomething(value)
}

function hasMarkedKeys({ propertyNames }: JsonSchema, value: unknown): boolean {
  if (propertyNames?.['x-fw-untrusted'] !== true || typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && Object.keys(value).some((key) => key !== '')
}

/** What `value` consists of, each with what its schema says of it. */
function placesIn(schema: JsonSchema, value: unknown): [JsonSchema, unknown][] {
  if (Array.isArray(value)) {
    const { prefixItems = [], items } = schema
    return value.flatMap((item: unknown, index): [JsonSchema, unknown][] => {
      const part = prefixItems[index] ?? items
      return typeof part === 'object' ? [[part, item]] : []
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    listParts(schema, key).map((part): [JsonSchema, unknown] => [part, member]),
  )
}

function listParts(schema: JsonSchema, key: string): JsonSchema[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  const declared = Object.hasOwn(properties, key) ? properties[key] : undefined
  const parts = Object.entries(patternProperties).flatMap(([pattern, part]) =>
    new RegExp(pattern, 'u').test(key) ? [part] : [],
  )
  if (declared !== undefined) parts.push(declared)
  return parts.length === 0 && typeof additionalProperties === 'object' ? [additionalProperties] : parts
}

/** Whether anything but empty texts, lists and objects stands in it. */
export function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.some(saysSomething)
  return typeof value !== 'object' || Object.values(value).some(saysSomething)
}

function schemasIn(schema: JsonSchema): JsonSchema[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? [])
  const maps = [schema.properties, schema.patternProperties, schema.$defs].flatMap((map) => Object.values(map ?? {}))
  const single = [schema.items, schema.additionalProperties, schema.propertyNames].filter(
    (part) => typeof part === 'object',
  )
  return [schema, ...[...lists, ...maps, ...single].flatMap(schemasIn)]
}
