/** Helpers for the Babel AST that reading bindings uses repeatedly. */
import type { NodePath, types } from '@babel/core'

/** Returns the child at `key`, such as `arguments.0`: a path without a node if the child is absent. */
export function childAt(path: NodePath, key: string): NodePath {
  const [list = key, index] = key.split('.')
  const found = path.get(list)
  if (index === undefined) return found as NodePath // never an array: such a key names one child
  // Babel has no path for an index after the end of an array, such as the first argument of a call without any.
  return (found as NodePath[])[Number(index)] ?? createMissingPath(path, list, Number(index))
}

function createMissingPath(path: NodePath, list: string, index: number): NodePath {
  const container = Reflect.get(path.node, list) as readonly types.Node[] // the caller names one
  // Babel types keys by the kind of the node, which isn't known here.
  const paths = path.constructor as unknown as { get(place: object): NodePath }
  return paths.get({ parentPath: path, parent: path.node, container, listKey: list, key: index })
}

/** Returns `name` of `object.name`, or `undefined` for anything else. */
export function memberName(path: NodePath): string | undefined {
  if (!path.isMemberExpression() && !path.isOptionalMemberExpression()) return undefined
  const { property, computed } = path.node
  return !computed && property.type === 'Identifier' ? property.name : undefined
}

/** Returns the name of a property, if it is literal. */
export function getKey({ key, computed }: types.ObjectProperty | types.ObjectMethod): string | undefined {
  if (key.type === 'StringLiteral') return key.value
  return !computed && key.type === 'Identifier' ? key.name : undefined
}

/**
 * Returns the keys from a value to the variable `target` of a pattern, or `undefined` if the pattern doesn't contain
 * it.
 */
export function routeTo(
  pattern: types.Node | null,
  target: types.Identifier,
): readonly (string | number)[] | undefined {
  if (pattern === target) return []
  switch (pattern?.type) {
    case 'AssignmentPattern':
      return routeTo(pattern.left, target)
    // The rest of an object is read like the whole object.
    case 'RestElement':
      return routeTo(pattern.argument, target)
    case 'ObjectPattern':
      for (const item of pattern.properties) {
        const rest = routeTo(item.type === 'RestElement' ? item : item.value, target)
        if (rest === undefined) continue
        if (item.type === 'RestElement') return rest
        const key = getKey(item)
        return key === undefined ? undefined : [key, ...rest]
      }
      return undefined
    case 'ArrayPattern':
      for (const [index, item] of pattern.elements.entries()) {
        const rest = item?.type === 'RestElement' ? undefined : routeTo(item, target)
        if (rest !== undefined) return [index, ...rest]
      }
      return undefined
    default:
      return undefined
  }
}

/** Returns the expression of `name={…}`, or `undefined` for a string or no value. */
export function attributeExpression(attribute: NodePath): NodePath | undefined {
  const value = childAt(attribute, 'value')
  return value.isJSXExpressionContainer() ? childAt(value, 'expression') : undefined
}

/** Returns the path of `x` in `x as T`, `x!`, `(x)`, `x satisfies T`. */
export function withoutWrapper(path: NodePath): NodePath | undefined {
  const wraps =
    path.isTSAsExpression() ||
    path.isTSSatisfiesExpression() ||
    path.isTSNonNullExpression() ||
    path.isParenthesizedExpression() ||
    path.isAwaitExpression()
  return wraps ? childAt(path, path.isAwaitExpression() ? 'argument' : 'expression') : undefined
}

/** Returns the expression that a function returns, if it is a single one. */
export function findReturned(path: NodePath<types.Function>): NodePath | undefined {
  const body = childAt(path, 'body')
  if (!body.isBlockStatement()) return body
  const returns = body.get('body').filter((statement) => statement.isReturnStatement())
  const last = body.get('body').at(-1)
  if (returns.length !== 1 || last !== returns[0] || hasOtherReturns(body)) return undefined
  const argument = childAt(last as NodePath, 'argument') // it is the only return
  return argument.node ? argument : undefined
}

function hasOtherReturns(body: NodePath<types.BlockStatement>): boolean {
  let found = 0
  body.traverse({
    Function: (inner) => inner.skip(),
    ReturnStatement: () => void found++,
  })
  return found > 1
}

/** Returns the name of the top-level function of the module that contains a path. */
export function topLevelName(path: NodePath): string | undefined {
  const statement = path.findParent(({ parentPath }) =>
    Boolean(parentPath?.isProgram() || parentPath?.isExportNamedDeclaration()),
  )
  if (statement?.isFunctionDeclaration()) return statement.node.id?.name
  if (!statement?.isVariableDeclaration()) return undefined
  const declarator = path.findParent(({ parentPath }) => parentPath === statement)
  return declarator?.isVariableDeclarator() && declarator.node.id.type === 'Identifier'
    ? declarator.node.id.name
    : undefined
}
