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
  /** `createChunkId` of `src/stores.ts`, for the contracts of the actions. */
  readonly chunk: string
  /** In development: contracts are loaded when they are first needed, since types are available later. */
  readonly lazy: boolean
  /**
   * Names of the previewable actions of stores, by variable. The module that defines a store lists them, not one that
   * re-exports it.
   *
   * @default none
   */
  readonly previewable?: ReadonlyMap<string, readonly string[]> | undefined
}

/**
 * Appends the names of the exported values, including re-exports, access to the contracts of their actions, and the names of
 * the previewable ones. `map` is null in the bundlers' sense: no position of the source has moved.
 */
export function emitNamedStores(source: StoresSource): EmittedStores {
  const imports: string[] = []
  // Named exports win over those of `export *`.
  const stars: string[] = []
  const variables: Variable[] = []
  const importFrom = (clause: (local: string) => string, from: string): string => {
    const local = `_$store${imports.length + 1}`
    imports.push(`import ${clause(local)} from ${quote(from)}`)
    return local
  }
  for (const item of parseModule(source.code, source.file).body) {
    if (item.type === 'ExportAllDeclaration')
      stars.push(`...${importFrom((local) => `* as ${local}`, item.source.value)}, default: undefined`)
    if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration')
      for (const { id } of item.declaration.declarations)
        if (id.type === 'Identifier') variables.push([id.value, id.value])
    if (item.type !== 'ExportNamedDeclaration' || item.typeOnly) continue
    for (const specifier of item.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) continue
      const { value: name } = specifier.orig
      const from = item.source?.value
      const local = from === undefined ? name : importFrom((binding) => `{ ${name} as ${binding} }`, from)
      variables.push([(specifier.exported ?? specifier.orig).value, local])
    }
  }
  return emitNames(source, imports, stars, variables)
}

/** Does the same in a module whose variables the module of the stores re-exports. `names`: the variables by their names there. */
export function emitReExportedStores(source: StoresSource, names: ReadonlyMap<string, string>): EmittedStores {
  return emitNames(source, [], [], [...names])
}

interface EmittedStores {
  readonly code: string
  readonly map: null
}

type Variable = readonly [name: string, local: string]

function emitNames(
  { code, chunk, lazy, previewable }: StoresSource,
  imported: readonly string[],
  stars: readonly string[],
  variables: readonly Variable[],
): EmittedStores {
  const named = [...stars, ...variables.map(([name, local]) => (name === local ? name : `${name}: ${local}`))]
  if (named.length === 0) return { code, map: null }
  const imports = ["import { nameStores as _$nameStores } from '@fw/runtime/compiled'", ...imported]
  if (!lazy) imports.push(`import _$contracts from ${quote(sourcesId(chunk))}`)
  const contractOf = lazy
    ? `(name) => ({ load: () => import(${quote(toolsId(chunk))}).then((tools) => tools[name]) })`
    : '(name) => _$contracts[name]'
  const marked = variables.flatMap(([name, local]) => {
    const actions = previewable?.get(local)
    return actions ? [`${name}: ${JSON.stringify(actions)}`] : []
  })
  const marks = marked.length === 0 ? '' : `, { ${marked.join(', ')} }`
  // Without these, a source without a final line break or semicolon would merge with the appended code.
  return {
    code: `${code}\n;${imports.join('\n')}\n_$nameStores({ ${named.join(', ')} }, ${contractOf}${marks})\n`,
    map: null,
  }
}
