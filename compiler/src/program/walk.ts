/** Shared by the files of the type walk: its position, its problems, and how it continues. */
import type { TypeNode } from '../type-tree.ts'
import type { Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'

/** Why a type can't be a contract. The rules contain the messages. */
export type ProblemKind =
  | 'accessor'
  | 'any'
  | 'brand'
  | 'built-in'
  | 'deferred-keys'
  | 'empty-object'
  | 'endless'
  | 'function'
  | 'index-conflict'
  | 'intersection'
  | 'iterator'
  | 'file'
  | 'map-key'
  | 'mapped'
  | 'never'
  | 'package-class'
  | 'private-state'
  | 'promise'
  | 'regexp'
  | 'reserved-key'
  | 'symbol'
  | 'symbol-key'
  | 'too-deep'
  | 'too-many'
  | 'type-parameter'
  | 'typed-array'
  | 'unclear-brand'
  | 'undefined'
  | 'unresolved'
  | 'unsupported'
  | 'value-object'
  | 'doc-tag'
  | 'doc-hint'
  | 'slow-pattern'

export interface TypeProblem {
  readonly kind: ProblemKind
  /** Path from the root: `.items[].price`; empty for the root itself. */
  readonly path: string
  /** The member (or annotation) with the problem, in the app's own code if possible. */
  readonly anchor: ProblemAnchor
  /** The type as printed by TypeScript. */
  readonly type: string
  /** The message of a `doc-tag` or `doc-hint` problem; the growth of a `slow-pattern`. */
  readonly detail?: string
  /** A replacement that fixes it, and its position. */
  readonly replacement?: { readonly anchor: ProblemAnchor; readonly text: string }
}

export interface ProblemAnchor {
  readonly file: ts.SourceFile
  readonly start: number
  readonly end: number
}

/** The walk's current position. */
export interface Place {
  readonly path: string
  /** The innermost declaration in the app's own code. */
  readonly anchor: ts.Node
  /** The type in the source, if known: the checker forgets aliases of primitives and their doc tags. */
  readonly hint?: Hint
  readonly depth: number
  /** `undefined` in the type means that the member may be absent. */
  readonly optional?: boolean
  /** Whether the checker merged several declarations: their intersections aren't in the source. */
  readonly joined?: boolean
}

/** Everything that a part of a contract depends on, besides the data that is compared when it is reused. */
export interface PartOf {
  readonly subject: ts.Type | ts.Symbol
  /** The type in the source: see `getSource` in type-hint.ts. */
  readonly written: object | undefined
  /** Distinguishes it from other walks of the subject. */
  readonly how: string
  readonly depth: number
}

export interface Walk {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Walks a type. */
  node(type: ts.Type, place: Place): TypeNode
  /** Returns the result of `work`, possibly cached from another contract. */
  once<Value>(of: PartOf, work: () => Value): Value
  problem(kind: ProblemKind, type: ts.Type, place: Place): TypeNode
  docProblem(problem: TypeProblem): void
  /** Returns the definition of a reference, as far as it is known so far. */
  resolve(name: string): TypeNode | undefined
}

/** Placeholder for a type that couldn't be derived; it has a problem, so it is never emitted. */
export const FAILED: TypeNode = { kind: 'unknown' }

/** Returns whether `file` is the app's own code, so that a code frame in it is useful. */
export function isOwnSource(walk: Pick<Walk, 'program'>, file: ts.SourceFile): boolean {
  return !walk.program.isSourceFileDefaultLibrary(file) && !file.fileName.includes('/node_modules/')
}

/** Returns `place` one step further down, at `declaration` if that is the app's own code. */
export function placeBelow(
  walk: Walk,
  place: Place,
  step: string,
  hint?: Hint,
  declaration?: ts.Node | undefined,
): Place {
  const own = declaration !== undefined && isOwnSource(walk, declaration.getSourceFile())
  const base = { path: place.path + step, anchor: own ? declaration : place.anchor, depth: place.depth + 1 }
  return hint === undefined ? base : { ...base, hint }
}

/**
 * Returns the type without the condition that the checker stores with it: in the true branch of `A extends B ? A : C`, it
 * remembers that `A` is also a `B`.
 */
export function withoutCondition(context: Pick<Walk, 'ts'>, type: ts.Type): ts.Type {
  if ((type.flags & context.ts.TypeFlags.Substitution) === 0) return type
  return withoutCondition(context, (type as ts.SubstitutionType).baseType)
}

export function withoutHint(place: Place): Place {
  const { hint: _, ...rest } = place
  return rest
}
