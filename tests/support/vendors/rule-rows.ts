/** The form of a rule, and of the lists in which each vendor's rules are written. */

export type Vendor = 'anthropic' | 'openai-responses' | 'openai-chat' | 'openai-compatible' | 'gemini'

export interface VendorRule {
  /** `<vendor>/<name>`, in the order in which a server checks them. */
  readonly id: string
  readonly rule: string
  /** The number in the rule; absent if it has none. */
  readonly limit?: number
  /** Where the vendor documents it, or the report that quotes the vendor's error. */
  readonly source: string
  /** Date on which the source was last read, `YYYY-MM-DD`; absent for a rule without a source. */
  readonly checked?: string
  /** Where a source was looked for; only for a rule without one, whose `source` is the page that should document it. */
  readonly searched?: string
}

const CHECKED = '2026-11-24'

/** Rules for which no source was found, and where it was looked for. */
const UNCHECKED: Readonly<Record<string, string>> = {
  'openai-responses/tools-count':
    'The guide to function calling has no number, and every report of "array too long" in GitHub issues is of Chat Completions.',
  'gemini/result-parts':
    'The guide could not be opened; the types of the SDK and the AI SDK show the form and the models, and no refusal.',
  'anthropic/deferred-count': 'The excerpts of the guide that were read have no number of deferred tools.',
  'anthropic/references': 'The excerpts of the guide that were read show the form, and no refusal.',
  'anthropic/search-results': 'The excerpts of the guide that were read show the form, and no refusal.',
  'openai-responses/searches': 'The excerpts of the guide and the types of the SDK show the form, and no refusal.',
  'openai-responses/found': 'The excerpts of the guide and the types of the SDK show the form, and no refusal.',
}

/** Makes the rules of a list. */
export function createRules<const Id extends string>(
  list: readonly (readonly [id: Id, rule: string, source: string, limit?: number])[],
): (VendorRule & { readonly id: Id })[] {
  return list.map(([id, rule, source, limit]) => ({
    id,
    rule,
    source,
    ...(limit !== undefined && { limit }),
    ...(UNCHECKED[id] === undefined ? { checked: CHECKED } : { searched: UNCHECKED[id] }),
  }))
}
