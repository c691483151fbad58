/** Reduces a JSON Schema to its constraints: a change of a description isn't a change of the contract. */
import { isRecord, type JsonSchema } from '@fw/runtime/contract'

const TEXTS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'title',
  'description',
  'examples',
  'deprecated',
  'x-fw-messages',
])
/** Keywords with schemas by name, with lists of schemas, and with a schema. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs'])
const LISTED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not'])
/** Keywords whose items have no order. */
const SETS: ReadonlySet<string> = new Set(['required', 'enum'])

/** Returns the schema without titles, descriptions and examples at any depth. Names of members are kept. */
export function selectConstraints(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([keyword, value]) => !TEXTS.has(keyword) && value !== undefined)
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, selectWithin(keyword, value)]))
}

function selectWithin(keyword: string, value: unknown): unknown {
  if (NAMED.has(keyword) && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, selectPart(part)]))
  if (LISTED.has(keyword) && Array.isArray(value)) return value.map(selectPart)
  if (SINGLE.has(keyword)) return selectPart(value)
  if (SETS.has(keyword) && Array.isArray(value)) return sortItems(value)
  return value
}

function selectPart(part: unknown): unknown {
  return isRecord(part) ? selectConstraints(part) : part
}

function sortItems(items: readonly unknown[]): readonly unknown[] {
  const text = (item: unknown) => JSON.stringify(item) ?? ''
  return [...items].sort((one, other) => (text(one) < text(other) ? -1 : 1))
}
