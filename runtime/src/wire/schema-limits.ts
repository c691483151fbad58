/** Checks the size of a lowered schema against a provider's limits. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import type { SchemaLimits } from './provider-dialect.ts'
import { listChildren } from './tool-schema.ts'

/** Returns exceeded limits in the form of relaxations; empty if the schema exceeds no limit. */
export function findExcess(
  schema: JsonSchema,
  most: SchemaLimits,
): readonly { readonly path: string; readonly keyword: string; readonly became: string }[] {
  const found = measureSchema(schema)
  return (Object.keys(NAMES) as (keyof SchemaLimits)[])
    .filter((limit) => found[limit] > most[limit])
    .map((limit) => ({
      path: '',
      keyword: NAMES[limit],
      became: `${found[limit]}, but this provider allows at most ${most[limit]}`,
    }))
}

const NAMES: Readonly<Record<keyof SchemaLimits, string>> = {
  properties: 'members',
  depth: 'levels',
  enumValues: 'enum values',
  characters: 'characters',
  optional: 'optional members',
  unions: 'unions',
}

/** Counts what the limits of providers count. */
export function measureSchema(schema: JsonSchema): SchemaLimits {
  const all = [...everySchema(schema)]
  const count = (of: (one: JsonSchema) => number) => all.reduce((sum, one) => sum + of(one), 0)
  return {
    properties: count((one) => Object.keys(one.properties ?? {}).length),
    depth: Math.max(measureDepth(schema), ...Object.values(schema.$defs ?? {}).map(measureDepth)),
    enumValues: count((one) => one.enum?.length ?? 0),
    characters: JSON.stringify(schema).length,
    optional: count((one) =>
      one.properties === undefined ? 0 : Object.keys(one.properties).length - (one.required?.length ?? 0),
    ),
    unions: count((one) => (one.anyOf === undefined && !Array.isArray(one.type) ? 0 : 1)),
  }
}

function* everySchema(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  for (const child of [...listChildren(schema), ...Object.values(schema.$defs ?? {})]) yield* everySchema(child)
}

/** Returns the nesting depth of objects and lists. */
function measureDepth(schema: JsonSchema): number {
  const own = schema.type === 'object' || schema.type === 'array' ? 1 : 0
  return own + Math.max(0, ...listChildren(schema).map(measureDepth))
}
