/**
 * Islands that the server renders nothing of: `client:only` where a component is used, `ssr: false` where it is made. The
 * server's modules lose their bodies, and the imports that only the bodies need.
 */
import { basename } from 'node:path'
import { type NodePath, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { CLIENT_ONLY } from './client-only-id.ts'
import { findExports } from './exports.ts'
import { isClientOnlyUse, removeUnused } from './unused-code.ts'

/** Asks for the components that this module uses with `client:only`, and no other way, by an import of their own. */
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

export interface DropOptions {
  readonly components: readonly ComponentModel[]
  /** Exports that are asked for by `?client-only=`. Absent: the whole module is. */
  readonly only: readonly string[] | undefined
  /** Names of the module that generated code uses later. */
  readonly kept: ReadonlySet<string>
}

/** Empties the islands that have no HTML, and removes what only they used. Returns their local names. */
export function dropBodies(
  program: NodePath<types.Program>,
  { components, only, kept }: DropOptions,
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
  removeUnused(program, { only: only && [...names], isWhole, kept })
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

/** Those that are no islands are the module's own, which is loaded once. */
export function exportOthers(only: readonly string[], components: readonly ComponentModel[], file: string): string {
  const others = only.filter((name) => !components.some(({ exportName, island }) => island && exportName === name))
  return others.length === 0 ? '' : `export { ${others.join(', ')} } from ${JSON.stringify(`./${basename(file)}`)}\n`
}

function emptyFunction(path: NodePath | undefined): void {
  if (path?.isFunction() !== true) return
  path.node.params = []
  path.node.body = types.blockStatement([])
}

/** Whether every value that the module exports is one of these. */
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
