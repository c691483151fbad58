/** Runs rules on an app. */
import type { AnalyzedApp } from '../analyze/analyzed-app.ts'
import type { ApiFileFacts } from '../analyze/apis/api-module.ts'
import type { ContractFact } from '../analyze/apis/contract-fact.ts'
import type { Diagnostic } from '../model.ts'
import type { Rule } from './rule.ts'

/**
 * Returns the findings of all rules, ordered by position, each as returned by `finish`, which is called once for each.
 */
type RunRules = (app: AnalyzedApp, finish: (found: Diagnostic) => Diagnostic) => Diagnostic[]

/** Creates a runner, which remembers the findings about a file until its analysis changes. */
export function createRunner(rules: readonly Rule[]): RunRules {
  const known = new WeakMap<ApiFileFacts, readonly Diagnostic[]>()
  return (app, finish) => {
    const found = rules.flatMap((rule) => rule.checkApp(app)).map(finish)
    for (const file of app.contractFiles) {
      const ofFile = known.get(file.facts) ?? rules.flatMap((rule) => rule.checkFile(file)).map(finish)
      known.set(file.facts, ofFile)
      found.push(...ofFile)
    }
    return found.sort(comparePlaces)
  }
}

/** Returns the findings about contracts, ordered by position. */
export function checkContracts(rules: readonly Rule[], contracts: readonly ContractFact[]): readonly Diagnostic[] {
  return rules.flatMap((rule) => rule.checkContracts?.(contracts) ?? []).sort(comparePlaces)
}

/** Returns the findings of rules, in the order of the rules. */
export function checkApp(rules: readonly Rule[], app: AnalyzedApp): readonly Diagnostic[] {
  return rules.flatMap((rule) => [...rule.checkApp(app), ...app.contractFiles.flatMap((file) => rule.checkFile(file))])
}

function comparePlaces(a: Diagnostic, b: Diagnostic): number {
  const [fileA, fileB] = [a.span?.file ?? '', b.span?.file ?? '']
  if (fileA !== fileB) return fileA < fileB ? -1 : 1
  return (a.span?.start ?? 0) - (b.span?.start ?? 0) || a.number - b.number
}
