/** Finds the node at an offset of a file. */
import type { ts } from '#program/typescript.ts'

/** Returns the innermost node around `position`; at the end of a name, that name. */
export function nodeAt(tsModule: typeof ts, source: ts.SourceFile, position: number): ts.Node {
  let found: ts.Node = source
  for (let next: ts.Node | undefined = source; next !== undefined; ) {
    found = next
    next = tsModule.forEachChild(found, (child) =>
      child.getStart(source) <= position && position <= child.end && child.end > child.pos ? child : undefined,
    )
  }
  return found
}

/** Returns the string literal whose content contains `position`, quotes excluded. */
export function stringAt(
  tsModule: typeof ts,
  source: ts.SourceFile,
  position: number,
): ts.StringLiteralLike | undefined {
  const node = nodeAt(tsModule, source, position)
  if (!tsModule.isStringLiteralLike(node)) return undefined
  return position > node.getStart(source) && position <= innerEnd(node, source) ? node : undefined
}

/** Returns the end of a literal's content; an unterminated literal ends with its line. */
export function innerEnd(node: ts.StringLiteralLike, source: ts.SourceFile): number {
  const quote = source.text[node.getStart(source)]
  const isClosed = node.end - node.getStart(source) > 1 && source.text[node.end - 1] === quote
  return isClosed ? node.end - 1 : node.end
}
