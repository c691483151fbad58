/** Converts a problem of the type walk to plain data. */
import type { Fix, SourceSpan } from '#model.ts'
import type { ProblemAnchor, TypeProblem } from '#program/walk.ts'

/** A problem of one side of a contract. */
export interface ContractFact {
  readonly tool: string
  /** Kind of definition, if it isn't an api: the state of a store has a contract too. */
  readonly of?: 'intent' | 'action' | 'store'
  readonly side: 'input' | 'output'
  /** A message id of the rule that owns it, or of `program/walk.ts`. */
  readonly problem: string
  /** Path from the root: `input.items[].price`. */
  readonly path: string
  readonly type: string
  readonly span: SourceSpan
  readonly detail?: string
  readonly fixes?: readonly Fix[]
}

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
