/** The API modules that a server loads at their first call. */
import type { ApiModuleModel } from '../model.ts'
import { isListed } from './contracts.ts'

/** An API module that loads late, with the options of its APIs by export name. */
export interface DeferredModule extends ApiModuleModel {
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Splits the modules by the time at which they load: late, or when the server starts. A module loads late if nothing in it must
 * run at the start: all options of its APIs are literals, no schema is a value in the source, and no statement has an effect.
 */
export function splitModules(modules: readonly ApiModuleModel[]): {
  readonly deferred: readonly DeferredModule[]
  readonly eager: readonly ApiModuleModel[]
} {
  const deferred: DeferredModule[] = []
  const eager: ApiModuleModel[] = []
  for (const module of modules) {
    const options = readOptions(module)
    if (options === undefined) eager.push(module)
    else deferred.push({ ...module, options })
  }
  return { deferred, eager }
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
