/** Decides whether a value that a handler passes to `next` is an error. Express passes the request on without one. */
import { type CallExpression, Node, SyntaxKind } from 'ts-morph'
import { findFunctionAround } from './enclosing-function.ts'
import { importsFrom } from './imports.ts'

/** Packages whose functions create errors. */
const ERROR_PACKAGES = /^(?:http-errors|boom|@hapi\/boom)$/

/**
 * Returns whether the value is an error in any case: a new object, the variable of the catch clause around it, or the
 * name that the `if` around it tests. The error of a callback may be absent.
 */
export function isPassedError(value: Node | undefined): value is Node {
  if (Node.isAsExpression(value) || Node.isNonNullExpression(value)) return isPassedError(value.getExpression())
  if (Node.isNewExpression(value) || Node.isObjectLiteralExpression(value)) return true
  if (Node.isCallExpression(value)) return createsError(value)
  if (!Node.isIdentifier(value)) return false
  const around = findFunctionAround(value)
  return value.getAncestors().some((one) => {
    const scope = findErrorScope(one, value.getText())
    return (
      scope?.containsRange(value.getPos(), value.getEnd()) === true &&
      findFunctionAround(one) === around &&
      !changesName(scope, value.getText())
    )
  })
}

function createsError(call: CallExpression): boolean {
  const [root] = call.getExpression().getText().split('.')
  return importsFrom(call.getSourceFile(), ERROR_PACKAGES).some((declaration) =>
    [declaration.getDefaultImport(), declaration.getNamespaceImport(), ...declaration.getNamedImports()].some(
      (one) => one?.getText() === root,
    ),
  )
}

/** Returns the code of a catch clause, or of an `if`, in which the name is an error. */
function findErrorScope(node: Node, name: string): Node | undefined {
  if (Node.isCatchClause(node)) return node.getVariableDeclaration()?.getName() === name ? node.getBlock() : undefined
  return Node.isIfStatement(node) && node.getExpression().getText() === name ? node.getThenStatement() : undefined
}

/** Returns whether the code assigns to the name, or declares it again. */
function changesName(scope: Node, name: string): boolean {
  return scope.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => {
    const parent = one.getParent()
    if (one.getText() !== name) return false
    if (Node.isVariableDeclaration(parent) || Node.isBindingElement(parent)) return parent.getNameNode() === one
    return (
      Node.isBinaryExpression(parent) &&
      parent.getLeft() === one &&
      /^(?:&&|\|\||\?\?)?=$/.test(parent.getOperatorToken().getText())
    )
  })
}
