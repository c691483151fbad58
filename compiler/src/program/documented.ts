/** Doc comments where the walk meets them. */
import type { TypeNode } from '../type-tree.ts'
import type { SourceDoc } from './doc-comment.ts'
import { applyDoc } from './doc-keywords.ts'
import type { Place, Walk } from './walk.ts'
import { writtenLiteral } from './written-literal.ts'

/** `node` under a doc comment that stands at `place`. */
export function documented(walk: Walk, node: TypeNode, doc: SourceDoc, place: Place): TypeNode {
  return applyDoc(
    node,
    doc,
    (name) => walk.resolve(name),
    ({ tag, detail, slow, mild }) => {
      const anchor = { file: doc.file, start: tag.start, end: tag.end }
      const kind = slow !== undefined ? 'slow-pattern' : mild || doc.generic ? 'doc-hint' : 'doc-tag'
      walk.docProblem({ kind, path: place.path, anchor, type: slow ?? '', detail })
    },
    (text) => writtenLiteral(walk.ts, text),
  )
}
