/** `src/stores.ts`, unchanged, with the names of its exports given to the stores at the end. */
import { quote } from '../validate/source-text.ts'
import { parseModule } from './parse-module.ts'

/**
 * Appends the names of the exported values, re-exports by name included. `door` is the module that exports `nameStores`.
 * `map` is null in the bundlers' sense: no position of the source has moved.
 */
export function emitNamedStores(
  code: string,
  file: string,
  door: string,
): { readonly code: string; readonly map: null } {
  const imports = [`import { nameStores as _$nameStores } from ${quote(door)}`]
  const entries: string[] = []
  for (const item of parseModule(code, file).body) {
    if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration')
      for (const { id } of item.declaration.declarations) if (id.type === 'Identifier') entries.push(id.value)
    if (item.type !== 'ExportNamedDeclaration' || item.typeOnly) continue
    for (const specifier of item.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) continue
      const { value: local } = specifier.orig
      const name = (specifier.exported ?? specifier.orig).value
      const binding = item.source == null ? local : `_$store${imports.length}`
      if (item.source != null) imports.push(`import { ${local} as ${binding} } from ${quote(item.source.value)}`)
      entries.push(`${name}: ${binding}`)
    }
  }
  if (entries.length === 0) return { code, map: null }
  // A source that ends without a line end or semicolon would swallow what follows.
  return { code: `${code}\n;${imports.join('\n')}\n_$nameStores({ ${entries.join(', ')} })\n`, map: null }
}
