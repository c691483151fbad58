/** Converts tools to the form of a request, and chooses those that are sent strict. */
import type { ModelTool } from '#contract/agent/model.ts'
import { wireName } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { type LoweredSchema, lowerSchema } from '#wire/lower-schema.ts'
import { DIALECTS, type ProviderDialect } from '#wire/provider-dialect.ts'
import { measureSchema } from '#wire/schema-limits.ts'

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

/** A lowered schema and its cost. */
interface Projection extends LoweredSchema {
  /** The whole schema, for a tool that isn't strict. */
  readonly loose: JsonSchema
  readonly optional: number
  readonly unions: number
  /** Members and enum values: the more of them a schema has, the more a strict provider prevents. */
  readonly specificity: number
}

/** Projections by dialect. A contract is one object for the lifetime of its server. */
const projections = new WeakMap<JsonSchema, Map<ProviderDialect, Projection>>()

function project(input: JsonSchema, dialect: ProviderDialect): Projection {
  const known = projections.get(input) ?? new Map<ProviderDialect, Projection>()
  projections.set(input, known)
  const stored = known.get(dialect)
  if (stored !== undefined) return stored
  const lowered = lowerSchema(input, dialect)
  const { optional, unions, properties, enumValues } = measureSchema(lowered.schema)
  const projection = { ...lowered, optional, unions, specificity: properties + enumValues }
  known.set(dialect, projection)
  return projection
}

/**
 * Converts the tools of one request to a dialect. Providers limit all strict schemas of a request together, so the most
 * specific tools are strict, as far as the limits allow, and the rest is sent loose.
 *
 * @param strict `false` if no tool may be strict.
 */
export function toWireTools(tools: readonly ModelTool[], dialect: ProviderDialect, strict: boolean): WireTool[] {
  const projected = tools.map(({ input }) => project(input, dialect))
  const chosen = strict ? chooseStrict(projected, dialect) : new Set<number>()
  return tools.map(({ name, description }, index) => {
    const projection = projected[index] as Projection // one for each tool
    const isStrict = chosen.has(index)
    const isLoosened = projection.strict && !isStrict
    return {
      name: wireName(name),
      description,
      schema: isLoosened ? projection.loose : projection.schema,
      strict: isStrict,
    }
  })
}

/** Returns the indices of the strict tools. */
function chooseStrict(projected: readonly Projection[], dialect: ProviderDialect): ReadonlySet<number> {
  const left = { ...DIALECTS[dialect].together }
  const chosen = new Set<number>()
  const candidates = [...projected.entries()].filter(([, { strict }]) => strict)
  for (const [index, { optional, unions }] of candidates.sort(([, a], [, b]) => b.specificity - a.specificity)) {
    if (left.tools < 1 || left.optional < optional || left.unions < unions) continue
    left.tools -= 1
    left.optional -= optional
    left.unions -= unions
    chosen.add(index)
  }
  return chosen
}
