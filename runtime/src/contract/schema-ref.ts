/** Refs inside of one JSON Schema: `#` and `#/$defs/…`, the only ones we write. */
import type { JsonSchema } from './json-schema.ts'

/** What a ref stands for; a schema that describes nothing where there is no such definition. */
export function follow(root: JsonSchema, ref: string): JsonSchema {
  if (ref === '#') return root
  return root.$defs?.[unescapeStep(decodeURIComponent(ref.replace('#/$defs/', '')))] ?? {}
}

/** The schema at a JSON pointer (`/properties/items/items`); undefined where there is none. */
export function schemaAt(root: JsonSchema, pointer: string): JsonSchema | undefined {
  const steps = pointer.split('/').slice(1).map(unescapeStep)
  const found = steps.reduce<unknown>((value, step) => (isTable(value) ? value[step] : undefined), root)
  return isTable(found) ? found : undefined
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** How many refs in a row are followed: a definition can be nothing but a ref to itself. */
const MAX_REFS = 500

/** The schema itself, refs followed. */
export function resolveSchema(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema
  for (let steps = 0; current.$ref !== undefined && steps < MAX_REFS; steps++) current = follow(root, current.$ref)
  return current
}
