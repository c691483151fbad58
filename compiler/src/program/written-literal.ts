/** Reads values in comments: JSON, or TypeScript literals (`{ size: 10 }`, `[\'a\',]`, `-1`). */
import type { ts } from './typescript.ts'

interface WrittenValue {
  readonly value: unknown
}

/** Returns `undefined` if `text` isn't a complete literal. */
export function writtenLiteral(typescript: typeof ts, text: string): WrittenValue | undefined {
  const file = typescript.createSourceFile('value.ts', `(${text}\n)`, typescript.ScriptTarget.Latest, true)
  const [statement, ...others] = file.statements
  if (statement === undefined || others.length > 0 || !typescript.isExpressionStatement(statement)) return undefined
  // The parser repairs syntax errors; a text with errors isn't a literal.
  const faults = (file as { parseDiagnostics?: readonly unknown[] }).parseDiagnostics ?? []
  return faults.length > 0 ? undefined : literalAt(typescript, statement.expression)
}

function literalAt(typescript: typeof ts, node: ts.Expression): WrittenValue | undefined {
  const { SyntaxKind } = typescript
  if (typescript.isParenthesizedExpression(node)) return literalAt(typescript, node.expression)
  if (typescript.isStringLiteralLike(node)) return { value: node.text }
  if (typescript.isNumericLiteral(node)) return { value: Number(node.text) }
  if (node.kind === SyntaxKind.TrueKeyword) return { value: true }
  if (node.kind === SyntaxKind.FalseKeyword) return { value: false }
  if (node.kind === SyntaxKind.NullKeyword) return { value: null }
  if (typescript.isPrefixUnaryExpression(node)) {
    const negative = node.operator === SyntaxKind.MinusToken
    return negative && typescript.isNumericLiteral(node.operand) ? { value: -Number(node.operand.text) } : undefined
  }
  if (typescript.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => literalAt(typescript, element))
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined
  }
  return typescript.isObjectLiteralExpression(node) ? readObject(typescript, node) : undefined
}

function readObject(typescript: typeof ts, node: ts.ObjectLiteralExpression): WrittenValue | undefined {
  const entries: [string, unknown][] = []
  for (const property of node.properties) {
    if (!typescript.isPropertyAssignment(property) || typescript.isComputedPropertyName(property.name)) return undefined
    const written = literalAt(typescript, property.initializer)
    if (written === undefined) return undefined
    entries.push([property.name.text, written.value])
  }
  return { value: Object.fromEntries(entries) }
}
