/**
 * Finds the values that an expression of a component reads when it is evaluated, and the functions that it calls, local
 * functions included.
 */
import { type NodePath, types } from '@babel/core'
import { act, isMethod, type Value } from './binding-values.ts'
import type { CallReader } from './imported-values.ts'
import { childAt, findReturned, memberName } from './syntax-paths.ts'

/** In source order. */
interface Effects {
  /** Such as `signal:count`, `store:cart.lines[].qty`, `prop:name`. */
  readonly reads: ReadonlySet<string>
  /** Such as `set:count`, `intent:AddToCart.add`, `action:cart.add`, `api:cart.add`, `prop:onChange`. */
  readonly calls: ReadonlySet<string>
}

interface EffectOptions {
  readonly reader: CallReader
  /** Returns whether a function isn't followed, such as a component's. */
  skip(path: NodePath<types.Function>): boolean
  /** Whether calls of passed functions with arguments, such as `props.pick(id)`, count as effects. */
  readonly isHandler: boolean
}

/**
 * Returns the effects. A named function counts as called, since a passed function will be called. Elements inside the
 * expression are skipped, since they have bindings of their own.
 */
export function readEffects(expression: NodePath, { reader: { of }, skip, isHandler }: EffectOptions): Effects {
  const reads = new Set<string>()
  const calls = new Set<string>()
  const followed = new Set<types.Node>()
  const walkedFunctions = new Set<types.Node>()

  const walk = (path: NodePath): void => {
    if (!path.node || path.isJSX() || isType(path)) return
    if (path.isIdentifier() || isMember(path) || isCall(path)) walkChain(path)
    else walkChildren(path)
  }
  const walkChildren = (path: NodePath): void => {
    for (const key of types.VISITOR_KEYS[path.type] ?? []) {
      const children = path.get(key)
      for (const child of Array.isArray(children) ? children : [children]) walk(child)
    }
  }
  const walkChain = (path: NodePath): void => {
    if (path.isIdentifier() && !path.isReferencedIdentifier()) return
    const callee = isCall(path) ? childAt(path, 'callee') : undefined
    const method = callee && memberName(callee)
    const object = method === undefined || callee === undefined ? undefined : of(childAt(callee, 'object'))
    const isOwnMethod = method !== undefined && object !== undefined && isMethod(object, method)
    const given = callee && isHandler && !isOwnMethod ? givenFunction(path, of(callee)) : undefined
    const value = given ?? of(path)
    if (value !== undefined) {
      note(value)
      walkSides(path)
    } else if (callee && isOwnMethod) {
      // A method call reads its object.
      walk(childAt(callee, 'object'))
      walkArguments(path)
    } else if (!path.isIdentifier()) walkChildren(path)
  }
  /** Walks the other expressions that are evaluated along with a known value. */
  const walkSides = (path: NodePath): void => {
    if (isMember(path)) {
      if (path.node.computed) walk(childAt(path, 'property'))
      walkSides(childAt(path, 'object'))
    } else if (isCall(path)) {
      walkArguments(path)
      const callee = childAt(path, 'callee')
      walkSides(callee)
      const called = of(callee)
      if (called?.kind === 'function') walkResult(called.path)
    } else if (!path.isIdentifier() && !path.isFunction()) walk(path)
  }
  const walkResult = (path: NodePath<types.Function>): void => {
    const returned = findReturned(path)
    if (returned === undefined || walkedFunctions.has(path.node)) return
    walkedFunctions.add(path.node)
    walkSides(returned)
  }
  const walkArguments = (path: NodePath): void => {
    for (const argument of path.get('arguments') as NodePath[]) walk(argument) // an array, since it is a call
  }
  const follow = (path: NodePath): void => {
    if (followed.has(path.node)) return
    followed.add(path.node)
    walkChildren(path)
  }
  const note = (value: Value | undefined): void => {
    if (value?.kind === 'data') reads.add(`${value.source}:${value.path || '*'}`)
    else if (value?.kind === 'accessor') note(value.of)
    else if (value?.kind === 'act') calls.add(value.name)
    else if (value?.kind === 'intent') calls.add(`intent:${value.tool}`)
    else if (value?.kind === 'tuple') value.items.forEach(note)
    else if (value?.kind === 'object') follow(value.path)
    else if (value?.kind === 'function' && !skip(value.path)) follow(value.path)
  }
  walk(expression)
  return { reads, calls }
}

/** Returns a function of the props, of a context or of a hook that is called with arguments. */
function givenFunction(call: NodePath, called: Value | undefined): Value | undefined {
  if (called?.kind !== 'data' || !['prop', 'context', 'hook'].includes(called.source)) return undefined
  return childAt(call, 'arguments.0').node ? act(`${called.source}:${called.path}`) : undefined
}

function isMember(path: NodePath): path is NodePath<types.MemberExpression> | NodePath<types.OptionalMemberExpression> {
  return path.isMemberExpression() || path.isOptionalMemberExpression()
}

function isCall(path: NodePath): path is NodePath<types.CallExpression> | NodePath<types.OptionalCallExpression> {
  return path.isCallExpression() || path.isOptionalCallExpression()
}

function isType(path: NodePath): boolean {
  return (
    path.isTSType() ||
    path.isTSTypeAnnotation() ||
    path.isTSTypeParameterInstantiation() ||
    path.isTSTypeParameterDeclaration()
  )
}
