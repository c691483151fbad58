/**
 * Converts a TypeScript type to a `TypeTree`. Pure functions with `ts` and a checker as arguments. A type without a
 * JSON form becomes a problem with its path and position, never a guess.
 */
import type { TypeNode, TypeTree } from '../type-tree.ts'
import { chooseName, nameOf } from './def-name.ts'
import { createDefinitions, type Definition, type Definitions } from './definitions.ts'
import { applySourceDoc } from './doc-comments/apply-doc-comment.ts'
import { findDocComment, type SourceDoc } from './doc-comments/doc-comment.ts'
import { reportLostTags } from './doc-comments/lost-tags.ts'
import { finishTree } from './finish-tree.ts'
import { expandPrimitive } from './hint-parts.ts'
import { createKnownParts, type KnownParts } from './known-parts.ts'
import { suggestReplacement } from './suggest-replacement.ts'
import { createMappingPattern, templatePattern } from './template-pattern.ts'
import {
  aliasDocs,
  createHint,
  type ExpandedHint,
  expandHint,
  getSource,
  type Hint,
  hintKey,
  keepTypeTags,
  NOT_SHARED,
  presentMember,
} from './type-hint.ts'
import type { ts } from './typescript.ts'
import { findUnresolvedHeritage, hintIsUnresolved } from './unresolved-names.ts'
import { holdsUntrusted, namesUntrusted } from './untrusted-types.ts'
import { FAILED, isOwnSource, type Place, placeBelow, type TypeProblem, type Walk, withoutCondition } from './walk.ts'
import { walkIntersection } from './walk-intersection.ts'
import { walkList } from './walk-list.ts'
import { walkObject } from './walk-object.ts'
import { getBigintLiteral, getLiteral, walkUnion } from './walk-union.ts'

export interface TypeSource {
  readonly type: ts.Type
  /** The type in the source, if it is there. */
  readonly hint?: Hint
  /** Position of a problem of the root itself. */
  readonly anchor: ts.Node
  /** A comment about the root beyond those of the hint. */
  readonly doc?: SourceDoc
  /** Type parameters without arguments: their defaults are used; a parameter without a default is a problem. */
  readonly parameters?: readonly ts.TypeParameterDeclaration[]
  /** `undefined` beside other types is removed, as for members. */
  readonly optional?: boolean
}

interface DerivedType {
  readonly tree: TypeTree
  /** The same with every type that the app names as a definition. Absent if that makes no difference. */
  readonly typed?: TypeTree
  /** Problems of every path; empty if the tree may be used. With only `any` problems the tree is usable. */
  readonly problems: readonly TypeProblem[]
}

/** Limits for the nesting of types, and for a generic type inside itself, beyond which it counts as infinite. */
const MAX_DEPTH = 200
const MAX_INSTANCES = 6

/** One contract during derivation. */
interface Contract {
  readonly walk: Walk
  readonly definitions: Definitions
  readonly parts: KnownParts
  readonly problems: TypeProblem[]
  /** Number of currently entered instances of each named type. */
  readonly open: Map<ts.Symbol, number>
  /** Types that nest too deep. */
  readonly grown: Set<ts.Symbol>
}

export function deriveTypeTree(context: Pick<Walk, 'ts' | 'program' | 'checker'>, source: TypeSource): DerivedType {
  const { walk, definitions, problems } = openContract(context)
  const plain = isOpen(walk, source)
    ? FAILED
    : walk.node(source.type, {
        ...rootPlace(source),
        ...(source.hint && { hint: source.hint }),
        ...(source.optional && { optional: true }),
      })
  const root = source.doc === undefined ? plain : applySourceDoc(walk, plain, source.doc, rootPlace(source))
  const defs: Record<string, TypeNode> = {}
  for (const definition of definitions.all()) if (definition.node !== undefined) defs[definition.name] = definition.node
  const isTyped = (name: string) => {
    const { hasOwnName = false, isNamedByApp = false } = definitions.named(name) ?? {}
    return hasOwnName && isNamedByApp
  }
  const finished = finishTree({ root, defs }, isTyped)
  if (finished.endless && problems.length === 0) walk.problem('endless', source.type, rootPlace(source))
  const { tree, typed } = finished
  return { tree, ...(typed && { typed }), problems: distinct(problems) }
}

function openContract(context: Pick<Walk, 'ts' | 'program' | 'checker'>): Contract {
  const problems: TypeProblem[] = []
  const definitions = createDefinitions()
  const open = new Map<ts.Symbol, number>()
  const parts = createKnownParts({
    checker: context.checker,
    definitions,
    problems: () => problems.length,
    isOpen: (symbol) => (open.get(symbol) ?? 0) > 0,
    maxDepth: MAX_DEPTH,
  })
  const walk: Walk = {
    ...context,
    node(type, place) {
      parts.reach(place.depth)
      return walkType(contract, withoutCondition(walk, type), place)
    },
    once: parts.once,
    problem(kind, type, place) {
      const anchor = { file: place.anchor.getSourceFile(), start: place.anchor.getStart(), end: place.anchor.end }
      const replacement = suggestReplacement(context, kind, place.hint)
      const problem = { kind, path: place.path, anchor, type: context.checker.typeToString(type) }
      problems.push({ ...problem, ...(replacement && { replacement }) })
      return FAILED
    },
    docProblem: (problem) => problems.push(problem),
    resolve: (name) => definitions.named(name)?.node,
  }
  const contract = { walk, definitions, parts, problems, open, grown: new Set<ts.Symbol>() }
  return contract
}

function rootPlace(source: TypeSource): Place {
  return { path: '', anchor: source.anchor, depth: 0 }
}

/** Returns whether the root has type parameters without defaults, each of which is a problem. */
function isOpen(walk: Walk, source: TypeSource): boolean {
  const open = (source.parameters ?? []).filter((parameter) => parameter.default === undefined)
  for (const parameter of open)
    walk.problem('type-parameter', walk.checker.getTypeAtLocation(parameter), {
      ...rootPlace(source),
      anchor: parameter,
    })
  return open.length > 0
}

function walkType(contract: Contract, type: ts.Type, place: Place): TypeNode {
  const { walk, definitions, problems } = contract
  if (place.depth > MAX_DEPTH) return walk.problem('too-deep', type, place)
  const before = problems.length
  const written = place.hint && expandHint(walk, place.hint)
  if (place.hint && written && hintIsUnresolved(walk, place.hint, written))
    return walk.problem('unresolved', type, place)
  const isNullable = type.isUnion() && type.types.some((part) => part.flags & walk.ts.TypeFlags.Null)
  const present = place.optional ? withoutUndefined(walk, type) : [type]
  const [only] = present
  const followed = written && !isNullable ? expandPresent(walk, written) : written
  const isSingle = only !== undefined && present.length === 1 && !isNameable(walk, only)
  const expanded = followed && isSingle ? expandPrimitive(walk, followed) : followed
  const here = expanded === undefined ? place : { ...place, hint: { node: expanded.node, bindings: expanded.bindings } }
  let node: TypeNode
  if (only === undefined) node = walk.problem('undefined', type, place)
  else if (present.length > 1 || (isSingle && expanded && walk.ts.isUnionTypeNode(expanded.node)))
    node = walkUnion(walk, present, { ...here, optional: false })
  else if (isNameable(walk, only)) node = define(contract, only, { ...here, optional: false }, expanded)
  else node = structure(walk, only, { ...here, optional: false })
  const docs = expanded === undefined ? [] : aliasDocs(walk, expanded, only?.aliasSymbol)
  // A package's comment describes its type, such as a utility type, not this value.
  const own = docs.map((doc) => (isOwnSource(walk, doc.file) ? doc : keepTypeTags(doc)))
  const documented = own.reduce((result, doc) => applySourceDoc(walk, result, doc, place), node)
  const isReported = (detail: string) => problems.slice(before).some((problem) => problem.detail === detail)
  reportLostTags(walk, definitions, place, documented, isReported)
  const nodes = place.hint && { written: place.hint.node, expanded: here.hint?.node ?? place.hint.node }
  return passMark(contract, type, nodes, documented)
}

/**
 * Adds `@untrusted` of the types that a value is written with, if the tree has lost it. Parts of an intersection and of a
 * mapped type lose the names of their types: there, a mark of one part doesn't show that the others have theirs.
 */
function passMark(
  { walk, definitions }: Contract,
  type: ts.Type,
  nodes: { readonly written: ts.TypeNode; readonly expanded: ts.TypeNode } | undefined,
  node: TypeNode,
): TypeNode {
  if (node.untrusted === true) return node
  if (!namesUntrusted(walk, type, nodes?.written)) return node
  const isJoined = type.isIntersection() || (nodes && walk.ts.isIntersectionTypeNode(nodes.expanded))
  return !isJoined && holdsUntrusted(node, definitions) ? node : { ...node, untrusted: true }
}

/** Defines a type that may be shared or recursive: its name is registered before its members are walked. */
function define(contract: Contract, type: ts.Type, place: Place, expanded: ExpandedHint | undefined): TypeNode {
  const { walk, definitions, parts } = contract
  const key = hintKey(walk, expanded)
  const known = definitions.find(type, key)
  if (known !== undefined) return again(contract, known, place)
  const written = getSource(walk, place.hint)
  if (written === NOT_SHARED) return begin(contract, type, key, place)
  const how = place.joined ? `${key} joined` : key
  return parts.once({ subject: type, written, how, depth: place.depth }, () => begin(contract, type, key, place))
}

function again({ parts, problems }: Contract, known: Definition, place: Place): TypeNode {
  parts.use(known)
  if (known.node === undefined) known.recursive = true
  else problems.push(...known.problems.map((problem) => ({ ...problem, path: place.path + problem.path })))
  return { kind: 'ref', name: known.name }
}

function begin(contract: Contract, type: ts.Type, key: string, place: Place): TypeNode {
  const { walk, definitions, parts, problems, open } = contract
  const symbol = type.aliasSymbol ?? (type.symbol as ts.Symbol | undefined)
  const missing = symbol && findUnresolvedHeritage(walk, symbol)
  if (missing !== undefined) return walk.problem('unresolved', type, placeBelow(walk, place, '', undefined, missing))
  const isNamed = symbol?.declarations?.some((node) => isNamedByApp(walk, node)) === true
  if (isNamed && (open.get(symbol) ?? 0) >= MAX_INSTANCES) return grows(contract, symbol, type, place)
  if (isNamed) {
    open.set(symbol, (open.get(symbol) ?? 0) + 1)
    parts.enter(symbol)
  }
  const name = chooseName(walk, type, place.path, definitions)
  const before = problems.length
  const definition = definitions.add({
    type,
    key,
    name,
    hasOwnName: name === nameOf(walk, type),
    isNamedByApp: isNamed,
    node: undefined,
    recursive: false,
    problems: [],
  })
  const doc = ownDoc(walk, type)
  const plain = structure(walk, type, place.hint ? place : { ...place, ...aliasHint(walk, type) })
  const node = doc === undefined ? plain : applySourceDoc(walk, plain, doc, place)
  definition.node = node
  if (isNamed) open.set(symbol, (open.get(symbol) ?? 1) - 1)
  definition.problems = problems.slice(before).map((problem) => ({
    ...problem,
    path: problem.path.slice(place.path.length),
  }))
  if (definition.recursive || isWorthADefinition(type, node)) return { kind: 'ref', name }
  definitions.drop(definition)
  return node
}

/** Reported once for a type, however many paths lead to it. */
function grows({ walk, parts, grown }: Contract, symbol: ts.Symbol, type: ts.Type, place: Place): TypeNode {
  parts.spoil()
  if (grown.has(symbol)) return FAILED
  grown.add(symbol)
  return walk.problem('too-deep', type, place)
}

/** Follows `A | undefined` and `NonNullable<A | null>` to `A`, if the type isn't nullable any more. */
function expandPresent(walk: Walk, written: ExpandedHint): ExpandedHint {
  const present = presentMember(walk, written)
  if (present === undefined) return written
  const further = expandHint(walk, present)
  return expandPresent(walk, { ...further, aliases: [...written.aliases, ...further.aliases] })
}

/**
 * Returns the members without `undefined`: one type if the checker still has one (which keeps the alias), or else
 * several.
 */
function withoutUndefined({ ts, checker }: Walk, type: ts.Type): readonly ts.Type[] {
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Void
  if (!type.isUnion()) return [type]
  const presentTypes = type.types.filter((part) => (part.flags & absent) === 0)
  if (presentTypes.length === type.types.length) return [type]
  const [only] = presentTypes
  if (presentTypes.length === 1 && only !== undefined && (only.flags & ts.TypeFlags.Instantiable) === 0) return [only]
  if (!presentTypes.some((part) => part.flags & ts.TypeFlags.Null)) return [checker.getNonNullableType(type)]
  return presentTypes
}

function isNameable({ ts }: Walk, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection)) !== 0
}

/** Objects, and named unions that contain more than primitives. All other types are inlined. */
function isWorthADefinition(type: ts.Type, node: TypeNode): boolean {
  if (node.kind === 'object') return true
  if (node.kind !== 'union' || type.aliasSymbol === undefined) return false
  return node.options.some((option) => option.kind === 'ref' || option.kind === 'object' || option.kind === 'union')
}

function structure(walk: Walk, type: ts.Type, place: Place): TypeNode {
  const { TypeFlags } = walk.ts
  if (type.isUnion()) {
    if (type.types.some((part) => part.flags & (TypeFlags.Undefined | TypeFlags.Void)))
      return walk.problem('undefined', type, place)
    return walkUnion(walk, type.types, place)
  }
  if (type.isIntersection()) return walkIntersection(walk, type, place) ?? walkObject(walk, type, place)
  if (type.flags & TypeFlags.Object) return walkList(walk, type, place) ?? walkObject(walk, type, place)
  return primitive(walk, type, place)
}

function primitive(walk: Walk, type: ts.Type, place: Place): TypeNode {
  const { TypeFlags } = walk.ts
  const literal = getLiteral(walk, type)
  if (literal !== undefined) return { kind: 'literal', values: [literal] }
  if (type.flags & TypeFlags.Any) {
    walk.problem(isUnresolved(type) ? 'unresolved' : 'any', type, place)
    return { kind: 'unknown' }
  }
  if (type.flags & TypeFlags.Unknown) {
    walk.problem('any', type, place)
    return { kind: 'unknown' }
  }
  if (type.flags & TypeFlags.TemplateLiteral)
    return createPatternNode(walk, templatePattern(walk, type as ts.TemplateLiteralType), type, place)
  if (type.flags & TypeFlags.StringMapping)
    return createPatternNode(walk, createMappingPattern(walk, type as ts.StringMappingType), type, place)
  if (type.flags & TypeFlags.String) return { kind: 'string' }
  const whole = getBigintLiteral(walk, type)
  if (whole !== undefined) return { kind: 'codec', codec: 'bigint', values: [whole] }
  if (type.flags & TypeFlags.BigInt) return { kind: 'codec', codec: 'bigint' }
  // A computed enum member has no known value: it may be any number.
  if (type.flags & (TypeFlags.Number | TypeFlags.Enum)) return { kind: 'number' }
  if (type.flags & TypeFlags.Null) return { kind: 'null' }
  if (type.flags & TypeFlags.NonPrimitive) return { kind: 'object', properties: [], index: { kind: 'unknown' } }
  if (type.flags & TypeFlags.ESSymbolLike) return walk.problem('symbol', type, place)
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Void)) return walk.problem('undefined', type, place)
  if (type.flags & TypeFlags.Never) return walk.problem('never', type, place)
  if (type.flags & TypeFlags.Instantiable) return constraint(walk, type, place)
  return walk.problem('unsupported', type, place)
}

function createPatternNode(walk: Walk, pattern: string | undefined, type: ts.Type, place: Place): TypeNode {
  return pattern === undefined ? walk.problem('unsupported', type, place) : { kind: 'string', pattern }
}

/** A type parameter, or a type that depends on one, becomes its constraint. */
function constraint(walk: Walk, type: ts.Type, place: Place): TypeNode {
  const fallback = type.isTypeParameter() ? type.getDefault() : undefined
  if (fallback !== undefined) return walk.node(fallback, { ...place, depth: place.depth + 1 })
  const bound = walk.checker.getBaseConstraintOfType(type)
  if (bound === undefined || bound === type || bound.flags & (walk.ts.TypeFlags.Any | walk.ts.TypeFlags.Unknown))
    return walk.problem('type-parameter', type, place)
  return walk.node(bound, { ...place, depth: place.depth + 1 })
}

/** The checker's error type is an `any` with another name: a name could not be resolved. */
function isUnresolved(type: ts.Type): boolean {
  return (type as { intrinsicName?: string }).intrinsicName === 'error'
}

/** Returns the declaration of a type's alias as its hint, for inferred types. */
function aliasHint({ ts }: Pick<Walk, 'ts'>, type: ts.Type): { readonly hint?: Hint } {
  const declaration = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)
  return declaration && !declaration.typeParameters ? { hint: createHint(declaration.type) } : {}
}

/** Returns whether the app's own code declares the name: `Record<string, …>` may nest in itself any number of times. */
function isNamedByApp(context: Pick<Walk, 'ts' | 'program'>, node: ts.Node): boolean {
  const { ts } = context
  const named = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
  return named && isOwnSource(context, node.getSourceFile())
}

/** Returns the doc comment of the named type itself. */
function ownDoc(context: Pick<Walk, 'program'>, type: ts.Type): SourceDoc | undefined {
  const symbol = type.aliasSymbol ?? (type.symbol as ts.Symbol | undefined)
  const declarations = (symbol?.declarations ?? []).filter((node) => isOwnSource(context, node.getSourceFile()))
  return declarations.map((node) => findDocComment(node)).find((doc) => doc !== undefined)
}

function distinct(problems: readonly TypeProblem[]): TypeProblem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = `${problem.kind} ${problem.path} ${problem.anchor.start} ${problem.detail ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}
