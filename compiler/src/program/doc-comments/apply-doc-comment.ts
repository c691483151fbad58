/** Applies doc comments during the walk. */
import type { TypeNode } from '#type-tree.ts'
import { isOwnSource, type Place, type TypeProblem, type Walk } from '../walk.ts'
import { writtenLiteral } from '../written-literal.ts'
import type { DocTag, SourceDoc } from './doc-comment.ts'
import { applyDoc } from './doc-keywords.ts'

/** Returns `node` with a doc comment at `place`. `isOptional`: it is an optional member. */
export function applySourceDoc(walk: Walk, node: TypeNode, doc: SourceDoc, place: Place, isOptional = false): TypeNode {
  return applyDoc(
    node,
    doc,
    (name) => walk.resolve(name),
    ({ tag, detail, slow, mild, meant }) => {
      // The comments of a package can't be changed here, and the ignored tag only describes.
      if (mild && !isOwnSource(walk, doc.file)) return
      const anchor = { file: doc.file, start: tag.start, end: tag.end }
      const kind = slow !== undefined ? 'slow-pattern' : mild || doc.generic ? 'doc-hint' : 'doc-tag'
      const replacement = meant && isOwnSource(walk, doc.file) ? tagInstead(doc, tag, meant) : undefined
      walk.docProblem({ kind, path: place.path, anchor, type: slow ?? '', detail, ...(replacement && { replacement }) })
    },
    (text) => writtenLiteral(walk.ts, text),
    isOptional,
  )
}

/** Returns a replacement of a tag; none if the comment already has the other tag. */
function tagInstead(doc: SourceDoc, tag: DocTag, meant: Pick<DocTag, 'name' | 'text'>): TypeProblem['replacement'] {
  if (doc.tags.some(({ name }) => name === meant.name && name !== tag.name)) return undefined
  const { start } = tag
  // Replaces the name only if nothing else changes: a value may span several lines.
  if (meant.text === tag.text)
    return { anchor: { file: doc.file, start, end: start + 1 + tag.name.length }, text: `@${meant.name}` }
  return { anchor: { file: doc.file, start, end: tag.end }, text: `@${meant.name} ${meant.text}` }
}
