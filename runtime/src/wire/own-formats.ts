/** Formats that only fw knows. Other software warns about them, or refuses the schema, so schemas for it don't have them. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { mapSchema } from './map-schema.ts'

/** The words that replace a format, by its name. */
const OWN_FORMATS: ReadonlyMap<string, string> = new Map([['money-minor-units', 'in minor units, such as cents']])

/** Returns the schema with the formats that only fw knows moved to descriptions; the same object if it has none. */
export function describeOwnFormats(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) => {
    const words = OWN_FORMATS.get(part.format ?? '')
    if (words === undefined) return part
    const { format: _, description, ...rest } = part
    return { ...rest, description: description === undefined ? `(${words})` : `${description} (${words})` }
  })
}
