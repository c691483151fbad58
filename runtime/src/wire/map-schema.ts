/** Copies of JSON Schemas with changes to some of their parts. */
import { isRecord } from '#contract/is-object.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'

/** A third-party schema may contain keywords that the framework never emits. */
type AnySchema = JsonSchema & Readonly<Record<string, unknown>>

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const SINGLE = [
  ...['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]

/** Returns a copy of the schema with each part replaced by `change`, inner parts first; the same object if none changes. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const whole = schema as AnySchema // reading an unknown keyword is safe
  const changed: Record<string, unknown> = {}
  const visit = (part: unknown) => (isRecord(part) ? mapSchema(part, change) : part)
  for (const key of LISTS) {
    const parts = whole[key]
    if (!Array.isArray(parts)) continue
    const next = parts.map(visit)
    if (next.some((part, index) => part !== parts[index])) changed[key] = next
  }
  for (const key of MAPS) {
    const parts = whole[key]
    if (!isRecord(parts)) continue
    const entries = Object.entries(parts).map(([name, part]) => [name, part, visit(part)] as const)
    if (entries.some(([, part, next]) => part !== next))
      changed[key] = Object.fromEntries(entries.map(([name, , next]) => [name, next]))
  }
  for (const key of SINGLE) {
    const next = visit(whole[key])
    if (next !== whole[key]) changed[key] = next
  }
  return change(Object.keys(changed).length === 0 ? schema : { ...schema, ...changed })
}
