/** Rules for contracts. They report a member once, however many paths lead to it. */
import type { ContractFact } from '../analyze/apis/contract-fact.ts'
import { listContracts } from '../analyze/shared-facts.ts'
import { createRule, type Finding, type Report, type Rule, type RuleDefinition } from './rule.ts'

interface Cause {
  /** The problem of the first path. */
  readonly fact: ContractFact
  /** Such as `"input.items[].price" of api.shop.order`. */
  readonly where: string
  /** Position and further paths, for `report`. */
  readonly finding: Finding
}

interface ContractRuleDefinition<Messages extends Readonly<Record<string, string>>>
  extends Omit<RuleDefinition<ContractFact, Messages>, 'collect' | 'collectFile' | 'check'> {
  /** Values of `ContractFact.problem` that it reports. */
  readonly problems: readonly string[]
  check(causes: readonly Cause[], report: Report<Messages>): void
}

/** Creates a rule for problems of contracts. */
export function createContractRule<const Messages extends Readonly<Record<string, string>>>({
  problems,
  check,
  ...rest
}: ContractRuleDefinition<Messages>): Rule<ContractFact> {
  const rule = createRule<ContractFact, Messages>({
    ...rest,
    collect: (app) => listContracts(app).filter(({ problem }) => problems.includes(problem)),
    check: (contracts, report) => check(groupByCause(contracts), report),
  })
  const checkContracts = (contracts: readonly ContractFact[]) =>
    rule.report(contracts.filter(({ problem }) => problems.includes(problem)))
  return { ...rule, checkContracts }
}

function groupByCause(contracts: readonly ContractFact[]): readonly Cause[] {
  const groups = new Map<string, ContractFact[]>()
  for (const fact of contracts) {
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
