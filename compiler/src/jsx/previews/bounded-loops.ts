/** Numbers and loops whose size no input decides, so that a preview ends before its user waits for it. */
import type { NodePath, types } from '@babel/core'
import { childAt, memberName, routeTo } from '../syntax-paths.ts'
import { findEarlierInit, isConstant, skipTypes } from './pure-values.ts'

/** Operators of the update and of the test of a loop that counts up or down to its limit. */
const DIRECTIONS = [
  [/^\+[+=]$/, /^<=?$/],
  [/^-[-=]$/, /^>=?$/],
] as const

/** Whether a loop counts, by a constant step, from a bounded number to another, and only its update changes the counter. */
export function isBoundedLoop(loop: NodePath): boolean {
  const [test, update] = [skipTypes(childAt(loop, 'test')), childAt(loop, 'update')]
  if (!test.isBinaryExpression() || !(update.isUpdateExpression() || update.isAssignmentExpression())) return false
  const left = skipTypes(childAt(test, 'left'))
  const counter = left.isIdentifier() ? left.scope.getBinding(left.node.name) : undefined
  return (
    counter !== undefined &&
    counter.path.parentPath === childAt(loop, 'init') &&
    counter.constantViolations.every(({ node }) => node === update.node) &&
    counter.constantViolations.length > 0 &&
    DIRECTIONS.some(
      ([change, comparison]) => change.test(update.node.operator) && comparison.test(test.node.operator),
    ) &&
    (update.isUpdateExpression() || isStep(update.node.right)) &&
    isBounded(childAt(counter.path, 'init')) &&
    isBounded(childAt(test, 'right'))
  )
}

/** Returns the lists whose length a loop reads before each round. */
export function listCounted(test: NodePath): readonly NodePath[] {
  const value = skipTypes(test)
  if (value.isMemberExpression()) return [childAt(value, 'object')]
  if (value.isUnaryExpression()) return listCounted(childAt(value, 'argument'))
  return value.isBinaryExpression() ? ['left', 'right'].flatMap((key) => listCounted(childAt(value, key))) : []
}

/** Whether an expression is the input of a call, whose `length` is a member that its caller chooses. */
function isInput(path: NodePath): boolean {
  const value = skipTypes(path)
  if (!value.isIdentifier()) return memberName(value) === 'input'
  const binding = value.scope.getBinding(value.node.name)
  const init = binding && findEarlierInit(binding, value)
  if (init) return isInput(init)
  return binding?.kind === 'param' && routeTo(binding.path.node, binding.identifier)?.at(-1) === 'input'
}

function isStep(node: types.Expression): boolean {
  return node.type === 'NumericLiteral' && node.value >= 1
}

/** Whether an expression is a constant, the length of a list, or computed from such numbers. `known`: variables being checked. */
export function isBounded(path: NodePath, known: ReadonlySet<types.Node> = new Set()): boolean {
  const value = skipTypes(path)
  const isOne = (key: string) => isBounded(childAt(value, key), known)
  if (value.isNumericLiteral()) return true
  if (value.isUnaryExpression()) return value.node.operator === '-' && isOne('argument')
  if (value.isBinaryExpression()) return /^[-+*]$/.test(value.node.operator) && isOne('left') && isOne('right')
  if (value.isMemberExpression()) return memberName(value) === 'length' && !isInput(childAt(value, 'object'))
  const binding = value.isIdentifier() ? value.scope.getBinding(value.node.name) : undefined
  if (binding === undefined || known.has(binding.identifier)) return false
  if (isConstant(binding)) return true
  const isVariable =
    binding.constant && binding.path.isVariableDeclarator() && binding.path.node.id.type === 'Identifier'
  return isVariable && isBounded(childAt(binding.path, 'init'), new Set([...known, binding.identifier]))
}
