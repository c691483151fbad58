/** Derives the contract of one type in a file of a given program. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { Snapshot } from '#program/app-programs.ts'
import { findNamedType } from '#program/named-type.ts'
import { deriveTypeTree } from '#program/type-tree.ts'
import type { ProblemAnchor } from '#program/walk.ts'
import { relative } from '#slash-path.ts'
import type { TypeTree } from '#type-tree.ts'
import type { ContractFact } from './contract-fact.ts'

import { contractFact } from './contract-fact.ts'

interface TypePlace {
  /** Absolute, with `/`. */
  readonly file: string
  /** See `findNamedType`. */
  readonly name: string
  /** Used in the problems' paths; callers create the schema. */
  readonly side: 'input' | 'output'
}

/** Returns `undefined` if the program's file has no such type. Positions are relative to `root`. */
export function deriveNamedType(
  snapshot: Snapshot,
  root: string,
  { file, name, side }: TypePlace,
): { readonly tree: TypeTree; readonly facts: readonly ContractFact[] } | undefined {
  const source = findNamedType(snapshot, file, name)
  if (source === undefined) return undefined
  const { tree, problems } = deriveTypeTree(snapshot, source)
  const spanAt = ({ file: { fileName, text }, start, end }: ProblemAnchor) =>
    createSpan(relative(root, fileName), text, start, end)
  return { tree, facts: problems.map((problem) => contractFact({ tool: name, side }, problem, spanAt)) }
}
