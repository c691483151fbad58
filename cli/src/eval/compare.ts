/** Compares a run with an earlier one. */
import { isBroken, type RunSummary, type ScenarioSummary } from './summary.ts'

/** Cost per trial, over the scenarios that both runs contain. */
export interface Cost {
  readonly tokens: number
  /** Absent if no price is known. */
  readonly costUsd?: number
}

export interface Comparison {
  /** Origin of the earlier run: `previous`, or the file of the baseline. */
  readonly with: string
  readonly date: string
  readonly commit?: string
  /** Scenario files: newly failing, newly passing, and those that only one run contains. */
  readonly broken: readonly string[]
  readonly fixed: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Present only if both runs called a model. */
  readonly costPerTrial?: { readonly before: Cost; readonly now: Cost }
}

/**
 * Compares the runs; `before` is the earlier one. Costs cover only shared scenarios, so that a run of one file doesn't
 * seem cheaper.
 */
export function compareRuns(now: RunSummary, before: RunSummary, name: string): Comparison {
  const earlier = new Map(before.scenarios.map((scenario) => [scenario.file, scenario]))
  const later = new Map(now.scenarios.map((scenario) => [scenario.file, scenario]))
  const findChanged = (was: boolean) =>
    now.scenarios.filter((scenario) => {
      const old = earlier.get(scenario.file)
      return old !== undefined && isBroken(old) === was && isBroken(scenario) !== was
    })
  const costs = {
    before: sumCost(before, (file) => later.has(file)),
    now: sumCost(now, (file) => earlier.has(file)),
  }
  return {
    with: name,
    date: before.date,
    ...(before.commit !== undefined && { commit: before.commit }),
    broken: listFiles(findChanged(false)),
    fixed: listFiles(findChanged(true)),
    added: listFiles(now.scenarios.filter(({ file }) => !earlier.has(file))),
    removed: listFiles(before.scenarios.filter(({ file }) => !later.has(file))),
    ...(costs.before.tokens > 0 && costs.now.tokens > 0 && { costPerTrial: costs }),
  }
}

function sumCost({ scenarios, trials }: RunSummary, isCommon: (file: string) => boolean): Cost {
  const usages = scenarios.filter(({ file }) => isCommon(file)).map(({ usage }) => usage)
  const tokens = usages.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const priced = usages.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]))
  const total = priced.reduce((sum, price) => sum + price, 0)
  return { tokens: tokens / trials, ...(priced.length > 0 && { costUsd: total / trials }) }
}

function listFiles(scenarios: readonly Pick<ScenarioSummary, 'file'>[]): readonly string[] {
  return scenarios.map(({ file }) => file)
}
