/** The API modules that a server loads at their first call. */
import type { ApiModuleModel } from '../model.ts'
import { isListed } from './contracts.ts'

/** An API module, with the options of its APIs by export name. */
export interface DeferredModule extends ApiModuleModel {
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Returns the modules with nothing that must run when the server starts: all options of their APIs are literals, no schema is
 * a value in the source, and no statement has an effect.
 */
export function listDeferred(modules: readonly ApiModuleModel[]): readonly DeferredModule[] {
  return modules.flatMap((module) => {
    const options = readOptions(module)
    return options === undefined ? [] : [{ ...module, options }]
  })
}

function readOptions(module: ApiModuleModel): DeferredModule['options'] | undefined {
  if (module.apis.length === 0 || module.isDeclarative !== true || !isListed(module)) return undefined
  const entries: [string, Readonly<Record<string, unknown>>][] = []
  for (const { exportName, options } of module.apis) {
    if (options === undefined || options.eager === true) return undefined
    entries.push([exportName, options])
  }
  // A loaded module has its exports in this order, and lists of tools keep it.
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}
