/** Chooses the tools of a request that are sent strict: providers limit all strict schemas of a request together. */
import type { LoweredSchema } from './lower-schema.ts'
import { DIALECTS, type ProviderDialect } from './provider-dialect.ts'
import { measureSchema } from './schema-limits.ts'

/** What a schema takes of the limits, and how much a provider prevents by enforcing it. */
interface StrictCost {
  readonly optional: number
  readonly unions: number
  /** Members and enum values. */
  readonly specificity: number
}

const costs = new WeakMap<LoweredSchema, StrictCost>()

function measureCost(lowered: LoweredSchema): StrictCost {
  const known = costs.get(lowered)
  if (known !== undefined) return known
  const { optional, unions, properties, enumValues } = measureSchema(lowered.schema)
  const cost = { optional, unions, specificity: properties + enumValues }
  costs.set(lowered, cost)
  return cost
}

/** Returns the indices of the schemas that are sent strict: the most specific ones, as far as the limits allow. */
export function chooseStrict(schemas: readonly LoweredSchema[], dialect: ProviderDialect): ReadonlySet<number> {
  const left = { ...DIALECTS[dialect].together }
  const chosen = new Set<number>()
  const candidates = [...schemas.entries()].flatMap(([index, lowered]) =>
    lowered.strict ? [{ index, cost: measureCost(lowered) }] : [],
  )
  for (const { index, cost } of candidates.sort((a, b) => b.cost.specificity - a.cost.specificity)) {
    if (left.tools < 1 || left.optional < cost.optional || left.unions < cost.unions) continue
    left.tools -= 1
    left.optional -= cost.optional
    left.unions -= cost.unions
    chosen.add(index)
  }
  return chosen
}
