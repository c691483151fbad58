/** Refs within one JSON Schema: `#` and `#/$defs/…`, the only forms that the framework emits. */
import { isObject, toFields } from '../is-object.ts'
import type { JsonSchema } from './json-schema.ts'

/** Returns the target of a ref, or an empty schema without such a definition. */
export function follow(root: JsonSchema, ref: string): JsonSchema {
  if (ref === '#') return root
  return root.$defs?.[unescapeStep(decodeURIComponent(ref.replace('#/$defs/', '')))] ?? {}
}

/** Returns the schema at a JSON pointer (`/properties/items/items`), or undefined if the pointer matches nothing. */
export function schemaAt(root: JsonSchema, pointer: string): JsonSchema | undefined {
  const steps = pointer.split('/').slice(1).map(unescapeStep)
  const found = steps.reduce<unknown>((value, step) => toFields(value)[step], root)
  return isObject(found) ? found : undefined
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Maximum length of a chain of refs: a definition can consist of a ref to itself. */
const MAX_REFS = 500

/** Returns the schema after following its refs. */
export function resolveSchema(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema
  for (let steps = 0; current.$ref !== undefined && steps < MAX_REFS; steps++) current = follow(root, current.$ref)
  return current
}
