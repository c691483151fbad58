/**
 * Islands that the server doesn't render: `client:only` at a use of the component, `ssr: false` at its definition.
 * Server modules lose the islands' bodies, and the imports that only the bodies need.
 */
import { basename } from 'node:path'
import { type NodePath, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { CLIENT_ONLY } from './client-only-id.ts'
import { findExports } from './component-exports.ts'
import { isClientOnlyUse, removeUnused } from './unused-code.ts'

/** Gives components that this module uses only with `client:only` a separate import. */
export function splitClientOnly(program: NodePath<types.Program>): void {
  for (const statement of program.get('body')) {
    if (!statement.isImportDeclaration() || statement.node.importKind === 'type') continue
    const only = statement.get('specifiers').filter((specifier) => {
      const binding = program.scope.getBinding(specifier.node.local.name)
      if (specifier.isImportNamespaceSpecifier() || binding === undefined || binding.references === 0) return false
      return binding.referencePaths.every(isClientOnlyUse)
    })
    if (only.length === 0) continue
    const source = statement.node.source.value
    const names = only.map(({ node }) => getExportedName(node)).join()
    statement.insertAfter(
      types.importDeclaration(
        only.map(({ node }) => types.cloneNode(node)),
        types.stringLiteral(`${source}${CLIENT_ONLY}${names}`),
      ),
    )
    const rest = statement.node.specifiers.filter((node) => !only.some((specifier) => specifier.node === node))
    if (rest.length === 0) statement.remove()
    else statement.node.specifiers = rest
  }
}

function getExportedName(specifier: types.ImportDeclaration['specifiers'][number]): string {
  if (specifier.type !== 'ImportSpecifier') return 'default'
  const { imported } = specifier
  return imported.type === 'Identifier' ? imported.name : imported.value
}

interface DropOptions {
  readonly components: readonly ComponentModel[]
  /** Exports that `?client-only=` requests. Absent if the whole module is used. */
  readonly only: readonly string[] | undefined
  /** Names in the module that generated code uses later. */
  readonly usedLater: ReadonlySet<string>
}

/** Empties the islands without HTML, and removes code that only they used. Returns their local names. */
export function dropBodies(
  program: NodePath<types.Program>,
  { components, only, usedLater }: DropOptions,
): ReadonlySet<string> {
  const { exported, functions, calls } = findExports(program)
  const islands = new Set(components.filter(({ island }) => island).map(({ exportName }) => exportName))
  const isDropped = (local: string, exportName: string) =>
    islands.has(exportName) && (only?.includes(exportName) === true || isWithoutSsr(calls.get(local)?.node))
  const dropped = exported.filter(({ local, exportName }) => isDropped(local, exportName))
  if (dropped.length === 0 && only === undefined) return new Set()
  for (const { local } of dropped) {
    const call = calls.get(local)
    if (call !== undefined) call.node.arguments[0] = types.identifier('undefined')
    else emptyFunction(functions.get(local))
  }
  const names = new Set(dropped.map(({ exportName }) => exportName))
  const isWhole = only !== undefined || hasOnlyExports(program, names)
  removeUnused(program, { only: only && [...names], isWhole, usedLater })
  return new Set(dropped.map(({ local }) => local))
}

/** `island(Chart, { ssr: false })` */
function isWithoutSsr(call: types.CallExpression | undefined): boolean {
  const options = call?.arguments[1]
  if (options?.type !== 'ObjectExpression') return false
  return options.properties.some(
    (member) =>
      member.type === 'ObjectProperty' &&
      member.key.type === 'Identifier' &&
      member.key.name === 'ssr' &&
      member.value.type === 'BooleanLiteral' &&
      !member.value.value,
  )
}

/** Re-exports the requested names that aren't islands from the module itself, which is loaded once. */
export function exportOthers(only: readonly string[], components: readonly ComponentModel[], file: string): string {
  const others = only.filter((name) => !components.some(({ exportName, island }) => island && exportName === name))
  return others.length === 0 ? '' : `export { ${others.join(', ')} } from ${JSON.stringify(`./${basename(file)}`)}\n`
}

function emptyFunction(path: NodePath | undefined): void {
  if (path?.isFunction() !== true) return
  path.node.params = []
  path.node.body = types.blockStatement([])
}

/** Returns whether all exported values of the module are in `names`. */
function hasOnlyExports(program: NodePath<types.Program>, names: ReadonlySet<string>): boolean {
  return program.node.body.every((statement) => {
    if (statement.type === 'ExportAllDeclaration') return statement.exportKind === 'type'
    if (statement.type === 'ExportDefaultDeclaration') return names.has('default')
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return true
    const { declaration, specifiers } = statement
    const declared = declaration ? Object.keys(types.getBindingIdentifiers(declaration, false, true)) : []
    const listed = specifiers.map(({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value))
    const isType = declaration?.type.startsWith('TS') === true
    return isType || [...declared, ...listed].every((name) => names.has(name))
  })
}
