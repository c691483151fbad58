/** One type of a program's file as a contract. Takes the program, whoever opened it. */
import { relative } from 'node:path'
import type { ContractFact } from '../diagnostic/facts.ts'
import { createSpan } from '../diagnostic/frame.ts'
import { findNamedType } from '../program/named-type.ts'
import type { Snapshot } from '../program/open.ts'
import { deriveTypeTree } from '../program/type-tree.ts'
import type { ProblemAnchor } from '../program/walk.ts'
import type { TypeTree } from '../type-tree.ts'

import { contractFact } from './contract-fact.ts'

export interface TypePlace {
  /** Absolute, with `/`. */
  readonly file: string
  /** As `findNamedType` takes it. */
  readonly name: string
  /** Names the problems' paths; the schema is made by others. */
  readonly side: 'input' | 'output'
}

/** Undefined when the program's file has no such type. `root` is what the places are relative to. */
export function deriveNamedType(
  snapshot: Snapshot,
  root: string,
  { file, name, side }: TypePlace,
): { readonly tree: TypeTree; readonly facts: readonly ContractFact[] } | undefined {
  const source = findNamedType(snapshot, file, name)
  if (source === undefined) return undefined
  const { tree, problems } = deriveTypeTree(snapshot, source)
  const spanAt = ({ file: { fileName, text }, start, end }: ProblemAnchor) =>
    createSpan(relative(root, fileName).replaceAll('\\', '/'), text, start, end)
  return { tree, facts: problems.map((problem) => contractFact({ tool: name, side }, problem, spanAt)) }
}
