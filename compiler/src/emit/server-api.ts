/** Server form of a `*.api.ts` module: unchanged, with the compiled contracts attached to its apis at the end. */
import { quote } from '../validate/source-text.ts'
import { ApiModuleError } from './api-module-error.ts'
import { scanApiModule } from './scan-api-module.ts'

export interface ServerApiSource {
  readonly code: string
  readonly file: string
  readonly module: string
  /**
   * Development: contracts are imported when they are first needed, since schemas come late, and a module that breaks a
   * rule still loads, with the apis that it has. Builds import contracts at once.
   */
  readonly lazy: boolean
}

/** Id of the module that holds the compiled contracts of an api module. */
export function contractsModuleId(module: string): string {
  return `fw:contracts/${module}`
}

/**
 * Appends the attachment. `map` is null in the bundlers' sense: no position of the source has moved.
 * Throws `ApiModuleError` for export forms that are no apis, unless `lazy`.
 */
export function emitServerApi(source: ServerApiSource): { readonly code: string; readonly map: null } {
  const { exports, problems } = scanApiModule(source)
  if (problems.length > 0 && !source.lazy) throw new ApiModuleError(source.file, problems)
  const id = quote(contractsModuleId(source.module))
  const apis = `{ ${exports.map(({ name }) => name).join(', ')} }`
  const attach = `_$attach(${quote(source.module)}, ${apis}, `
  const appended = source.lazy
    ? ["import { attachContracts as _$attach } from '@fw/runtime/contract'", `${attach}() => import(${id}))`]
    : [
        "import { attachContracts as _$attach } from '@fw/runtime/contract'",
        `import * as _$contracts from ${id}`,
        `${attach}_$contracts)`,
      ]
  // A source that ends without a line end or semicolon would swallow what follows.
  return { code: `${source.code}\n;${appended.join('\n')}\n`, map: null }
}
