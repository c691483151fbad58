/**
 * Follows types as they are written. The checker forgets aliases of primitives (`type Cents = number`) and their doc
 * tags; a hint stores the annotation node, so that its tags are found through aliases and generics.
 */
import { type DocTag, findDocComment, type SourceDoc } from './doc-comments/doc-comment.ts'
import { findConstraint } from './doc-comments/doc-values.ts'
import { perChecker } from './per-checker.ts'
import type { ts } from './typescript.ts'
import { getName, isNameless, isReference, resolveName } from './written-names.ts'

export interface Hint {
  readonly node: ts.TypeNode
  /** Arguments of the type parameters in the scope of `node`. */
  readonly bindings: ReadonlyMap<ts.Symbol, Hint>
}

/** A hint followed through aliases to the node that constructs the type. */
export interface ExpandedHint extends Hint {
  /** The followed aliases, outermost first, and the members of `T['a']`. */
  readonly aliases: readonly { readonly symbol: ts.Symbol; readonly declaration: Passed }[]
}

type Passed = ts.TypeAliasDeclaration | ts.PropertySignature | ts.PropertyDeclaration

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** Creates a hint without bindings. */
export function createHint(node: ts.TypeNode): Hint {
  return { node, bindings: NOTHING_BOUND }
}

export function expandHint(context: Context, hint: Hint): ExpandedHint {
  const { node, bindings } = hint
  if (!isFollowed(context, node)) return { node, bindings, aliases: NO_ALIASES }
  return bindings.size === 0 ? expandUnbound(context, node) : expand(context, hint)
}

const NO_ALIASES: ExpandedHint['aliases'] = []

/** Whether a type of this kind may stand for another node. Most members are written as keywords, which don't. */
function isFollowed({ ts: { SyntaxKind } }: Context, { kind }: ts.TypeNode): boolean {
  switch (kind) {
    case SyntaxKind.TypeReference:
    case SyntaxKind.ImportType:
    case SyntaxKind.ParenthesizedType:
    case SyntaxKind.OptionalType:
    case SyntaxKind.RestType:
    case SyntaxKind.NamedTupleMember:
    case SyntaxKind.TypeOperator:
    case SyntaxKind.IndexedAccessType:
    case SyntaxKind.TypeQuery:
      return true
    default:
      return false
  }
}

const expandUnbound = perChecker((context: Context, node: ts.TypeNode) => expand(context, createHint(node)))

function expand(context: Context, hint: Hint): ExpandedHint {
  const { ts } = context
  const aliases: ExpandedHint['aliases'][number][] = []
  let current = hint
  for (let hops = 0; hops < 50; hops++) {
    const { node, bindings } = current
    if (ts.isParenthesizedTypeNode(node) || ts.isOptionalTypeNode(node) || ts.isRestTypeNode(node))
      current = { node: node.type, bindings }
    else if (ts.isNamedTupleMember(node)) current = { node: node.type, bindings }
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      current = { node: node.type, bindings }
    else if (isReference(context, node)) {
      const symbol = resolveName(context, getName(context, node))
      const bound = symbol && (bindings.get(symbol) ?? findUtilityHint(context, symbol.name, current))
      const declaration = symbol?.declarations?.find(ts.isTypeAliasDeclaration)
      if (bound !== undefined) current = bound
      else if (symbol !== undefined && declaration !== undefined) {
        aliases.push({ symbol, declaration })
        current = { node: declaration.type, bindings: bind(context, declaration.typeParameters, current) }
      } else break
    } else if (ts.isIndexedAccessTypeNode(node)) {
      const member = memberHint(context, current, node)
      if (member === undefined) break
      if (member.passed !== undefined) aliases.push(member.passed)
      current = { node: member.node, bindings: member.bindings }
    } else if (ts.isTypeQueryNode(node)) {
      const annotation = findAnnotation(context, node)
      if (annotation === undefined) break
      current = createHint(annotation)
    } else break
  }
  return { ...current, aliases }
}

/** Returns the type that a conditional type of the platform selects from its argument. */
function findUtilityHint(context: Context, name: string, reference: Hint): Hint | undefined {
  const argument = UTILITIES.has(name) ? argumentHint(context, reference, 0) : undefined
  if (argument === undefined || !isOfPlatform(context, reference.node)) return undefined
  if (name === 'ReturnType') {
    const type = findFunction(context, argument)?.type
    return type && createHint(type)
  }
  const expanded = expandHint(context, argument)
  const isPromise =
    isReference(context, expanded.node) && /^Promise(?:Like)?$/.test(getName(context, expanded.node).getText())
  return name === 'Awaited' && isPromise ? argumentHint(context, expanded, 0) : argument
}

const UTILITIES: ReadonlySet<string> = new Set(['Awaited', 'Exclude', 'Extract', 'ReturnType'])

/** Returns whether a type isn't one of the app's own. */
function isOfPlatform(context: Context, node: ts.TypeNode): boolean {
  if (!isReference(context, node)) return false
  return resolveName(context, getName(context, node))?.declarations?.every(isInLibrary) === true
}

function isInLibrary(declaration: ts.Node): boolean {
  return /\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName)
}

/** Returns the function of a function type or of `typeof`. */
function findFunction(context: Context, hint: Hint): ts.SignatureDeclaration | undefined {
  const { ts } = context
  const { node } = expandHint(context, hint)
  if (ts.isFunctionTypeNode(node)) return node
  const declared = ts.isTypeQueryNode(node) ? resolveName(context, node.exprName)?.valueDeclaration : undefined
  const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared
  return value && ts.isFunctionLike(value) ? value : undefined
}

/** Returns the annotation of the variable or member that `typeof` names. */
function findAnnotation(context: Context, { exprName }: ts.TypeQueryNode): ts.TypeNode | undefined {
  const { ts } = context
  const declared = resolveName(context, exprName)?.valueDeclaration
  if (declared === undefined || isInLibrary(declared)) return undefined
  const isTyped =
    ts.isVariableDeclaration(declared) || ts.isPropertySignature(declared) || ts.isPropertyDeclaration(declared)
  return isTyped ? declared.type : undefined
}

/** The result depends on the context. */
export const NOT_SHARED = Symbol('not shared')

/**
 * Returns one object for all hints with the same content, or `undefined` without a hint. Returns `NOT_SHARED` if its
 * bindings may matter.
 */
export function getSource(context: Context, hint: Hint | undefined): object | undefined | typeof NOT_SHARED {
  if (hint === undefined) return undefined
  const { node, bindings } = hint
  if (isReference(context, node) && node.typeArguments === undefined) {
    const symbol = resolveName(context, getName(context, node))
    if (symbol !== undefined && !bindings.has(symbol)) return symbol
  }
  return bindings.size === 0 ? node : NOT_SHARED
}

/** Returns the `bindings` that `node` may refer to: those of the enclosing type parameters. */
export function bindingsAround(node: ts.Node, bindings: ReadonlyMap<ts.Symbol, Hint>): ReadonlyMap<ts.Symbol, Hint> {
  if (bindings.size === 0) return bindings
  const file = node.getSourceFile()
  const isAround = ({ parent }: ts.Declaration) =>
    parent.getSourceFile() === file && parent.pos <= node.pos && node.end <= parent.end
  for (const symbol of bindings.keys()) if (symbol.declarations?.some(isAround)) return bindings
  return NOTHING_BOUND
}

const NOTHING_BOUND: ReadonlyMap<ts.Symbol, Hint> = new Map()

/** Returns the only member of a union that is neither `undefined` nor `null`, if these mean "absent". */
export function presentMember(context: Context, expanded: ExpandedHint): Hint | undefined {
  const { ts } = context
  const { node, bindings } = expanded
  // `NonNullable<T>` is defined as `T & {}`.
  const parts = ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node) ? node.types : undefined
  const present = parts?.filter((part) => !isAbsence(context, part))
  return present?.length === 1 && present[0] ? { node: present[0], bindings } : undefined
}

function isAbsence({ ts }: Context, node: ts.TypeNode): boolean {
  if (ts.isTypeLiteralNode(node)) return node.members.length === 0
  if (ts.isLiteralTypeNode(node)) return node.literal.kind === ts.SyntaxKind.NullKeyword
  return node.kind === ts.SyntaxKind.UndefinedKeyword
}

/** Follows `T['a']`, `T[0]`, `T[number]`, and `T[K]` of a mapped type over a mapped type. */
function memberHint(
  context: Context,
  hint: Hint,
  node: ts.IndexedAccessTypeNode,
): (Hint & { readonly passed?: ExpandedHint['aliases'][number] }) | undefined {
  const { ts } = context
  const { node: index } = expandHint(context, { node: node.indexType, bindings: hint.bindings })
  const key = ts.isLiteralTypeNode(index) ? index.literal : undefined
  const object = expandHint(context, { node: node.objectType, bindings: hint.bindings })
  const { bindings } = object
  if (key !== undefined && ts.isNumericLiteral(key) && node.objectType.getText().startsWith('Parameters<')) {
    const given = argumentHint(context, { node: node.objectType, bindings: hint.bindings }, 0)
    const parameter = given && findFunction(context, given)?.parameters[Number(key.text)]
    return parameter?.type && createHint(parameter.type)
  }
  if (ts.isMappedTypeNode(object.node)) return object.node.type && { node: object.node.type, bindings }
  if (key !== undefined && ts.isNumericLiteral(key) && ts.isTupleTypeNode(object.node)) {
    const item = object.node.elements[Number(key.text)]
    return item && { node: item, bindings }
  }
  if (index.kind === ts.SyntaxKind.NumberKeyword || (key !== undefined && ts.isNumericLiteral(key))) {
    if (ts.isArrayTypeNode(object.node)) return { node: object.node.elementType, bindings }
    return argumentHint(context, object, 0)
  }
  return key !== undefined && ts.isStringLiteral(key) ? findMemberHint(context, object, key.text) : undefined
}

/** Returns the annotation of a member, and the member itself: its tags are part of the type. */
export function findMemberHint(
  context: Context,
  object: Hint,
  name: string,
): (Hint & { readonly passed: ExpandedHint['aliases'][number] }) | undefined {
  const { ts, checker } = context
  const symbol = checker.getPropertyOfType(checker.getTypeFromTypeNode(object.node), name)
  const member = symbol?.valueDeclaration
  if (
    symbol === undefined ||
    member === undefined ||
    !(ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))
  )
    return undefined
  const inner = memberBindings(context, object)
  return member.type && { node: member.type, bindings: inner, passed: { symbol, declaration: member } }
}

/**
 * Returns the doc comments of the followed aliases, innermost first, without that of `except`. A member's constraints
 * and its `@untrusted` are part of its type; its prose and its default are its own.
 */
export function aliasDocs(context: Pick<Context, 'ts'>, expanded: ExpandedHint, except?: ts.Symbol): SourceDoc[] {
  return expanded.aliases
    .filter((alias) => alias.symbol !== except)
    .map(({ declaration }) => {
      const doc = findDocComment(declaration)
      if (doc === undefined || context.ts.isTypeAliasDeclaration(declaration)) return doc
      return keepTypeTags(doc)
    })
    .filter((doc) => doc !== undefined)
    .reverse()
}

/** Returns a comment without its prose and default: only the constraints and `@untrusted`. */
export function keepTypeTags(doc: SourceDoc): SourceDoc {
  const isOfType = ({ name }: DocTag) => findConstraint(name) !== undefined || name === 'untrusted'
  return { ...doc, text: '', tags: doc.tags.filter(isOfType) }
}

/** Returns a comment without the tags that only fit its own type: those that constrain it, and its values. */
export function dropTypeTags(doc: SourceDoc): SourceDoc {
  const isOfType = ({ name }: DocTag) => findConstraint(name) !== undefined || name === 'default' || name === 'example'
  return { ...doc, tags: doc.tags.filter((tag) => !isOfType(tag)) }
}

/** Returns the hint of a reference's type argument at `index`. */
export function argumentHint(context: Context, hint: Hint | undefined, index: number): Hint | undefined {
  if (hint === undefined || !isReference(context, hint.node)) return undefined
  const node = hint.node.typeArguments?.[index]
  return node && { node, bindings: hint.bindings }
}

/**
 * Returns bindings for the members of the type that `hint` (expanded) refers to. The members of a mapped type or an
 * intersection may be those of any generic type in it: `Partial<Page<Email>>`.
 */
export function memberBindings(context: Context, hint: Hint | undefined): ReadonlyMap<ts.Symbol, Hint> {
  if (hint === undefined || isNameless(context, hint.node)) return NOTHING_BOUND
  const { node, bindings } = hint
  if (bindings.size === 0) return bindUnbound(context, node)
  const known = boundMembers.get(bindings) ?? new Map<ts.TypeNode, Hint['bindings']>()
  boundMembers.set(bindings, known)
  const members = known.get(node) ?? bindMembers(context, hint)
  known.set(node, members)
  return members
}

/** Bindings belong to one checker. */
const boundMembers = new WeakMap<Hint['bindings'], Map<ts.TypeNode, Hint['bindings']>>()

const bindUnbound = perChecker((context: Context, node: ts.TypeNode) => bindMembers(context, createHint(node)))

function bindMembers(context: Context, hint: Hint): ReadonlyMap<ts.Symbol, Hint> {
  const { ts } = context
  if (ts.isMappedTypeNode(hint.node) || ts.isIntersectionTypeNode(hint.node)) return joinBindings(context, hint)
  if (!isReference(context, hint.node)) return hint.bindings
  const declarations = resolveName(context, getName(context, hint.node))?.declarations ?? []
  const generic = declarations.find((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
  return collectInheritedBindings(context, declarations, bind(context, generic?.typeParameters, hint))
}

/** Returns the bindings of a node and of all generic types in it, without parameters that have several arguments. */
function joinBindings(context: Context, { node, bindings }: Hint): ReadonlyMap<ts.Symbol, Hint> {
  const { ts } = context
  const all = new Map(bindings)
  const several = new Set<ts.Symbol>()
  const seen = new Set<ts.Node>([node])
  const visit = (part: ts.Node, around: ReadonlyMap<ts.Symbol, Hint>): void => {
    if (ts.isTypeLiteralNode(part) || ts.isFunctionTypeNode(part)) return
    if (!ts.isTypeNode(part) || !isReference(context, part)) {
      ts.forEachChild(part, (child) => visit(child, around))
      return
    }
    const expanded = expandHint(context, { node: part, bindings: around })
    if (seen.has(expanded.node)) return
    seen.add(expanded.node)
    const isNamed = isReference(context, expanded.node)
    if (!isNamed) visit(expanded.node, expanded.bindings)
    for (const [symbol, hint] of isNamed ? memberBindings(context, expanded) : expanded.bindings) {
      if (bindings.has(symbol)) continue
      const other = all.get(symbol)
      if (other !== undefined && !isSameHint(other, hint)) several.add(symbol)
      all.set(symbol, hint)
    }
  }
  ts.forEachChild(node, (child) => visit(child, bindings))
  for (const symbol of several) all.delete(symbol)
  return all
}

/** Returns whether two hints have the same text in the same place. */
function isSameHint(one: Hint, other: Hint): boolean {
  if (one.node === other.node) return true
  const isAround = one.bindings === other.bindings || one.bindings.size + other.bindings.size === 0
  return isAround && one.node.getText() === other.node.getText()
}

/** Returns `own` and the arguments of the type parameters of all extended types: `extends Page<Cents>`. */
export function collectInheritedBindings(
  context: Context,
  declarations: readonly ts.Declaration[],
  own: ReadonlyMap<ts.Symbol, Hint>,
  depth = 0,
): ReadonlyMap<ts.Symbol, Hint> {
  const { ts } = context
  const bases = declarations
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassLike(node))
    .flatMap((node) => node.heritageClauses ?? [])
    .filter((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap((clause) => [...clause.types])
  if (bases.length === 0 || depth > 20) return own
  const all = new Map(own)
  for (const base of bases) {
    const found = resolveName(context, base.expression)?.declarations ?? []
    const generic = found.find((node) => ts.isInterfaceDeclaration(node) || ts.isClassLike(node))
    const bound = bindArguments(context, generic?.typeParameters, base.typeArguments, own)
    for (const [symbol, hint] of collectInheritedBindings(context, found, bound, depth + 1)) all.set(symbol, hint)
  }
  return all
}

/**
 * Returns a key that distinguishes uses of one generic type whose arguments differ only in doc tags: `Page<Email>`,
 * `Page<string>`.
 */
export function hintKey(context: Context, hint: ExpandedHint | undefined, depth = 0): string {
  if (hint === undefined || depth > 3) return ''
  const bindings = memberBindings(context, hint)
  if (bindings.size === 0) return ''
  const keys = [...bindings.values()].map((bound) => {
    const expanded = expandHint(context, bound)
    const own = aliasDocs(context, expanded).flatMap((doc) => doc.tags.map((tag) => `@${tag.name} ${tag.text}`))
    return own.join(' ') + hintKey(context, expanded, depth + 1)
  })
  return keys.some((key) => key !== '') ? `<${keys.join(',')}>` : ''
}

function bind(
  context: Context,
  parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined,
  reference: Hint,
): ReadonlyMap<ts.Symbol, Hint> {
  if (!isReference(context, reference.node)) return NOTHING_BOUND
  return bindArguments(context, parameters, reference.node.typeArguments, reference.bindings)
}

function bindArguments(
  context: Context,
  parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined,
  given: ts.NodeArray<ts.TypeNode> | undefined,
  outer: ReadonlyMap<ts.Symbol, Hint>,
): ReadonlyMap<ts.Symbol, Hint> {
  if (parameters === undefined) return NOTHING_BOUND
  const bindings = new Map<ts.Symbol, Hint>()
  parameters.forEach((parameter, index) => {
    const symbol = context.checker.getSymbolAtLocation(parameter.name)
    const argument = given?.[index]
    if (symbol === undefined) return
    if (argument !== undefined) bindings.set(symbol, { node: argument, bindings: outer })
    else if (parameter.default !== undefined) bindings.set(symbol, { node: parameter.default, bindings })
  })
  return bindings
}
