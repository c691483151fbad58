/** Loops that may add to the list that they walk through, and functions that call themselves: a preview must end. */
import type { NodePath, types } from '@babel/core'
import { childAt, memberName, routeTo } from '../syntax-paths.ts'
import { type Binding, findEarlierInit, findFunction, skipTypes } from './pure-values.ts'

const GROWING = /^(?:push|unshift|splice|set|add)$/
/** Methods that only lists have, and that return a new one. Iterators have `map` and `filter`, and follow changes of their list. */
const COPYING = /^(?:flat|slice|splice|concat|split|toSorted|toReversed|toSpliced|with)$/
/** Methods that return the object itself. */
const RETURNING = /^(?:sort|reverse|fill|copyWithin|set|add|valueOf)$/

/** Whether a function may call itself, also through others. */
export function isRecursive(path: NodePath): boolean {
  return listFunctions(path, new Map()).has(path.node)
}

/** Returns the named functions that code may call, by their node. */
function listFunctions(code: NodePath, found: Map<types.Node, NodePath>): Map<types.Node, NodePath> {
  code.traverse({
    Identifier(path) {
      const called = path.isReferencedIdentifier() ? findCalled(path) : undefined
      if (!called || found.has(called.node)) return
      found.set(called.node, called)
      listFunctions(called, found)
    },
  })
  return found
}

function findCalled(path: NodePath): NodePath | undefined {
  const binding = findVariable(path)
  return binding && findFunction(binding)
}

function findVariable(path: NodePath): Binding | undefined {
  const value = skipTypes(path)
  return value.isIdentifier() ? value.scope.getBinding(value.node.name) : undefined
}

interface Loop {
  /** The loop, or the callback of a method. */
  readonly code: NodePath
  /** The list, map or set that it walks through. */
  readonly list: NodePath
  readonly root: NodePath<types.Function>
  /** Whether a call of this function changes a store. */
  changesStore(callee: NodePath): boolean
}

/**
 * Whether a loop may add to the list that it walks through, unless the list is a copy. The loop may if it changes objects that
 * the run hasn't created itself, or that another object contains. It may change a store for each item of the input.
 */
export function mayGrow(loop: Loop): boolean {
  const { code, list } = loop
  if (isCopy(list)) return false
  const source = findSource(list)
  const own = findCalled(code) ?? code
  const codes = [own, ...listFunctions(own, new Map()).values()]
  return codes.some((part) =>
    listChanges(part, loop).some((target) => {
      if (target === undefined) return !(source && (isInput(source, loop) || isOwn(source.variable, code)))
      const variable = findVariable(target)
      return variable === undefined || variable === source?.variable || !isOwn(variable, code)
    }),
  )
}

/** Returns the objects that code adds members to, and `undefined` for a store. */
function listChanges(code: NodePath, { changesStore }: Loop): readonly (NodePath | undefined)[] {
  const changes: (NodePath | undefined)[] = []
  code.traverse({
    'CallExpression|OptionalCallExpression'(path) {
      const callee = skipTypes(childAt(path, 'callee'))
      const name = memberName(callee) ?? ''
      if (changesStore(callee)) changes.push(undefined)
      else if (name === 'assign') changes.push(childAt(path, 'arguments.0'))
      else if (GROWING.test(name) && !isRemoval(path, name)) changes.push(childAt(callee, 'object'))
    },
    'AssignmentExpression|UpdateExpression'(path) {
      const target = skipTypes(childAt(path, path.isUpdateExpression() ? 'argument' : 'left'))
      if (target.isMemberExpression() && (target.node.computed || memberName(target) === 'length'))
        changes.push(childAt(target, 'object'))
    },
  })
  return changes
}

/** Whether a call of `splice` adds nothing. */
function isRemoval({ node }: NodePath, name: string): boolean {
  const given = (node as types.CallExpression).arguments
  return name === 'splice' && given.length < 3 && given.every(({ type }) => type !== 'SpreadElement')
}

interface Source {
  readonly variable: Binding
  /** Name of the member of it that contains the list. */
  readonly member: string | undefined
}

/** Returns the variable that contains a list, directly or in its members. */
function findSource(path: NodePath, member?: string): Source | undefined {
  const value = skipTypes(path)
  if (value.isMemberExpression() || value.isOptionalMemberExpression())
    return findSource(childAt(value, 'object'), memberName(value))
  // A method may return a part of its object, or an iterator of it.
  if (value.isCallExpression())
    return memberName(childAt(value, 'callee')) ? findSource(childAt(value, 'callee')) : undefined
  const variable = findVariable(value)
  const init = variable && findEarlierInit(variable, value)
  return init && !isNew(init) ? findSource(init, member) : variable && { variable, member }
}

function isInput({ variable, member }: Source, { root }: Loop): boolean {
  const route = routeTo(root.node.params[0] ?? null, variable.identifier)
  return route !== undefined && (route[0] ?? member) === 'input'
}

/** Whether a constant contains an object that was created for it, and that nothing else contains while the code runs. */
function isOwn({ path, constant, referencePaths, scope }: Binding, code: NodePath): boolean {
  if (!constant || !path.isVariableDeclarator() || path.node.id.type !== 'Identifier') return false
  const isOutermost = ({ parentPath }: NodePath) => parentPath === scope.path || parentPath?.parentPath === scope.path
  const outermost = code.find(isOutermost)
  // Other code may call a function again, and outer loops run the code again.
  const isCalledAgain = code
    .find((outer) => (outer.isFunction() && outer.listKey !== 'arguments') || isOutermost(outer))
    ?.isFunction()
  const end = (!isCalledAgain && outermost?.node.end) || Number.POSITIVE_INFINITY
  return isNew(childAt(path, 'init')) && referencePaths.every((use) => (use.node.start ?? 0) >= end || !isAlias(use))
}

function isNew(path: NodePath): boolean {
  const value = skipTypes(path)
  return value.isObjectExpression() || value.isNewExpression() || isCopy(value)
}

/** Whether an expression creates a list. */
function isCopy(path: NodePath): boolean {
  const value = skipTypes(path)
  if (!value.isCallExpression()) return value.isArrayExpression()
  const callee = skipTypes(childAt(value, 'callee'))
  const name = memberName(callee)
  const owner = name === undefined ? undefined : childAt(callee, 'object')
  if (owner?.isIdentifier({ name: 'Object' }) || owner?.isIdentifier({ name: 'Array' })) return name !== 'assign'
  return COPYING.test(name ?? '')
}

/** Whether code does more with a variable than read its members or walk through it, so that something else may contain its object. */
function isAlias({ parentPath: user, key }: NodePath): boolean {
  if (user?.isSpreadElement() || (user?.isForOfStatement() && key === 'right')) return false
  if (!user || !/^(?:Optional)?MemberExpression$/.test(user.type) || key !== 'object') return true
  const call = user.key === 'callee' && RETURNING.test(memberName(user) ?? '') ? user.parentPath : undefined
  return call !== undefined && call?.parentPath?.isExpressionStatement() !== true
}
