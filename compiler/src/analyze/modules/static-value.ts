/** Evaluates expressions without running code: literals, and constants with a literal value. */
import type { ts } from '#program/typescript.ts'

type Ts = typeof ts

/** Wraps a value, so that `undefined` can be a value too. */
export interface StaticValue {
  readonly value: unknown
}

/** Strips parentheses, `as …`, `satisfies …` and `!`. */
export function unwrap(ts: Ts, node: ts.Expression): ts.Expression {
  let current = node
  while (
    ts.isParenthesizedExpression(current) ||
    ts.isAsExpression(current) ||
    ts.isSatisfiesExpression(current) ||
    ts.isNonNullExpression(current)
  )
    current = current.expression
  return current
}

/** Returns the value of `node`, or `undefined` if it is known only at run time. */
export function staticValue(ts: Ts, node: ts.Expression): StaticValue | undefined {
  const expression = unwrap(ts, node)
  if (ts.isStringLiteralLike(expression)) return { value: expression.text }
  if (ts.isNumericLiteral(expression)) return { value: Number(expression.text) }
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return { value: true }
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return { value: false }
  if (expression.kind === ts.SyntaxKind.NullKeyword) return { value: null }
  if (ts.isIdentifier(expression)) return constantValue(ts, expression)
  if (ts.isPrefixUnaryExpression(expression)) return negate(ts, expression)
  if (ts.isBinaryExpression(expression)) return joinOperands(ts, expression)
  if (ts.isTemplateExpression(expression)) return fillTemplate(ts, expression)
  if (ts.isArrayLiteralExpression(expression)) return readArray(ts, expression)
  if (ts.isObjectLiteralExpression(expression)) return readObject(ts, expression)
  return undefined
}

/** Returns the literal name of a property, or `undefined` for computed names. */
export function nameText(ts: Ts, name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined
}

/** Returns the initializer of a top-level `const` in the same file; other variables may have changed. */
export function findConstant(ts: Ts, name: ts.Identifier): ts.Expression | undefined {
  for (const statement of name.getSourceFile().statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue
    // Declared before its use, so that a constant never refers to itself.
    for (const { name: declared, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(declared) && declared.text === name.text && declared.pos < name.pos) return initializer
  }
  return undefined
}

function constantValue(ts: Ts, name: ts.Identifier): StaticValue | undefined {
  if (name.text === 'undefined') return { value: undefined }
  const initializer = findConstant(ts, name)
  return initializer && staticValue(ts, initializer)
}

function negate(ts: Ts, node: ts.PrefixUnaryExpression): StaticValue | undefined {
  const inner = staticValue(ts, node.operand)
  if (node.operator !== ts.SyntaxKind.MinusToken || typeof inner?.value !== 'number') return undefined
  return { value: -inner.value }
}

function joinOperands(ts: Ts, node: ts.BinaryExpression): StaticValue | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const left = staticValue(ts, node.left)
  const right = staticValue(ts, node.right)
  if (typeof left?.value !== 'string' || typeof right?.value !== 'string') return undefined
  return { value: left.value + right.value }
}

function fillTemplate(ts: Ts, node: ts.TemplateExpression): StaticValue | undefined {
  let text = node.head.text
  for (const span of node.templateSpans) {
    const hole = staticValue(ts, span.expression)
    if (typeof hole?.value !== 'string' && typeof hole?.value !== 'number') return undefined
    text += String(hole.value) + span.literal.text
  }
  return { value: text }
}

function readArray(ts: Ts, node: ts.ArrayLiteralExpression): StaticValue | undefined {
  const items = node.elements.map((element) => staticValue(ts, element))
  if (items.some((item) => item === undefined)) return undefined
  return { value: items.map((item) => item?.value) }
}

function readObject(ts: Ts, node: ts.ObjectLiteralExpression): StaticValue | undefined {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    const name = property.name && nameText(ts, property.name)
    const expression = findAssigned(ts, property)
    const value = expression && staticValue(ts, expression)
    if (name === undefined || value === undefined) return undefined
    entries.push([name, value.value])
  }
  return { value: Object.fromEntries(entries) }
}

/** Returns the expression that a member of an object literal has as its value; `undefined` for a method, an accessor and a spread. */
export function findAssigned(ts: Ts, property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined
}
