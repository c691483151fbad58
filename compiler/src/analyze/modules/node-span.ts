import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'

/** Returns the span of a node without the comments before it; `file` is relative to the app root. */
export function getNodeSpan(file: string, node: ts.Node): SourceSpan {
  return createSpan(file, node.getSourceFile().text, node.getStart(), node.end)
}
