/** Finds the definitions of page tools: calls of `intent()` in components, and the actions of stores. */
import type { ts } from '#program/typescript.ts'
import { listImportedNames } from '../apis/api-exports.ts'
import { type ContractSource, fromNode } from '../apis/contract-source.ts'
import { nameText, staticValue, unwrap } from '../modules/static-value.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** An `intent()` call that was found without types. */
export interface IntentPlace {
  readonly tool: string
  /** Offset of the call. */
  readonly start: number
}

/** A tool with its literal definition. */
export interface PageDefinition {
  readonly named: { readonly tool: string; readonly of: 'intent' | 'action' }
  /** The call that receives the definition. */
  readonly node: ts.Node
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined
  readonly definition: ts.Expression | undefined
}

/** Returns the calls at these positions, in order; a position without a call is skipped. */
export function findIntents(
  { ts }: Context,
  file: ts.SourceFile,
  places: readonly IntentPlace[],
): readonly (PageDefinition & { readonly start: number })[] {
  const calls = new Map<number, ts.CallExpression>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) calls.set(node.getStart(file), node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return places.flatMap(({ tool, start }) => {
    const call = calls.get(start)
    if (call === undefined) return []
    const { typeArguments, arguments: given } = call
    return [{ named: { tool, of: 'intent' as const }, start, node: call, typeArguments, definition: given[1] }]
  })
}

export interface StoreDefinition {
  readonly alias: string
  /** Name of the store's variable. */
  readonly name: ts.Identifier
  /** State that agents may read or that the browser stores, as far as it is literal; absent without such state. */
  readonly state?: { readonly source: ContractSource; readonly exposed: readonly string[] | undefined }
  readonly actions: readonly ActionDefinition[]
}

interface ActionDefinition extends PageDefinition {
  readonly action: string
  readonly name: ts.Node
}

/** Returns the stores that a module exports or re-exports, wherever they are defined. */
export function findStores(context: Context, file: ts.SourceFile): readonly StoreDefinition[] {
  const { ts, checker } = context
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return []
  return checker.getExportsOfModule(module).flatMap((symbol): StoreDefinition[] => {
    const declared = findDeclaration(context, symbol)
    if (declared === undefined || !ts.isIdentifier(declared.name)) return []
    const call = declared.initializer && unwrap(ts, declared.initializer)
    if (call === undefined || !isDefineStore(ts, call)) return []
    const alias = symbol.name
    const details = findLiteral(context, call.arguments[1])
    const exposed = details && memberValue(ts, details, 'expose')
    const state = persistsState(ts, details)
      ? { source: stateSource(context, call), exposed: undefined }
      : exposed && findExposedState(context, call, exposed)
    return [{ alias, name: declared.name, ...(state && { state }), actions: listActions(context, alias, details) }]
  })
}

function findDeclaration({ ts, checker }: Context, symbol: ts.Symbol): ts.VariableDeclaration | undefined {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const { valueDeclaration } = target
  return valueDeclaration && ts.isVariableDeclaration(valueDeclaration) ? valueDeclaration : undefined
}

function isDefineStore(tsModule: typeof ts, node: ts.Expression): node is ts.CallExpression {
  if (!tsModule.isCallExpression(node)) return false
  const { direct, spaces } = listImportedNames(tsModule, node.getSourceFile(), 'defineStore')
  const callee = node.expression
  if (tsModule.isIdentifier(callee)) return direct.has(callee.text)
  return (
    tsModule.isPropertyAccessExpression(callee) &&
    callee.name.text === 'defineStore' &&
    tsModule.isIdentifier(callee.expression) &&
    spaces.has(callee.expression.text)
  )
}

/** Returns whether the browser's storage contains the whole state. */
function persistsState(tsModule: typeof ts, details: ts.ObjectLiteralExpression | undefined): boolean {
  const persist = details && memberValue(tsModule, details, 'persist')
  return /^(?:session|local)$/.test(String(persist && staticValue(tsModule, persist)?.value))
}

/** `exposed`: the field `expose`. If it isn't literal, it may include the whole state. */
function findExposedState(context: Context, call: ts.CallExpression, exposed: ts.Expression): StoreDefinition['state'] {
  const written = staticValue(context.ts, exposed)?.value
  if (written === false) return undefined
  const names = Array.isArray(written) ? written.filter((name) => typeof name === 'string') : undefined
  return { source: stateSource(context, call), exposed: names }
}

/**
 * Returns the type of `defineStore<State>`, `{ … } as State`, `(ctx): State => …`, or else the type that the call
 * infers.
 */
function stateSource(context: Context, call: ts.CallExpression): ContractSource {
  const { ts, checker } = context
  let [init] = call.arguments
  while (init !== undefined && ts.isParenthesizedExpression(init)) init = init.expression
  const written =
    init && (ts.isArrowFunction(init) || ts.isFunctionExpression(init) || ts.isAsExpression(init)) && init.type
  const node = call.typeArguments?.[0] ?? (written || undefined)
  if (node !== undefined) return fromNode(context, node)
  const made = checker.getTypeAtLocation(call)
  const [type] = checker.getTypeArguments(made as ts.TypeReference) // none for any other type
  return type === undefined
    ? { kind: 'none' }
    : { kind: 'type', source: { type, anchor: init ?? call }, inferred: true }
}

function listActions(
  context: Context,
  alias: string,
  details: ts.ObjectLiteralExpression | undefined,
): readonly ActionDefinition[] {
  const { ts } = context
  const actions = findLiteral(context, details && memberValue(ts, details, 'actions'))
  const found = (actions === undefined ? [] : listMembers(context, actions)).flatMap((member): ActionDefinition[] => {
    const action = member.name && nameText(ts, member.name)
    if (member.name === undefined || action === undefined) return []
    const value = ts.isPropertyAssignment(member)
      ? member.initializer
      : ts.isShorthandPropertyAssignment(member)
        ? member.name
        : undefined
    const named = { tool: `${alias}.${action}`, of: 'action' as const }
    return [{ named, action, name: member.name, node: member.name, definition: findLiteral(context, value) ?? value }]
  })
  // If two have the same name, the later one counts.
  return [...new Map(found.map((one) => [one.action, one])).values()]
}

/** Returns the members, including those of spread literals. */
function listMembers(context: Context, literal: ts.ObjectLiteralExpression): readonly ts.ObjectLiteralElementLike[] {
  return literal.properties.flatMap((member) => {
    const spread = context.ts.isSpreadAssignment(member) ? findLiteral(context, member.expression) : undefined
    return spread === undefined ? [member] : listMembers(context, spread)
  })
}

function memberValue(tsModule: typeof ts, literal: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  for (const member of literal.properties) {
    if (member.name === undefined || nameText(tsModule, member.name) !== key) continue
    if (tsModule.isPropertyAssignment(member)) return member.initializer
    if (tsModule.isShorthandPropertyAssignment(member)) return member.name
  }
  return undefined
}

/** Returns the object literal that an expression is, or that its constant is initialized with. */
function findLiteral(
  { ts, checker }: Context,
  given: ts.Expression | undefined,
): ts.ObjectLiteralExpression | undefined {
  const value = given && unwrap(ts, given)
  if (value === undefined || ts.isObjectLiteralExpression(value)) return value
  if (!ts.isIdentifier(value)) return undefined
  const parent = value.parent
  const symbol =
    ts.isShorthandPropertyAssignment(parent) && parent.name === value
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(value)
  const declared = symbol && findDeclaration({ ts, checker }, symbol)
  const initial = declared?.initializer && unwrap(ts, declared.initializer)
  return initial && ts.isObjectLiteralExpression(initial) ? initial : undefined
}
