/** Evaluates the expressions of a component, as far as its own file allows. Only reads the Babel AST. */
import type { NodePath, types } from '@babel/core'
import { data, getItem, getMember, getMethodResult, isMethod, takesItemAt, type Value } from './binding-values.ts'
import { type CallReader, valueOfCall, valueOfImport } from './imported-values.ts'
import { type ImportedName, SOLID } from './reactive-names.ts'
import {
  attributeExpression,
  childAt,
  findReturned,
  getKey,
  memberName,
  routeTo,
  withoutWrapper,
} from './syntax-paths.ts'

type Binding = NonNullable<ReturnType<NodePath['scope']['getBinding']>>

interface ValueOptions extends Omit<CallReader, 'of'> {
  /** Returns whether the first parameter of this function is the props of a component. */
  isComponent(path: NodePath<types.Function>): boolean
}

/**
 * Creates a reader that returns the value of an expression, or `undefined` if it is unknown. Create one for each
 * component.
 */
export function createValueReader(options: ValueOptions): CallReader {
  const reader: Reader = {
    ...options,
    known: new Map(),
    results: new Map(),
    busy: new Set(),
    of: (path) => evaluate(path, reader),
  }
  return reader
}

interface Reader extends CallReader, ValueOptions {
  readonly known: Map<Binding, Value | undefined>
  /** Results of functions. */
  readonly results: Map<types.Node, Value | undefined>
  /** Variables and functions that are being read, to detect cycles. */
  readonly busy: Set<unknown>
}

function evaluate(path: NodePath, reader: Reader): Value | undefined {
  if (path.isIdentifier()) return ofName(path, reader)
  if (path.isMemberExpression() || path.isOptionalMemberExpression()) return ofMember(path, reader)
  if (path.isCallExpression() || path.isOptionalCallExpression()) return ofCall(path, reader)
  if (path.isFunction()) return { kind: 'function', path }
  if (path.isObjectExpression()) return { kind: 'object', path }
  if (path.isArrayExpression()) return ofArray(path, reader)
  if (path.isLogicalExpression()) return reader.of(path.get('left')) ?? reader.of(path.get('right'))
  if (path.isConditionalExpression()) return reader.of(path.get('consequent')) ?? reader.of(path.get('alternate'))
  const inner = withoutWrapper(path)
  return inner && reader.of(inner)
}

function once(key: unknown, { busy }: Reader, read: () => Value | undefined): Value | undefined {
  if (busy.has(key)) return undefined
  busy.add(key)
  try {
    return read()
  } finally {
    busy.delete(key)
  }
}

function ofName(path: NodePath<types.Identifier>, reader: Reader): Value | undefined {
  const binding = path.scope.getBinding(path.node.name)
  if (binding === undefined) return undefined
  if (reader.known.has(binding)) return reader.known.get(binding)
  const value = once(binding, reader, () => ofBinding(binding, reader))
  reader.known.set(binding, value)
  return value
}

function ofBinding({ path, kind, identifier }: Binding, reader: Reader): Value | undefined {
  if (kind === 'module') {
    const imported = reader.imports.get(identifier.name)
    return imported && valueOfImport(imported)
  }
  if (path.isFunctionDeclaration()) return { kind: 'function', path }
  if (path.isVariableDeclarator()) {
    const init = childAt(path, 'init')
    return init.node ? follow(reader.of(init), routeTo(path.node.id, identifier), reader) : undefined
  }
  const owner = path.parentPath
  if (kind !== 'param' || !owner?.isFunction()) return undefined
  return follow(ofParameter(owner, Number(path.key), reader), routeTo(path.node, identifier), reader)
}

/** Returns the value of a parameter: a component's props, and the data that a list or a condition passes. */
function ofParameter(owner: NodePath<types.Function>, index: number, reader: Reader): Value | undefined {
  if (index === 0 && reader.isComponent(owner)) return data('prop', '')
  const around = owner.parentPath
  if (around?.isJSXExpressionContainer())
    return index === 0 && around.parentPath.isJSXElement() ? ofChild(around.parentPath, reader) : undefined
  if (owner.listKey !== 'arguments' || owner.key !== 0 || around === null) return undefined
  const callee = childAt(around, 'callee')
  const method = memberName(callee)
  return method !== undefined && takesItemAt(method, index) ? getItem(reader.of(childAt(callee, 'object'))) : undefined
}

/** Returns the argument of the child function of Solid's flow components. */
function ofChild(element: NodePath<types.JSXElement>, reader: Reader): Value | undefined {
  const { name } = element.node.openingElement
  const imported = name.type === 'JSXIdentifier' ? reader.imports.get(name.name) : undefined
  const flow = imported && SOLID.test(imported.from) ? FLOW[imported.name] : undefined
  if (flow === undefined) return undefined
  const attributes = element.get('openingElement').get('attributes')
  const findAttribute = (wanted: string) =>
    attributes.find((item) => item.isJSXAttribute() && item.node.name.name === wanted)
  const given = findAttribute(flow.attribute)
  const expression = given && attributeExpression(given)
  const value = expression && reader.of(expression)
  const item = flow.isList ? getItem(value) : value
  return flow.isAccessor && findAttribute('keyed') === undefined ? { kind: 'accessor', of: item } : item
}

/** Solid's components that call their child function. */
const FLOW: Readonly<
  Record<string, { readonly attribute: string; readonly isList?: true; readonly isAccessor?: true }>
> = {
  For: { attribute: 'each', isList: true },
  Index: { attribute: 'each', isList: true, isAccessor: true },
  Show: { attribute: 'when', isAccessor: true },
  Match: { attribute: 'when', isAccessor: true },
}

function ofMember(
  path: NodePath<types.MemberExpression> | NodePath<types.OptionalMemberExpression>,
  reader: Reader,
): Value | undefined {
  const object = reader.of(childAt(path, 'object'))
  const name = memberName(path)
  if (object === undefined) return undefined
  if (name !== undefined) return memberIn(object, name, reader)
  const { property } = path.node
  if (property.type === 'NumericLiteral' || property.type === 'StringLiteral')
    return memberIn(object, property.value, reader)
  return getItem(object)
}

function memberIn(object: Value, key: string | number, reader: Reader): Value | undefined {
  if (object.kind !== 'object') return getMember(object, key)
  for (const item of object.path.get('properties')) {
    if (item.isObjectProperty() && getKey(item.node) === key) return reader.of(childAt(item, 'value'))
    if (item.isObjectMethod() && getKey(item.node) === key)
      return item.node.kind === 'get' ? readReturned(item, reader) : { kind: 'function', path: item }
  }
  return undefined
}

function follow(value: Value | undefined, keys: readonly (string | number)[] | undefined, reader: Reader) {
  return keys?.reduce<Value | undefined>((current, key) => current && memberIn(current, key, reader), value)
}

function ofArray(path: NodePath<types.ArrayExpression>, reader: Reader): Value | undefined {
  const elements = path.get('elements') as NodePath[] // a hole is a path without a node
  const [only] = elements
  // A copy of a list: `[...cart.lines].reverse()`.
  if (elements.length === 1 && only?.isSpreadElement()) return reader.of(childAt(only, 'argument'))
  return { kind: 'tuple', items: elements.map((item) => (item.node ? reader.of(item) : undefined)) }
}

function ofCall(
  path: NodePath<types.CallExpression> | NodePath<types.OptionalCallExpression>,
  reader: Reader,
): Value | undefined {
  const callee = childAt(path, 'callee')
  const imported = findImportedName(callee, reader.imports)
  const made = imported && valueOfCall(path, imported, reader)
  if (made !== undefined) return made
  const method = memberName(callee)
  const owner = childAt(callee, 'object')
  const object = method === undefined ? undefined : reader.of(owner)
  if (method !== undefined && object !== undefined && isMethod(object, method)) return getMethodResult(object, method)
  // `Object.values(cart.byId)` are the items of the object.
  if (method === 'values' && owner.isIdentifier({ name: 'Object' })) return reader.of(childAt(path, 'arguments.0'))
  const called = reader.of(callee)
  if (called?.kind === 'accessor') return called.of
  if (called?.kind === 'data') return called
  return called?.kind === 'function' ? readReturned(called.path, reader) : undefined
}

function readReturned(path: NodePath<types.Function>, reader: Reader): Value | undefined {
  if (reader.results.has(path.node)) return reader.results.get(path.node)
  const returned = findReturned(path)
  const value = returned && once(path.node, reader, () => reader.of(returned))
  // Inside a cycle the result isn't final, so it isn't cached.
  if (!reader.busy.has(path.node)) reader.results.set(path.node, value)
  return value
}

/** Returns the import that is called, also as a member of a namespace import: `Solid.createSignal()`. */
function findImportedName(callee: NodePath, imports: ReadonlyMap<string, ImportedName>): ImportedName | undefined {
  const name = memberName(callee)
  const base = name === undefined ? callee : childAt(callee, 'object')
  if (!base.isIdentifier() || base.scope.getBinding(base.node.name)?.kind !== 'module') return undefined
  const imported = imports.get(base.node.name)
  if (imported === undefined) return undefined
  const isSpace = imported.whole === 'namespace'
  if (name === undefined) return isSpace ? undefined : imported
  return isSpace ? { from: imported.from, name } : undefined
}
