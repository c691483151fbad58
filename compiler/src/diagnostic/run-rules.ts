/** Runs the rules. Most findings for unchanged api modules are cached. */
import type { ApiModuleModel, Diagnostic } from '../model.ts'
import type { ApiFileFacts, AppFacts } from './facts.ts'
import { NO_FACTS } from './no-facts.ts'
import type { Rule } from './rule.ts'

/**
 * Returns the findings of all rules, ordered by position, each as returned by `finish`, which is called once for each.
 */
type RunRules = (facts: AppFacts, finish: (found: Diagnostic) => Diagnostic) => Diagnostic[]

/** Creates a runner, which caches the findings of rules with `eachModule` by the facts of the api module. */
export function createRunner(rules: readonly Rule[]): RunRules {
  const known = new WeakMap<ApiFileFacts, readonly Diagnostic[]>()
  const alone = rules.filter((rule) => rule.eachModule)
  const together = rules.filter((rule) => !rule.eachModule)
  return (facts, finish) => {
    const run = (some: readonly Rule[], seen: AppFacts) => some.flatMap((rule) => rule.run(seen)).map(finish)
    const { modules } = facts.model
    const ofModule = (module: ApiModuleModel, file: ApiFileFacts): readonly Diagnostic[] => {
      const found = known.get(file) ?? run(alone, ofOne(facts, module, file))
      known.set(file, found)
      return found
    }
    const found = run(together, facts)
    const others: ApiFileFacts[] = []
    for (const [index, file] of facts.apiFiles.entries()) {
      const module = modules[index]
      if (module?.file === file.file) found.push(...ofModule(module, file))
      else others.push(file)
    }
    found.push(...run(alone, { ...facts, model: { ...facts.model, modules: [] }, apiFiles: others }))
    return found.sort(byPlace)
  }
}

function ofOne({ model: { root, config } }: AppFacts, module: ApiModuleModel, file: ApiFileFacts): AppFacts {
  const model = { root, config, modules: [module], routes: [], components: [], files: {} }
  return { ...NO_FACTS, model, apiFiles: [file] }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [fileA, fileB] = [a.span?.file ?? '', b.span?.file ?? '']
  if (fileA !== fileB) return fileA < fileB ? -1 : 1
  return (a.span?.start ?? 0) - (b.span?.start ?? 0) || a.number - b.number
}
