/** The contract of an app, for `fw.contract.json` and for comparisons with another version. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { Contract, ContractEntry } from '#compatibility/contract-change.ts'
import { sortKeys } from '#compatibility/sort-keys.ts'
import type { ApiModel, AppModel, ContractModel } from '#model.ts'
import { selectConstraints } from './select-constraints.ts'

/** Schemas of functions by name, of a running app. */
export type RunTimeSchemas = Readonly<
  Record<string, { readonly input?: JsonSchema | undefined; readonly output?: JsonSchema | undefined }>
>

/** Returns whether the app has inputs or outputs that are known completely only at run time: builders, Standard Schemas. */
export function needsRunTimeSchemas(model: AppModel): boolean {
  return listApis(model).some(({ input, output }) => input.source === 'schema' || output.source === 'schema')
}

/**
 * Returns the functions of the app, sorted by name.
 *
 * @param schemas those of the running app; required if `needsRunTimeSchemas` returns true
 */
export function listContract(model: AppModel, schemas: RunTimeSchemas = {}): Contract {
  const entries = listApis(model).map((api) => [api.tool, toEntry(api, schemas[api.tool] ?? {})] as const)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function listApis(model: AppModel): readonly ApiModel[] {
  return model.modules.flatMap(({ apis }) => apis)
}

function toEntry(api: ApiModel, known: RunTimeSchemas[string]): ContractEntry {
  const { access = 'undecided', scopes, guard, effect, readonly, http } = api
  const input = toSchema(api.input, known.input)
  const output = toSchema(api.output, known.output)
  return {
    access,
    addresses: [`POST /_fw/api/${api.module}.${api.exportName}`, ...(http === undefined ? [] : [http.address])],
    ...(effect !== undefined && { effect }),
    guard,
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(readonly === true && { readonly }),
    ...(scopes.length > 0 && { scopes: [...scopes].sort() }),
  }
}

/** A schema whose value is unknown allows anything, as far as its callers know. */
function toSchema(contract: ContractModel, known: JsonSchema | undefined): object | undefined {
  if (contract.source === 'type') return sortKeys(selectConstraints(contract.schema)) as object
  if (contract.source === 'schema') return sortKeys(selectConstraints(known ?? contract.declared ?? {})) as object
  return undefined
}
