/**
 * In development: passes signals and stores through the runtime, which restores them for the component that replaces
 * theirs after an edit, and makes a module of islands accept its next version.
 */
import { createHash } from 'node:crypto'
import { type NodePath, template, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { readImports } from './classify-components.ts'
import { findExports } from './component-exports.ts'
import { ANONYMOUS_DEFAULT, createChunkId, isComponentName, relativeFile } from './component-units.ts'
import { type ImportedName, isHook, RUNTIME, SOLID } from './reactive-names.ts'

/** Module of the runtime's half. */
export const HOT_ENTRY = '@fw/runtime/compiled/hot'

/** Exports of Solid that create state. */
const STATE: ReadonlySet<string> = new Set(['createSignal', 'createStore', 'createMutable'])

/** Imports of the runtime's half, with their local names in the module. */
type HotImports = Map<'beginComponent' | 'keepModuleState' | 'keepState' | 'swapIslands', string>

export interface HotModule {
  readonly code: string
  readonly file: string
  readonly root: string
}

/** A call in the module that creates state, or a call of a hook, which may. */
interface StateCall {
  readonly path: NodePath<types.CallExpression>
  /** The enclosing top-level function; undefined at module level. */
  readonly unit: NodePath | undefined
  /** Name of its variable; empty for a call without one. */
  readonly name: string
  /** Source of the initial state without whitespace; undefined for a hook. */
  readonly start: string | undefined
}

/** Cheap pre-check. */
export function mayKeepState(code: string): boolean {
  return /\bcreate(?:Signal|Store|Mutable)\b/.test(code)
}

/** Rewrites the module, which still contains types. Returns its imports from `HOT_ENTRY`. */
export function keepState(program: NodePath<types.Program>, { code, file, root }: HotModule): HotImports {
  const imports: HotImports = new Map()
  const local = (name: Parameters<HotImports['get']>[0]) => {
    const known = imports.get(name) ?? program.scope.generateUid(name)
    imports.set(name, known)
    return types.identifier(known)
  }
  const calls = readCalls(program, code)
  const names = new Map([...findExports(program).functions].map(([name, path]) => [path.node, name]))
  const signatures = new Map(
    [...new Set(calls.map(({ unit }) => unit))].map((unit) => [unit, createSignature(calls, unit)]),
  )
  for (const { path, unit, name, start } of calls) {
    if (start === undefined) continue
    const owner = unit === undefined ? relativeFile(file, root) : (names.get(unit.node) ?? '')
    // Module-level state is kept whatever else changes in the module.
    const sign = unit === undefined ? hashText(start) : signatures.get(unit)
    path.replaceWith(
      types.callExpression(local(unit === undefined ? 'keepModuleState' : 'keepState'), [
        path.node,
        types.stringLiteral(`${owner}.${name}#${sign}`),
        types.booleanLiteral(!start.includes('(')),
      ]),
    )
    path.skip()
  }
  for (const [unit, signature] of signatures) {
    const name = unit && names.get(unit.node)
    const body = unit?.node !== undefined && types.isFunction(unit.node) ? unit.node.body : undefined
    if (name === undefined || body?.type !== 'BlockStatement') continue
    if (name === ANONYMOUS_DEFAULT || isComponentName(name))
      body.body.unshift(
        types.expressionStatement(types.callExpression(local('beginComponent'), [types.stringLiteral(signature)])),
      )
  }
  return imports
}

function readCalls(program: NodePath<types.Program>, code: string): readonly StateCall[] {
  const imports = readImports(program)
  const calls: StateCall[] = []
  program.traverse({
    CallExpression(path) {
      const { callee, arguments: given } = path.node
      if (callee.type !== 'Identifier') return
      const imported = imports.get(callee.name)
      const isState = imported !== undefined && SOLID.test(imported.from) && STATE.has(imported.name)
      if (!isState && !mayKeep(imported ?? { from: '', name: callee.name })) return
      const start = given.map((node) => code.slice(node.start ?? 0, node.end ?? 0).replace(/\s/g, '')).join()
      calls.push({ path, unit: unitAround(path), name: getName(path), start: isState ? start : undefined })
    },
  })
  return calls
}

/** Hooks of Solid and the runtime contain no state that an edit could lose. */
function mayKeep(imported: ImportedName): boolean {
  return isHook(imported) && !SOLID.test(imported.from) && !RUNTIME.test(imported.from)
}

function unitAround(path: NodePath): NodePath | undefined {
  let unit: NodePath | undefined
  for (let current = path.getFunctionParent(); current !== null; current = current.getFunctionParent()) unit = current
  return unit
}

function getName({ parent }: NodePath): string {
  if (parent.type !== 'VariableDeclarator') return ''
  const holder = parent.id.type === 'ArrayPattern' ? parent.id.elements[0] : parent.id
  return holder?.type === 'Identifier' ? holder.name : ''
}

/**
 * Returns a signature that changes with the names of a function's state and its initial values, but not with their
 * order.
 */
function createSignature(calls: readonly StateCall[], unit: NodePath | undefined): string {
  const own = calls.filter((call) => call.unit?.node === unit?.node)
  const texts = own.map(({ path, name, start }) => {
    const { callee } = path.node
    return `${callee.type === 'Identifier' ? callee.name : ''} ${name} ${start ?? ''}`
  })
  return hashText(texts.sort().join('\n'))
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

const ACCEPT = template.statement(
  'if (import.meta.hot) import.meta.hot.accept((module) => SWAP(CHUNK, import.meta.url, module))',
  { sourceType: 'module', placeholderPattern: /^(?:SWAP|CHUNK)$/ },
)

/** Returns the statement with which a module that has a `hotShape` accepts its next version. */
export function acceptStatement(swapIslands: string, { file, root }: HotModule): types.Statement {
  return ACCEPT({ SWAP: types.identifier(swapIslands), CHUNK: types.stringLiteral(createChunkId(file, root)) })
}

/**
 * Returns what must not change for an edit to be shown in place: the islands of the module. Returns `undefined` if it
 * has other exports, which code outside of islands may use.
 */
export function hotShape(
  program: NodePath<types.Program>,
  components: readonly ComponentModel[],
): readonly string[] | undefined {
  const islands = components.filter(({ island }) => island)
  const names = new Set(islands.map(({ exportName }) => exportName))
  const isOnly = components.length === islands.length && program.node.body.every((one) => exportsOnly(one, names))
  if (islands.length === 0 || !isOnly) return undefined
  return islands.map(({ exportName, name }) => `${exportName} ${name}`).sort()
}

function exportsOnly(statement: types.Statement, islands: ReadonlySet<string>): boolean {
  if (statement.type === 'ExportAllDeclaration') return statement.exportKind === 'type'
  if (statement.type === 'ExportDefaultDeclaration') return islands.has('default')
  if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return true
  const { declaration } = statement
  if (declaration?.type === 'TSEnumDeclaration' || declaration?.type === 'TSModuleDeclaration') return false
  if (declaration != null)
    return Object.keys(types.getBindingIdentifiers(declaration, false, true)).every((name) => islands.has(name))
  return statement.specifiers.every(
    (one) =>
      one.type === 'ExportSpecifier' &&
      (one.exportKind === 'type' ||
        islands.has(one.exported.type === 'Identifier' ? one.exported.name : one.exported.value)),
  )
}
