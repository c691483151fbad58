/**
 * `src/stores.ts`, unchanged, followed by code that gives the stores their export names and the contracts of their
 * actions.
 */
import { sourcesId, toolsId } from '../jsx/contract-names.ts'
import { quote } from '../validate/source-text.ts'
import { parseModule } from './parse-module.ts'

interface StoresSource {
  readonly code: string
  readonly file: string
  /** `createChunkId` of the file, for the contracts of its actions. */
  readonly chunk: string
  /** In development: contracts are loaded when they are first needed, since types are available later. */
  readonly lazy: boolean
  /**
   * Names of the previewable actions of stores, by variable. Stores that the file re-exports have none.
   *
   * @default none
   */
  readonly previewable?: ReadonlyMap<string, readonly string[]> | undefined
}

/**
 * Appends the names of the exported values, including named re-exports, access to the contracts of their actions, and the
 * names of the previewable ones. `map` is null in the bundlers' sense: no position of the source has moved.
 */
export function emitNamedStores({ code, file, chunk, lazy, previewable }: StoresSource): {
  readonly code: string
  readonly map: null
} {
  const imports = ["import { nameStores as _$nameStores } from '@fw/runtime/compiled'"]
  const entries: (readonly [name: string, binding: string])[] = []
  for (const item of parseModule(code, file).body) {
    if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration')
      for (const { id } of item.declaration.declarations)
        if (id.type === 'Identifier') entries.push([id.value, id.value])
    if (item.type !== 'ExportNamedDeclaration' || item.typeOnly) continue
    for (const specifier of item.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) continue
      const { value: local } = specifier.orig
      const name = (specifier.exported ?? specifier.orig).value
      const binding = item.source == null ? local : `_$store${imports.length}`
      if (item.source != null) imports.push(`import { ${local} as ${binding} } from ${quote(item.source.value)}`)
      entries.push([name, binding])
    }
  }
  if (entries.length === 0) return { code, map: null }
  if (!lazy) imports.push(`import * as _$contracts from ${quote(sourcesId(chunk))}`)
  const contractOf = lazy
    ? `(name) => ({ load: () => import(${quote(toolsId(chunk))}).then((tools) => tools[name]) })`
    : '(name) => _$contracts[name]'
  const named = entries.map(([name, binding]) => (name === binding ? name : `${name}: ${binding}`))
  const marked = entries.flatMap(([name, binding]) => {
    const actions = previewable?.get(binding)
    return actions ? [`${name}: ${JSON.stringify(actions)}`] : []
  })
  const marks = marked.length === 0 ? '' : `, { ${marked.join(', ')} }`
  // Without these, a source without a final line break or semicolon would merge with the appended code.
  return {
    code: `${code}\n;${imports.join('\n')}\n_$nameStores({ ${named.join(', ')} }, ${contractOf}${marks})\n`,
    map: null,
  }
}
