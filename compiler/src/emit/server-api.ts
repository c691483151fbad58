/** Server form of a `*.api.ts` module: unchanged, followed by code that attaches the compiled contracts to its apis. */
import { LISTED_CONTRACTS } from '../jsx/contract-names.ts'
import { quote } from '../validate/source-text.ts'
import { ApiModuleError } from './api-module-error.ts'
import { scanApiModule } from './scan-api-module.ts'

interface ServerApiSource {
  readonly code: string
  readonly file: string
  readonly module: string
  /**
   * In development: contracts are imported when they are first needed, since schemas are available later, and a module
   * that breaks a rule still loads, with its valid apis.
   */
  readonly lazy: boolean
  /** In a build: contracts are loaded at the first call, and lists of tools use `fw:listed`. */
  readonly listed?: boolean
}

/** Returns the id of the module with the compiled contracts of an api module. */
function contractsModuleId(module: string): string {
  return `fw:contracts/${module}`
}

/**
 * Appends the attachment. `map` is null in the bundlers' sense: no position of the source has moved.
 *
 * @throws `ApiModuleError` for exports that aren't apis, unless `lazy`.
 */
export function emitServerApi(source: ServerApiSource): { readonly code: string; readonly map: null } {
  const { exports, problems } = scanApiModule(source)
  if (problems.length > 0 && !source.lazy) throw new ApiModuleError(source.file, problems)
  const id = quote(contractsModuleId(source.module))
  const apis = `{ ${exports.map(({ name }) => name).join(', ')} }`
  const attach = `_$attach(${quote(source.module)}, ${apis}, `
  const load = `() => import(${id})`
  const appended = [
    "import { attachContracts as _$attach } from '@fw/runtime/compiled'",
    ...(source.lazy
      ? [`${attach}${load})`]
      : source.listed
        ? [`${attach}${load}, () => import(${quote(LISTED_CONTRACTS)}))`]
        : [`import * as _$contracts from ${id}`, `${attach}_$contracts)`]),
  ]
  // Without these, a source without a final line break or semicolon would merge with the appended code.
  return { code: `${source.code}\n;${appended.join('\n')}\n`, map: null }
}
