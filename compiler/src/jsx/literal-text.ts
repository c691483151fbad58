/** Texts that stand in the source. */
import { types } from '@babel/core'

/** The text of a literal, in whatever quotes; undefined where something is put into it, and for anything else. */
export function literalText(node: types.Node | null | undefined): string | undefined {
  if (types.isStringLiteral(node)) return node.value
  if (types.isTemplateLiteral(node) && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}
