/** Selects the files of an app that need type analysis, and combines the results. */
import type { ComponentModel, IntentModel, StoreModel } from '#model.ts'
import type { AnalyzedFile } from '../modules/module-cache.ts'
import type { AnalyzedTools, IntentContract } from '../pages/page-tools.ts'
import type { TypedFile } from './api-analysis.ts'
import type { ApiFiles } from './api-files.ts'
import type { AnalyzedModule } from './api-module.ts'

/** Returns api modules, files with intents, and the module of the stores. Paths relative to the app root. */
export function listTypedFiles(
  apis: ApiFiles['collected'],
  components: readonly ComponentModel[],
  stores: string | undefined,
): readonly TypedFile[] {
  const places = new Map<string, { tool: string; start: number }[]>()
  for (const { intents } of components)
    for (const { tool, span } of intents)
      places.set(span.file, [...(places.get(span.file) ?? []), { tool, start: span.start }])
  return [
    ...apis.map(({ file, module }) => ({ kind: 'api' as const, file, module })),
    ...[...places].map(([file, own]) => ({ kind: 'intents' as const, file, places: own })),
    ...(stores === undefined ? [] : [{ kind: 'stores' as const, file: stores }]),
  ]
}

interface TypedParts {
  readonly modules: readonly AnalyzedModule[]
  /** Components with the contracts of their intents. */
  readonly components: readonly ComponentModel[]
  /** Absent without a module of stores. */
  readonly stores?: readonly StoreModel[]
  /** Further results for the files of page tools. */
  readonly tools: readonly AnalyzedTools[]
}

export function joinTypes(files: readonly AnalyzedFile[], components: readonly ComponentModel[]): TypedParts {
  const modules = files.filter((file) => 'model' in file)
  const tools = files.filter((file) => 'intents' in file)
  const contracts = new Map(
    tools.flatMap(({ file, intents }) => intents.map((intent) => [`${file} ${intent.start}`, intent] as const)),
  )
  const withContract = (intent: IntentModel): IntentModel => {
    const { span } = intent
    const contract: IntentContract | undefined = contracts.get(`${span.file} ${span.start}`)
    if (contract === undefined) return intent
    const { input, output, guard } = contract
    return { ...intent, input, output, ...(guard !== undefined && { guard }) }
  }
  const stores = tools.find((file) => file.stores !== undefined)?.stores
  return {
    modules,
    components: components.map((one) =>
      one.intents.length === 0 ? one : { ...one, intents: one.intents.map(withContract) },
    ),
    ...(stores !== undefined && { stores }),
    tools,
  }
}
