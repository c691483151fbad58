/** What the files of the type walk share: where it is, what it found wrong, and how it goes on. */
import type { TypeNode } from '../type-tree.ts'
import type { Hint } from './hint.ts'
import type { ts } from './typescript.ts'

/** Why a type cannot be a contract. The rules word them. */
export type ProblemKind =
  | 'accessor'
  | 'any'
  | 'brand'
  | 'built-in'
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
  | 'undefined'
  | 'unresolved'
  | 'unsupported'
  | 'value-object'
  | 'doc-tag'
  | 'doc-hint'
  | 'slow-pattern'

export interface TypeProblem {
  readonly kind: ProblemKind
  /** From the root: `.items[].price`; empty for the root itself. */
  readonly path: string
  /** The member (or annotation) at fault, in the app's own code where there is one. */
  readonly anchor: ProblemAnchor
  /** The type as TypeScript prints it. */
  readonly type: string
  /** What a `doc-tag` or `doc-hint` problem says; how slow a `slow-pattern` is. */
  readonly detail?: string
  /** A text that mends it, and where it goes. */
  readonly replacement?: { readonly anchor: ProblemAnchor; readonly text: string }
}

export interface ProblemAnchor {
  readonly file: ts.SourceFile
  readonly start: number
  readonly end: number
}

/** Where the walk stands. */
export interface Place {
  readonly path: string
  /** The innermost declaration in the app's own code. */
  readonly anchor: ts.Node
  /** The type as written, where known: the checker forgets aliases of primitives and their doc tags. */
  readonly hint?: Hint
  readonly depth: number
  /** `undefined` in the type means that the member may be absent. */
  readonly optional?: boolean
  /** The checker made the type of several declarations: nobody wrote the intersections in it. */
  readonly joined?: boolean
}

/** All that a part of a contract depends on, beside what is looked at when it is found again. */
export interface PartOf {
  readonly subject: ts.Type | ts.Symbol
  /** As written: see `getSource` in hint.ts. */
  readonly written: object | undefined
  /** What else tells it from other walks of the subject. */
  readonly how: string
  readonly depth: number
}

export interface Walk {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Goes on with a type. */
  node(type: ts.Type, place: Place): TypeNode
  /** What `work` answers, or has answered for another contract. */
  once<Value>(of: PartOf, work: () => Value): Value
  problem(kind: ProblemKind, type: ts.Type, place: Place): TypeNode
  docProblem(problem: TypeProblem): void
  /** The definition that a reference stands for, as far as it is known by now. */
  resolve(name: string): TypeNode | undefined
}

/** Stands for what could not be derived; there is a problem beside it, so it is never emitted. */
export const FAILED: TypeNode = { kind: 'unknown' }

/** Whether `file` is the app's own code, so that a frame in it helps. */
export function isOwnSource(walk: Pick<Walk, 'program'>, file: ts.SourceFile): boolean {
  return !walk.program.isSourceFileDefaultLibrary(file) && !file.fileName.includes('/node_modules/')
}

/** `place` one step further down, anchored at `declaration` where that is the app's own code. */
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

export function withoutHint(place: Place): Place {
  const { hint: _, ...rest } = place
  return rest
}
