/** Derives one side of a tool's contract from the source of its type. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { ContractModel, SourceSpan } from '#model.ts'
import { deriveTypeTree } from '#program/type-tree.ts'
import type { ts } from '#program/typescript.ts'
import type { ProblemAnchor } from '#program/walk.ts'
import { toJsonSchema } from '#schema/json-schema.ts'
import type { TypeNode, TypeTree } from '#type-tree.ts'
import type { ContractFact } from './contract-fact.ts'
import { contractFact } from './contract-fact.ts'
import type { ContractSource } from './contract-source.ts'
import { findSlowPatterns } from './schema-patterns.ts'
import { deriveDeclared } from './schema-value.ts'

type Side = ContractFact['side']

/** The program, and the naming of its files. */
export interface ModuleContext {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Returns the path relative to the app root, with `/`. */
  relative(file: string): string
  /**
   * Whether types of schemas aren't derived: an editor shows none, and would wait for them at each change.
   *
   * @default false
   */
  readonly omitsSchemas?: boolean
  /**
   * Returns whether the contract of this export is needed.
   *
   * @default all are
   */
  readonly isWanted?: (exportName: string) => boolean
  /**
   * May return an earlier result instead of calling `derive`, for an annotated type.
   *
   * @default calls `derive`
   */
  readonly recall?: (tool: string, side: Side, anchor: ts.Node, derive: () => DerivedSide) => DerivedSide
}

type OwnedTool = Pick<ContractFact, 'tool' | 'of'>

/** One side of a contract and its problems. Plain data. */
export interface DerivedSide {
  readonly contract: ContractModel
  readonly facts: readonly ContractFact[]
  readonly wantsFullLib: boolean
}

/** Derives the contract of `source`. `named`: the tool, for the facts. */
export function deriveSide(context: ModuleContext, named: OwnedTool, side: Side, source: ContractSource): DerivedSide {
  if (source.kind === 'none') return { contract: { source: 'none' }, facts: [], wantsFullLib: false }
  if (source.kind === 'schema') {
    const facts = listSlowPatterns(context, named, side, source.anchor)
    // An editor shows no types of schemas, and would wait for them at each change.
    if (context.omitsSchemas === true) return { contract: { source: 'schema' }, facts, wantsFullLib: false }
    return { ...deriveDeclared(context, side, source), facts }
  }
  if (source.kind === 'type') {
    const derive = () => deriveType(context, named, side, source)
    if (context.recall === undefined || source.inferred) return derive()
    return context.recall(named.tool, side, source.source.anchor, derive)
  }
  const problem = source.kind
  const fact = rootFact(context, named, { side, problem, type: 'type' in source ? source.type : '' }, source.anchor)
  return { contract: { source: 'none' }, facts: [fact], wantsFullLib: false }
}

function listSlowPatterns(context: ModuleContext, named: OwnedTool, side: Side, anchor: ts.Node): ContractFact[] {
  const member = context.ts.isObjectLiteralElementLike(anchor.parent) ? anchor.parent : anchor
  return findSlowPatterns(context, member).map(({ node, pattern, slowness }) => ({
    ...rootFact(context, named, { side, problem: 'slow-pattern', type: pattern }, node),
    detail: slowness,
  }))
}

function deriveType(
  context: ModuleContext,
  named: OwnedTool,
  side: Side,
  source: Extract<ContractSource, { kind: 'type' }>,
): DerivedSide {
  const { type, anchor } = source.source
  const { tree, typed, problems } = deriveTypeTree(context, source.source)
  const facts = problems.map((problem) => contractFact({ ...getOwner(named), side }, problem, spanOfAnchor(context)))
  const isKnown = !problems.some((problem) => problem.path === '')
  if (side === 'input' && isKnown && !isObjectRoot(tree, tree.root)) {
    const text = context.checker.typeToString(type)
    facts.push(rootFact(context, named, { side, problem: 'not-object', type: text }, anchor))
  }
  return {
    contract: { source: 'type', tree, schema: toJsonSchema(tree, side), ...(typed && { typed }) },
    facts,
    // An inferred `any` may result from an unresolved name elsewhere.
    wantsFullLib: problems.some(({ kind }) => kind === 'unresolved' || (kind === 'any' && source.inferred)),
  }
}

function rootFact(
  context: ModuleContext,
  named: OwnedTool,
  fact: Pick<ContractFact, 'side' | 'problem' | 'type'>,
  anchor: ts.Node,
): ContractFact {
  const span = spanFrom(context, anchor.getSourceFile(), anchor.getStart(), anchor.end)
  return { ...getOwner(named), ...fact, path: fact.side, span }
}

function getOwner({ tool, of }: OwnedTool): OwnedTool {
  return { tool, ...(of !== undefined && { of }) }
}

export function spanFrom(context: ModuleContext, file: ts.SourceFile, start: number, end: number): SourceSpan {
  return createSpan(context.relative(file.fileName), file.text, start, end)
}

function spanOfAnchor(context: ModuleContext) {
  return ({ file, start, end }: ProblemAnchor): SourceSpan => spanFrom(context, file, start, end)
}

/** Tools take named arguments: an object, or a union of objects. */
function isObjectRoot(tree: TypeTree, node: TypeNode): boolean {
  if (node.kind === 'object') return true
  if (node.kind === 'codec') return node.codec === 'map'
  if (node.kind === 'union') return node.options.every((option) => isObjectRoot(tree, option))
  const target = node.kind === 'ref' ? tree.defs[node.name] : undefined
  return target !== undefined && target.kind !== 'ref' && isObjectRoot(tree, target)
}
