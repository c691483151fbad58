/** Results of functions of Solid and of the framework, as values of a component. */
import type { NodePath, types } from '@babel/core'
import { act, data, type Value } from './binding-values.ts'
import { literalText } from './literal-text.ts'
import { type ImportedName, isApiImport, isHook, RUNTIME, SOLID } from './reactive-names.ts'
import { childAt, memberName, topLevelName } from './syntax-paths.ts'

/** Access of the call reader to the reader of values. */
export interface CallReader {
  readonly imports: ReadonlyMap<string, ImportedName>
  /** Returns the name that prefixes the tools of a component or hook. `name`: its variable at the top of the module. */
  ownerOf(name: string | undefined): string
  of(path: NodePath): Value | undefined
}

/** Returns the value of an import itself: an api. */
export function valueOfImport({ from, name }: ImportedName): Value | undefined {
  if (!isApiImport(from)) return undefined
  const module = from.replace(/^.*\//, '').replace(/\.api(?:\.[cm]?[jt]s)?$/, '')
  return act(`api:${module}.${name}`)
}

/** Returns the result of calling an import, or `undefined` if it is unknown here. */
export function valueOfCall(call: NodePath, { from, name }: ImportedName, reader: CallReader): Value | undefined {
  if (RUNTIME.test(from)) return ofRuntime(call, name, reader)
  if (SOLID.test(from)) return ofSolid(call, name, reader)
  return isHook({ from, name }) ? data('hook', name) : undefined
}

function ofRuntime(call: NodePath, name: string, { imports, ownerOf }: CallReader): Value | undefined {
  const first = childAt(call, 'arguments.0')
  if (name === 'useStore') {
    const store = first.node ? storeName(first.node, imports) : undefined
    return store === undefined ? undefined : tuple(data('store', store), { kind: 'actions', store })
  }
  if (name === 'live') return { kind: 'accessor', of: data('resource', getName(call)) }
  const text = name === 'intent' ? literalText(first.node) : undefined
  return text === undefined ? undefined : { kind: 'intent', tool: `${ownerOf(topLevelName(call))}.${text}` }
}

function ofSolid(call: NodePath, name: string, { of }: CallReader): Value | undefined {
  const argument = (index: number) => of(childAt(call, `arguments.${index}`))
  const own = getName(call)
  switch (name) {
    case 'createSignal':
      return tuple({ kind: 'accessor', of: data('signal', own) }, act(`set:${own}`))
    case 'createStore':
      return tuple(data('state', own), act(`set:${own}`))
    case 'createMutable':
      return data('state', own)
    case 'createResource':
      return tuple({ kind: 'accessor', of: data('resource', own) }, undefined)
    case 'createMemo':
    case 'createDeferred':
    case 'createSelector':
    case 'children':
      return argument(0)
    case 'useContext':
      return data('context', nameOfExpression(childAt(call, 'arguments.0')) ?? '*')
    case 'splitProps':
      return tuple(...(call.get('arguments') as NodePath[]).map(() => argument(0))) // an array, since it is a call
    case 'mergeProps':
      return (call.get('arguments') as NodePath[]).map(of).find((value) => value?.kind === 'data') // an array, since it is a call
    default:
      return undefined
  }
}

/** Returns a store's name, which is its export: the imported name, or the member of a namespace import. */
export function storeName(store: types.Node, imports: ReadonlyMap<string, ImportedName>): string | undefined {
  if (store.type === 'MemberExpression')
    return !store.computed && store.property.type === 'Identifier' ? store.property.name : undefined
  if (store.type !== 'Identifier') return undefined
  const imported = imports.get(store.name)
  return imported === undefined || imported.whole === 'default' ? store.name : imported.name
}

/** Signals and similar values are named after their variables: the getter, or the variable of the pair. */
function getName(call: NodePath): string {
  for (let path = call.parentPath; path !== null; path = path.parentPath) {
    if (path.isVariableDeclarator()) return nameOfPattern(path.node.id) ?? '*'
    if (path.isObjectProperty() && path.node.key.type === 'Identifier') return path.node.key.name
    if (path.isFunction()) break
  }
  return topLevelName(call) ?? '*'
}

function nameOfPattern(pattern: types.Node): string | undefined {
  if (pattern.type === 'Identifier') return pattern.name
  if (pattern.type !== 'ArrayPattern') return undefined
  const [get, set] = pattern.elements
  if (get?.type === 'Identifier') return get.name
  // `[, setOpen]`
  return set?.type === 'Identifier'
    ? set.name.replace(/^set(.)/, (_, letter: string) => letter.toLowerCase())
    : undefined
}

function nameOfExpression(path: NodePath): string | undefined {
  return path.isIdentifier() ? path.node.name : memberName(path)
}

function tuple(...items: (Value | undefined)[]): Value {
  return { kind: 'tuple', items }
}
