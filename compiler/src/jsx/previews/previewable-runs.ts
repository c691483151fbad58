/**
 * Finds the intents and the actions of stores that can run on copies of their state before a user approves their call: their
 * `run` has no other effect.
 */
import { type NodePath, parseSync, traverse, type types } from '@babel/core'
import { getLine } from '../classify-components.ts'
import { mayNeedApproval } from '../read-intent-props.ts'
import { childAt, getKey } from '../syntax-paths.ts'
import { findObstacle, type Role } from './find-obstacle.ts'
import { type Binding, skipTypes } from './pure-values.ts'

const SIGNAL: Role = { 0: 'setter', 1: 'setter' }
const STORE: Role = { 0: 'data', 1: 'actions' }

/** Returns the code of a call of `intent()` that prevents a preview; `undefined` if it has one. */
export function findIntentObstacle(call: NodePath<types.CallExpression>): types.Node | undefined {
  const definition = skipTypes(childAt(call, 'arguments.1'))
  const state = findMember(definition, 'state')
  const run = findRun(definition)
  if (!state?.isObjectProperty() || run === undefined) return call.node
  const handles = skipTypes(childAt(state, 'value'))
  if (!handles.isObjectExpression()) return state.node
  const roles: Record<string, Role> = {}
  const sources = new Set<types.Node>()
  for (const handle of handles.get('properties')) {
    const name = handle.isObjectProperty() && !handle.node.computed ? getKey(handle.node) : undefined
    const found = name === undefined ? undefined : readHandle(skipTypes(childAt(handle, 'value')))
    // A signal or a store of two names would have two copies.
    if (name === undefined || found === undefined || sources.has(found.source)) return handle.node
    roles[name] = found.role
    sources.add(found.source)
  }
  return findObstacle(run, ['data', roles])
}

/**
 * Returns the line of the first code that prevents a preview, for each guarded intent of a module that declares state, by the
 * position of its call.
 */
export function listObstacles(program: NodePath<types.Program>): ReadonlyMap<number, number> {
  const lines = new Map<number, number>()
  program.traverse({
    CallExpression(call) {
      const definition = skipTypes(childAt(call, 'arguments.1'))
      if (!isImported(call, 'intent', '@fw/runtime') || !mayNeedApproval(definition.node)) return
      const obstacle = findMember(definition, 'state') && findIntentObstacle(call)
      if (obstacle) lines.set(call.node.start ?? 0, getLine(obstacle))
    },
  })
  return lines
}

/** Names of actions by the variable of their store. */
export type PreviewableActions = ReadonlyMap<string, readonly string[]>

/** Returns the previewable actions of the stores of a module. Throws Babel's error on bad syntax. */
export function readPreviewableActions(code: string, file: string): PreviewableActions {
  const plugins = /x$/.test(file) ? (['typescript', 'jsx'] as const) : (['typescript'] as const)
  const ast = parseSync(code, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins: [...plugins] },
  })
  let found: PreviewableActions = new Map()
  if (ast)
    traverse(ast, {
      Program(program) {
        found = listActions(program)
        program.stop()
      },
    })
  traverse.cache.clearPath()
  return found
}

function listActions(program: NodePath<types.Program>): PreviewableActions {
  const stores = new Map<string, readonly string[]>()
  for (const [name, binding] of Object.entries(program.scope.bindings)) {
    const call = findCall(binding)
    if (call === undefined || !isImported(call, 'defineStore', '@fw/runtime')) continue
    const actions = findMember(skipTypes(childAt(call, 'arguments.1')), 'actions')
    const listed = actions?.isObjectProperty() ? skipTypes(childAt(actions, 'value')) : undefined
    if (!listed?.isObjectExpression()) continue
    const names = listed.get('properties').flatMap((property) => {
      const action = property.isObjectProperty() ? getKey(property.node) : undefined
      if (action === undefined || findMember(listed, action) !== property) return []
      const run = findRun(skipTypes(childAt(property, 'value')))
      return run && findObstacle(run, [{ set: 'set' }]) === undefined ? [action] : []
    })
    if (names.length > 0) stores.set(name, names)
  }
  return stores
}

/** Returns a member of an object literal, unless later code in the literal may replace it. */
function findMember(object: NodePath, name: string): NodePath | undefined {
  if (!object.isObjectExpression()) return undefined
  const last = object
    .get('properties')
    .findLast((member) => member.isSpreadElement() || (getKey(member.node as types.ObjectProperty) ?? name) === name)
  return last && !last.isSpreadElement() && getKey(last.node as types.ObjectProperty) === name ? last : undefined
}

function findRun(definition: NodePath): NodePath<types.Function> | undefined {
  const member = findMember(definition, 'run')
  if (member?.isObjectMethod()) return member.node.kind === 'method' ? member : undefined
  const value = member?.isObjectProperty() ? skipTypes(childAt(member, 'value')) : undefined
  return value?.isArrowFunctionExpression() || value?.isFunctionExpression() ? value : undefined
}

interface Handle {
  readonly role: Role
  /** The same for all handles of a signal or a store. */
  readonly source: types.Node
}

/** Returns the role of a signal or a store. Reading another value may have an effect. */
function readHandle(path: NodePath): Handle | undefined {
  if (path.isIdentifier()) {
    const call = findCall(path.scope.getBinding(path.node.name))
    if (call === undefined) return undefined
    if (isImported(call, 'createSignal', 'solid-js')) return { role: SIGNAL, source: call.node }
    if (!isImported(call, 'useStore', '@fw/runtime')) return undefined
    const [store] = call.node.arguments
    const binding = store?.type === 'Identifier' ? call.scope.getBinding(store.name) : undefined
    return { role: STORE, source: binding?.identifier ?? call.node }
  }
  // The two functions of a signal, in their order.
  if (!path.isArrayExpression() || path.node.elements.length !== 2) return undefined
  const [read, write] = path.node.elements.map((element, index) =>
    element?.type === 'Identifier' ? findCall(path.scope.getBinding(element.name), index) : undefined,
  )
  const isSignal = read && read.node === write?.node && isImported(read, 'createSignal', 'solid-js')
  return isSignal ? { role: SIGNAL, source: read.node } : undefined
}

/** Returns the call whose result a constant contains, or whose value at this index it contains. */
function findCall(binding: Binding | undefined, index?: number): NodePath<types.CallExpression> | undefined {
  if (!binding?.constant || binding.kind !== 'const' || !binding.path.isVariableDeclarator()) return undefined
  const { id } = binding.path.node
  const parts = id.type === 'ArrayPattern' ? id.elements : []
  const target = index === undefined ? id : parts[index]
  const call = skipTypes(childAt(binding.path, 'init'))
  return target === binding.identifier && call.isCallExpression() ? call : undefined
}

/** Whether a call is of a function that the module imports. */
function isImported({ node, scope }: NodePath<types.CallExpression>, name: string, source: string): boolean {
  const path = node.callee.type === 'Identifier' ? scope.getBinding(node.callee.name)?.path : undefined
  if (!path?.isImportSpecifier() || path.parent.type !== 'ImportDeclaration') return false
  const { imported } = path.node
  return (
    path.parent.source.value === source && (imported.type === 'Identifier' ? imported.name : imported.value) === name
  )
}
