/** Values that code of a preview may use from outside, and numbers in it. */
import type { NodePath, types } from '@babel/core'
import { childAt, memberName, withoutWrapper } from '../syntax-paths.ts'
import { CHANGING, INDEXES, ITERATING, METHODS, NUMBERS } from './pure-names.ts'

export type Binding = NonNullable<ReturnType<NodePath['scope']['getBinding']>>

/** Returns the expression inside of types and parentheses. */
export function skipTypes(path: NodePath): NodePath {
  const inner = path.isAwaitExpression() ? undefined : withoutWrapper(path)
  return inner ? skipTypes(inner) : path
}

/** Returns the function that a variable always contains. */
export function findFunction({ path, constant, kind }: Binding): NodePath<types.Function> | undefined {
  if (!constant) return undefined
  if (path.isFunctionDeclaration()) return path
  if (kind !== 'const' || !path.isVariableDeclarator() || path.node.id.type !== 'Identifier') return undefined
  const init = skipTypes(childAt(path, 'init'))
  return init.isArrowFunctionExpression() || init.isFunctionExpression() ? init : undefined
}

/** Whether a variable always contains the same primitive. */
export function isConstant(binding: Binding): boolean {
  const init = findInit(binding)
  return init !== undefined && isPrimitive(init)
}

/** Whether a variable contains a list or an object of primitives, which no code of the module changes or passes on. */
export function isTable(binding: Binding): boolean {
  const init = findInit(binding)
  const members = init?.isArrayExpression()
    ? ([init.get('elements')].flat() as NodePath[]) // a hole isn't a primitive
    : init?.isObjectExpression()
      ? init
          .get('properties')
          .map((property) =>
            property.isObjectProperty() && !property.node.computed ? childAt(property, 'value') : property,
          )
      : []
  return members.length > 0 && members.every(isPrimitive) && binding.referencePaths.every(isTableRead)
}

function findInit({ path, constant, kind }: Binding): NodePath | undefined {
  const isVariable = constant && kind === 'const' && path.isVariableDeclarator() && path.node.id.type === 'Identifier'
  return isVariable && path.node.init ? skipTypes(childAt(path, 'init')) : undefined
}

/** Returns the value of a variable that is declared before its use, so that it doesn't contain itself. */
export function findEarlierInit({ path }: Binding, use: NodePath): NodePath | undefined {
  const isEarlier = path.isVariableDeclarator() && (path.node.end ?? 0) <= (use.node.start ?? 0)
  return isEarlier && path.node.init ? childAt(path, 'init') : undefined
}

function isPrimitive(path: NodePath): boolean {
  const value = skipTypes(path)
  if (value.isUnaryExpression()) return /^[+-]$/.test(value.node.operator) && isPrimitive(childAt(value, 'argument'))
  if (value.isTemplateLiteral()) return value.node.expressions.length === 0
  return value.isLiteral() && !value.isRegExpLiteral()
}

/** Whether code reads a member, or calls a method that only reads. */
function isTableRead(path: NodePath): boolean {
  const member = path.parentPath
  if (member?.isTSTypeQuery()) return true
  if (!member || !/^(?:Optional)?MemberExpression$/.test(member.type) || path.key !== 'object') return false
  let value = member
  while (value.parentPath && !value.parentPath.isAwaitExpression() && withoutWrapper(value.parentPath) === value)
    value = value.parentPath
  const { parentPath: user, key } = value
  if (user && /^(?:Optional)?CallExpression$/.test(user.type) && key === 'callee') {
    const name = memberName(member) ?? ''
    const isReading = METHODS.has(name) && !CHANGING.has(name) && name !== 'valueOf'
    return isReading && (!ITERATING.has(name) || hasItemCallback(user, name))
  }
  return !isTarget(value)
}

/** Whether the callback of a call can't receive the list itself, which is the last parameter. */
function hasItemCallback(call: NodePath, method: string): boolean {
  const given = skipTypes(childAt(call, 'arguments.0'))
  if (!given.node) return true
  const binding = given.isIdentifier() ? given.scope.getBinding(given.node.name) : undefined
  const called = binding ? findFunction(binding) : given
  // Other functions have `arguments`.
  if (!called?.isArrowFunctionExpression()) return false
  const { params } = called.node
  return params.length <= (/^reduce/.test(method) ? 3 : 2) && params.every(({ type }) => type !== 'RestElement')
}

/** Whether code changes or deletes a member, or calls it as the tag of a template. */
function isTarget({ parentPath: user, key, listKey }: NodePath): boolean {
  if (!user) return false
  if (user.isUpdateExpression() || user.isUnaryExpression({ operator: 'delete' })) return true
  if (listKey === 'elements') return user.isArrayPattern()
  if (key === 'left') return !user.isBinaryExpression() && !user.isLogicalExpression()
  if (key === 'value') return user.parentPath?.isObjectPattern() === true
  return key === 'tag' || user.isRestElement()
}

const ARITHMETIC = /^(?:[-*/%&|^]|\*\*|<<|>>>?)$/

/** Whether an expression is a number. `known`: variables that are being checked. */
export function isNumber(path: NodePath, known: ReadonlySet<types.Node> = new Set()): boolean {
  const value = skipTypes(path)
  const isOne = (key: string) => isNumber(childAt(value, key), known)
  if (value.isNumericLiteral() || value.isUpdateExpression()) return true
  if (value.isUnaryExpression()) return /^[-+~]$/.test(value.node.operator)
  if (value.isConditionalExpression()) return isOne('consequent') && isOne('alternate')
  if (value.isBinaryExpression())
    return ARITHMETIC.test(value.node.operator) || (value.node.operator === '+' && isOne('left') && isOne('right'))
  if (value.isCallExpression()) return returnsNumber(childAt(value, 'callee'))
  const binding = value.isIdentifier() ? value.scope.getBinding(value.node.name) : undefined
  return (
    binding !== undefined &&
    (known.has(binding.identifier) || hasNumber(binding, new Set([...known, binding.identifier])))
  )
}

function returnsNumber(callee: NodePath): boolean {
  const isGlobal = (path: NodePath): path is NodePath<types.Identifier> =>
    path.isIdentifier() && !path.scope.getBinding(path.node.name)
  if (isGlobal(callee)) return NUMBERS.has(callee.node.name)
  const name = memberName(callee)
  const object = name === undefined ? undefined : childAt(callee, 'object')
  return (
    name !== undefined &&
    (INDEXES.has(name) || (object !== undefined && isGlobal(object) && object.node.name === 'Math'))
  )
}

/** Whether each value of a variable is a number. */
function hasNumber({ path, constantViolations }: Binding, known: ReadonlySet<types.Node>): boolean {
  if (!path.isVariableDeclarator() || path.node.id.type !== 'Identifier' || !path.node.init) return false
  return (
    isNumber(childAt(path, 'init'), known) &&
    constantViolations.every((change) => {
      if (change.isUpdateExpression()) return true
      if (!change.isAssignmentExpression() || change.node.left.type !== 'Identifier') return false
      const { operator } = change.node
      return (
        ARITHMETIC.test(operator.slice(0, -1)) || (/^\+?=$/.test(operator) && isNumber(childAt(change, 'right'), known))
      )
    })
  )
}
