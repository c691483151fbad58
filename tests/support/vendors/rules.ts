/**
 * What vendors document about requests, and what public reports show where the documentation is silent: one row for each
 * rule that the strict servers enforce. To refresh the table, open each `source`, correct `rule` and `limit`, and set
 * `CHECKED`. A rule without a source is in `UNCHECKED`, with a sentence on the search for it. The servers read the limits, and
 * `vendor-rules.test.ts` breaks each rule once.
 */

import { ANTHROPIC_RULES } from './anthropic-rules.ts'
import { GEMINI_RULES } from './gemini-rules.ts'
import { CHAT_RULES, COMPATIBLE_RULES, RESPONSES_RULES } from './openai-rules.ts'
import type { Vendor, VendorRule } from './rule-rows.ts'

export const RULES = [
  ...ANTHROPIC_RULES,
  ...RESPONSES_RULES,
  ...CHAT_RULES,
  ...COMPATIBLE_RULES,
  ...GEMINI_RULES,
] as const satisfies readonly VendorRule[]

export type RuleId = (typeof RULES)[number]['id']

/** The rules of one vendor. */
export type RuleOf<Name extends Vendor> = Extract<RuleId, `${Name}/${string}`>

/** Returns the number of a rule. */
export function getLimit(id: RuleId): number {
  const { limit } = RULES.find((row) => row.id === id) as VendorRule // each id is of a row
  if (limit === undefined) throw new Error(`The rule ${id} has no limit.`)
  return limit
}
