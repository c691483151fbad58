/** Finds the code of a function that runs with every call of it. */
import type { ts } from '#program/typescript.ts'

type Ts = typeof ts

/** Functions that end the calling function with an exception or a response. */
const ENDS = new Set(['redirect', 'notFound'])

/**
 * Visits the nodes that every call evaluates, in order: no branches, no nested functions, nothing after a point where
 * the function may have ended. In JSX: the content of host elements; components may evaluate their props at any time.
 */
export function visitCertain(ts: Ts, body: ts.ConciseBody, see: (node: ts.Node) => void): void {
  if (ts.isBlock(body)) block(body.statements)
  else expression(body)

  /** Returns `false` once the function may have ended. */
  function block(statements: readonly ts.Statement[]): boolean {
    return statements.every(statement)
  }

  function statement(node: ts.Statement): boolean {
    if (ts.isBlock(node)) return block(node.statements)
    if (ts.isVariableStatement(node)) for (const one of node.declarationList.declarations) expression(one)
    else if (ts.isExpressionStatement(node)) expression(node.expression)
    else if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isExportAssignment(node))
      expression(node.expression)
    else if (ts.isTryStatement(node)) block(node.tryBlock.statements)
    else if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) expression(node.expression)
    else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) expression(node.expression)
    return !mayEnd(ts, node)
  }

  function expression(node: ts.Node | undefined): void {
    if (node === undefined || ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node)) return
    see(node)
    if (ts.isConditionalExpression(node)) expression(node.condition)
    else if (ts.isBinaryExpression(node) && isChoice(ts, node.operatorToken.kind)) expression(node.left)
    else if (ts.isOptionalChain(node)) expression(node.expression)
    else if (ts.isBindingElement(node)) expression(node.name)
    else if (ts.isJsxElement(node)) element(node.openingElement, node.children)
    else if (ts.isJsxSelfClosingElement(node)) element(node, [])
    else ts.forEachChild(node, expression)
  }

  function element({ tagName, attributes }: ts.JsxOpeningLikeElement, children: readonly ts.JsxChild[]): void {
    if (!/^[a-z]/.test(tagName.getText())) return
    for (const attribute of attributes.properties)
      if (ts.isJsxAttribute(attribute) && !/^(?:on|ref$|use:)/.test(attribute.name.getText()))
        expression(attribute.initializer)
    children.forEach(expression)
  }
}

function isChoice(ts: Ts, kind: ts.SyntaxKind): boolean {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind
  const { AmpersandAmpersandEqualsToken, BarBarEqualsToken, QuestionQuestionEqualsToken } = ts.SyntaxKind
  return (
    [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken].some((one) => one === kind) ||
    [AmpersandAmpersandEqualsToken, BarBarEqualsToken, QuestionQuestionEqualsToken].some((one) => one === kind)
  )
}

/** Returns whether a node contains a statement that leaves the function, or an enclosing loop or block. */
function mayEnd(ts: Ts, node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node)) return true
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ENDS.has(node.expression.text)) return true
  return ts.forEachChild(node, (child) => mayEnd(ts, child) || undefined) === true
}
