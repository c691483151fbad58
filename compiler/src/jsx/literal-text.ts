/** Reads string literals. */
import { types } from '@babel/core'

/**
 * Returns the value of a string literal, in any quotes; `undefined` for templates with expressions, and for anything
 * else.
 */
export function literalText(node: types.Node | null | undefined): string | undefined {
  if (types.isStringLiteral(node)) return node.value
  if (types.isTemplateLiteral(node) && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}
