/** Converts a problem of the type walk to plain data. */
import type { ContractFact } from '#diagnostic/facts.ts'
import type { SourceSpan } from '#model.ts'
import type { ProblemAnchor, TypeProblem } from '#program/walk.ts'

export function contractFact(
  named: Pick<ContractFact, 'tool' | 'of' | 'side'>,
  { kind, path, anchor, type, detail, replacement }: TypeProblem,
  spanOf: (anchor: ProblemAnchor) => SourceSpan,
): ContractFact {
  const fixes = replacement && [
    { title: `Write ${replacement.text}`, edits: [{ span: spanOf(replacement.anchor), text: replacement.text }] },
  ]
  return {
    ...named,
    problem: kind,
    path: named.side + path,
    type,
    span: spanOf(anchor),
    ...(detail && { detail }),
    ...(fixes && { fixes }),
  }
}
