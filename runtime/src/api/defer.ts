/**
 * API modules that load at their first call, so that the time to start doesn't depend on their number. The compiler emits
 * a call of `deferApis` for the modules whose options it knows.
 */
import type { ApiDefinition } from '#contract/api.ts'
import { toolName } from '#contract/name.ts'
import type { CompiledModule, ListedContracts } from '#contract/schema/validation.ts'
import type { ApiModules } from './collect.ts'
import { createCallable } from './define.ts'
import { importForAll } from './import-for-all.ts'
import { type ApiRecord, createRecord, findRecord } from './record.ts'

/** The options of an API, except the ones that only a call of it needs. */
type DeferredOptions = Omit<ApiDefinition<unknown, unknown>, 'run' | 'description' | 'tags'>
type LoadModule = () => Promise<Readonly<Record<string, unknown>>>

/**
 * Returns the APIs of modules that aren't loaded yet: module name -> export name -> API. `options` contains the options of
 * each API, and `load` imports a module. Lists of tools are complete without the modules.
 */
export function deferApis(
  options: Readonly<Record<string, Readonly<Record<string, DeferredOptions>>>>,
  load: Readonly<Record<string, LoadModule>>,
  listed: ListedContracts,
): ApiModules {
  return Object.fromEntries(
    Object.entries(options).map(([module, apis]) => {
      const records = Object.entries(apis).map(([name, known]): [string, ApiRecord] => {
        const record = createRecord({ ...known, run: rejectEarlyRun })
        record.name = toolName(module, name)
        return [name, record]
      })
      const from = () => completeRecords(module, records, load[module])
      for (const [name, record] of records) record.source = { module, export: name, from, listed }
      return [module, Object.fromEntries(records.map(([name, record]) => [name, createCallable(record)]))]
    }),
  )
}

/** Loads the module, and returns its contracts. */
async function completeRecords(
  module: string,
  records: readonly (readonly [string, ApiRecord])[],
  load: LoadModule | undefined,
): Promise<CompiledModule> {
  if (load === undefined) throw new TypeError(`The build has no import of the API module "${module}".`)
  const exports = await importForAll(load)
  let source: CompiledModule | (() => Promise<CompiledModule>) = {}
  for (const [name, record] of records) {
    const own = findRecord(exports[name])
    if (own === undefined) throw new TypeError(`The module "${module}" doesn't export the API "${name}" any more.`)
    requireEqualOptions(record, own)
    record.definition = own.definition
    source = own.source?.from ?? source
  }
  return typeof source === 'function' ? source() : source
}

/**
 * The options that the build read from the source decided about this call: its guard, its scopes, its access. A plugin that
 * rewrites them would be ignored.
 */
function requireEqualOptions({ name, definition }: ApiRecord, own: ApiRecord): void {
  const { run: _run, description: _description, tags: _tags, ...built } = definition
  const { run, description, tags, ...loaded } = own.definition
  if (definition.run === rejectEarlyRun && printOptions(built) !== printOptions(loaded))
    throw new TypeError(
      `The options of ${name} differ from those in its source, which the build has read. Set eager: true in the API, so that the module loads at start.`,
    )
}

function printOptions(options: object): string {
  return JSON.stringify(options, (_key, value: unknown) => (typeof value === 'function' ? 'a function' : value))
}

function rejectEarlyRun(): never {
  throw new TypeError('The module of this API is not loaded yet.')
}
