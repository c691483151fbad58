/** Runs rules on an app. */
import type { AnalyzedApp } from '../analyze/analyzed-app.ts'
import type { ContractFact } from '../analyze/apis/contract-fact.ts'
import { toContractFile } from '../analyze/contracts/analyzed-file.ts'
import { TYPED_QUERIES } from '../analyze/contracts/typed-files.ts'
import { defineQuery, type Read } from '../engine/query.ts'
import type { Diagnostic } from '../model.ts'
import type { Rule } from './rule.ts'

/** Returns the findings of all rules, ordered by position, each as returned by `finish`. */
type RunRules = (app: AnalyzedApp) => readonly Diagnostic[]

/** Creates a runner. The findings about one file are a query. */
export function createRunner(rules: readonly Rule[], finish: (read: Read, found: Diagnostic) => Diagnostic): RunRules {
  const queries = new Map(
    TYPED_QUERIES.map((typed) => {
      const findings = defineQuery<readonly Diagnostic[]>('findings', (read, id) => {
        const result = read(typed, id)
        if (result === undefined) return []
        const file = toContractFile(result.analyzed)
        return rules.flatMap((rule) => rule.checkFile(file)).map((found) => finish(read, found))
      })
      return [typed, findings]
    }),
  )
  return (app) => {
    const { read } = app.reader
    const found = rules.flatMap((rule) => rule.checkApp(app)).map((one) => finish(read, one))
    for (const { source } of app.contractFiles) {
      const query = queries.get(source.query)
      if (query !== undefined) found.push(...read(query, source.id))
    }
    return found.sort(comparePlaces)
  }
}

/** Returns the findings about contracts, ordered by position. */
export function checkContracts(rules: readonly Rule[], contracts: readonly ContractFact[]): readonly Diagnostic[] {
  return rules.flatMap((rule) => rule.checkContracts?.(contracts) ?? []).sort(comparePlaces)
}

function comparePlaces(a: Diagnostic, b: Diagnostic): number {
  const [fileA, fileB] = [a.span?.file ?? '', b.span?.file ?? '']
  if (fileA !== fileB) return fileA < fileB ? -1 : 1
  return (a.span?.start ?? 0) - (b.span?.start ?? 0) || a.number - b.number
}
