/** Formats that only fw knows. Other software warns about them, or refuses the schema, so schemas for it don't have them. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'

/** The words that replace a format, by its name. */
const OWN_FORMATS: ReadonlyMap<string, string> = new Map([['money-minor-units', 'in minor units, such as cents']])

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const MAPS = ['properties', 'patternProperties', '$defs'] as const
const SINGLE = ['items', 'additionalProperties', 'propertyNames', 'not'] as const

/** Returns the schema with the formats that only fw knows moved to descriptions; the same object if it has none. */
export function describeOwnFormats(schema: JsonSchema): JsonSchema {
  const changed: JsonSchema = {}
  for (const key of LISTS) {
    const found = schema[key]
    const next = found?.map(describeOwnFormats)
    if (next?.some((one, index) => one !== found?.[index])) changed[key] = next
  }
  for (const key of MAPS) {
    const entries = Object.entries(schema[key] ?? {})
    const next = entries.map(([name, one]) => [name, describeOwnFormats(one)] as const)
    if (next.some(([, one], index) => one !== entries[index]?.[1])) changed[key] = Object.fromEntries(next)
  }
  for (const key of SINGLE) {
    const found = schema[key]
    if (typeof found !== 'object') continue
    const next = describeOwnFormats(found)
    if (next !== found) changed[key] = next
  }
  const words = OWN_FORMATS.get(schema.format ?? '')
  if (words === undefined) return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed }
  const { format: _, description, ...rest } = schema
  return { ...rest, ...changed, description: description === undefined ? `(${words})` : `${description} (${words})` }
}
