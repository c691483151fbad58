/** Browser form of a `*.api.ts` module: every api becomes a fetch stub, all other code is removed. */
import { toolName } from '@fw/runtime/contract'
import { quote } from '../validate/source-text.ts'
import { ApiModuleError } from './api-module-error.ts'
import { scanApiModule } from './scan-api-module.ts'

interface ClientStubSource {
  readonly code: string
  /** Name of the file in errors. */
  readonly file: string
  /** `shop` for `src/server/shop.api.ts`. */
  readonly module: string
  /**
   * Exports whose input or output has a codec (`Date`, `bigint` …): their stubs get encoders and decoders from
   * `fw:codecs/<module>`.
   *
   * @default none
   */
  readonly codecs?: readonly string[]
  /**
   * Export -> hash of its contract (`hashContract`), which its calls carry.
   *
   * @default none, and the server then accepts calls of any version
   */
  readonly hashes?: ReadonlyMap<string, string>
}

/**
 * Returns the module of stubs.
 *
 * @throws `ApiModuleError` for exports that aren't apis.
 */
export function emitClientStub(source: ClientStubSource): string {
  const { exports, problems } = scanApiModule(source)
  if (problems.length > 0) throw new ApiModuleError(source.file, problems)
  const codecs = new Set(source.codecs)
  const lines = ["import { stub as _$stub } from '@fw/runtime/compiled'"]
  if (exports.some(({ name }) => codecs.has(name)))
    lines.push(`import * as _$codecs from ${quote(`fw:codecs/${source.module}`)}`)
  for (const { name } of exports) {
    const hash = source.hashes?.get(name)
    const rest = [
      ...(codecs.has(name) ? [`_$codecs.${name}`] : hash === undefined ? [] : ['null']),
      ...(hash === undefined ? [] : [quote(hash)]),
    ]
    const given = [quote(toolName(source.module, name)), ...rest].join(', ')
    lines.push(`export const ${name} = /*#__PURE__*/ _$stub(${given})`)
  }
  return `${lines.join('\n')}\n`
}
