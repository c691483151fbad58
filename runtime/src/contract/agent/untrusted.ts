/**
 * Finds untrusted content in the result of an API (`@untrusted` on a member of its output type, or on the key type of a
 * record; `.untrusted()` on a builder). Such content may try to make an agent act.
 */

import { compilePattern } from '../schema/compile-pattern.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { follow } from '../schema/schema-ref.ts'

/** Whether `schema` marks any part as untrusted. */
export function marksUntrusted(schema: JsonSchema): boolean {
  const known = MARKED.get(schema)
  if (known !== undefined) return known
  const found = schemasIn(schema).some((part) => part['x-fw-untrusted'] === true)
  MARKED.set(schema, found)
  return found
}

/** A contract is the same object for the lifetime of its server. */
const MARKED = new WeakMap<JsonSchema, boolean>()

/** Whether `value` has content in a part that its schema marks. Empty strings, lists and objects don't count. */
export function holdsUntrusted(schema: JsonSchema, value: unknown): boolean {
  return marksUntrusted(schema) && holdsAt({ root: schema, applied: new WeakMap() }, schema, value)
}

interface Search {
  readonly root: JsonSchema
  /**
   * The schemas that were applied to each object and list, without finding content. Several options of a union may have the
   * same recursive member: without this, they would search it again on every level.
   */
  readonly applied: WeakMap<object, Set<JsonSchema>>
}

/** `visited` contains the schemas that were applied to this value, so that circular references terminate. */
function holdsAt(search: Search, schema: JsonSchema, value: unknown, visited = findVisited(search, value)): boolean {
  if (visited.has(schema) || isEmpty(value)) return false
  if (hasMarkedKeys(schema, value) || (schema['x-fw-untrusted'] === true && hasContent(value))) return true
  visited.add(schema)
  // All options of a union are checked, because a wrong guess of the matching option would miss content.
  const others = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((options) => options ?? [])
  if (schema.$ref !== undefined) others.push(follow(search.root, schema.$ref))
  if (others.some((other) => holdsAt(search, other, value, visited))) return true
  return listMembers(schema, value).some(([part, inner]) => holdsAt(search, part, inner))
}

function findVisited({ applied }: Search, value: unknown): Set<JsonSchema> {
  if (typeof value !== 'object' || value === null) return new Set()
  const visited = applied.get(value) ?? new Set()
  applied.set(value, visited)
  return visited
}

/** A record whose values are all empty still has keys. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : !hasContent(value)
}

function hasMarkedKeys({ propertyNames }: JsonSchema, value: unknown): boolean {
  if (propertyNames?.['x-fw-untrusted'] !== true || typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && Object.keys(value).some((key) => key !== '')
}

/** Returns the members or items of `value`, each with its schema. */
function listMembers(schema: JsonSchema, value: unknown): [JsonSchema, unknown][] {
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
    compilePattern(pattern).test(key) ? [part] : [],
  )
  if (declared !== undefined) parts.push(declared)
  return parts.length === 0 && typeof additionalProperties === 'object' ? [additionalProperties] : parts
}

/** Whether a value has content other than empty strings, lists and objects. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.some(hasContent)
  return typeof value !== 'object' || Object.values(value).some(hasContent)
}

function schemasIn(schema: JsonSchema): JsonSchema[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? [])
  const maps = [schema.properties, schema.patternProperties, schema.$defs].flatMap((map) => Object.values(map ?? {}))
  const single = [schema.items, schema.additionalProperties, schema.propertyNames].filter(
    (part) => typeof part === 'object',
  )
  return [schema, ...[...lists, ...maps, ...single].flatMap(schemasIn)]
}
