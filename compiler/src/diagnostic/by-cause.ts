/** Groups contract problems by cause: one diagnostic for a member, however many paths lead to it. */
import type { AppFacts, ContractFact } from './facts.ts'
import type { Finding } from './rule.ts'

interface Cause {
  /** The problem of the first path. */
  readonly fact: ContractFact
  /** Such as `"input.items[].price" of api.shop.order`. */
  readonly where: string
  /** Position and further paths, for `report`. */
  readonly finding: Finding
}

/** Returns the problems of these kinds, by cause. */
export function groupByCause(facts: AppFacts, problems: readonly string[]): readonly Cause[] {
  const groups = new Map<string, ContractFact[]>()
  for (const fact of listContracts(facts)) {
    if (!problems.includes(fact.problem)) continue
    const { problem, span, type, detail } = fact
    const key = JSON.stringify([problem, span.file, span.start, span.end, type, detail])
    groups.set(key, [...(groups.get(key) ?? []), fact])
  }
  return [...groups.values()].flatMap(([fact, ...others]) => {
    if (fact === undefined) return []
    const related = others.map((other) => ({ message: `Also ${describeLocation(other)}.` }))
    const { span, fixes } = fact
    const tools = [...new Set([fact, ...others].map(({ tool }) => tool))]
    const finding = { span, tools, ...(related.length > 0 && { related }), ...(fixes && { fixes }) }
    return [{ fact, where: describeLocation(fact), finding }]
  })
}

/** Cached, since several rules use it; an app has few problems. */
const CONTRACTS = new WeakMap<AppFacts, readonly ContractFact[]>()

function listContracts(facts: AppFacts): readonly ContractFact[] {
  const known = CONTRACTS.get(facts)
  if (known !== undefined) return known
  const contracts = facts.apiFiles.flatMap((file) => file.contracts)
  CONTRACTS.set(facts, contracts)
  return contracts
}

function describeLocation({ path, ...named }: ContractFact): string {
  return `"${path}" of ${describeTool(named)}`
}

/** Returns `api.shop.order`, `the intent Cart.add` or `the action cart.add`. */
export function describeTool({ tool, of }: Pick<ContractFact, 'tool' | 'of'>): string {
  return of === undefined ? tool : `the ${of} ${tool}`
}

/** Returns the annotation of the parameter of `run` for an input type. */
export function writeCallType({ of }: Pick<ContractFact, 'of'>, input: string): string {
  if (of === 'intent') return `IntentCall<${input}>`
  return of === 'action' ? `StoreCall<State, ${input}>` : `Call<${input}>`
}
