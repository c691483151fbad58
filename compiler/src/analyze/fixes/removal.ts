/** Computes the range that removes a list member: with its comma, and the space before its neighbour. */
import type { ts } from '#program/typescript.ts'

/** Returns the offsets to remove, so that the list stays well-formed. */
export function findRemoval(
  file: ts.SourceFile,
  list: ts.NodeArray<ts.Node>,
  node: ts.Node,
): { readonly start: number; readonly end: number } {
  const index = list.indexOf(node)
  const next = list[index + 1]
  if (next !== undefined) return { start: node.getStart(file), end: next.getStart(file) }
  const before = list[index - 1]
  if (before !== undefined) return { start: before.end, end: node.end }
  return { start: node.getStart(file), end: list.hasTrailingComma === true ? list.end : node.end }
}
