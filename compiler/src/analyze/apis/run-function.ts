/**
 * The function of `run`. A function in the definition has the types of its annotations. Any other value (the result of a
 * wrapper, a cast, a variable, a method of a generic class) has the types that the checker gives the value.
 */
import { perChecker } from '#program/per-checker.ts'
import type { ts } from '#program/typescript.ts'
import { resolveName } from '#program/written-names.ts'
import type { WrittenDefinition } from './api-definition.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

export interface RunDefinition {
  /** The call that receives the definition, or the definition itself. */
  readonly node: ts.Node
  readonly written: WrittenDefinition
  /** Type of the definition, if it isn't an object literal: it has the data that `written` lacks. */
  readonly type?: ts.Type
}

type Run = NonNullable<WrittenDefinition['run']>

/** An inline function has one signature. Requesting its type would check its body. */
export function isFunctionNode(
  ts: Context['ts'],
  run: Run,
): run is ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression {
  return ts.isMethodDeclaration(run) || ts.isArrowFunction(run) || ts.isFunctionExpression(run)
}

/** Returns the type of the literal member, or else of the member of the definition's type. */
export function findRunType({ checker }: Context, { written, type }: RunDefinition): ts.Type | undefined {
  if (written.run !== undefined) return checker.getNonNullableType(checker.getTypeAtLocation(written.run))
  // An accessor, or a member of a definition that isn't a literal.
  const name = written.members.get('run')?.name
  const member = name ? checker.getSymbolAtLocation(name) : type?.getProperty('run')
  return member && checker.getNonNullableType(checker.getTypeOfSymbol(member))
}

export function findRunSignature(context: Context, definition: RunDefinition): ts.Signature | undefined {
  const { ts, checker } = context
  const { run } = definition.written
  if (run !== undefined && ts.isMethodDeclaration(run)) return checker.getSignatureFromDeclaration(run)
  const type = findRunType(context, definition)
  return type && checker.getSignaturesOfType(type, ts.SignatureKind.Call)[0]
}

/** Returns the name `run`: the body of a long function would make a useless code frame. */
export function findRunAnchor(ts: Context['ts'], { node, written: { run, members } }: RunDefinition): ts.Node {
  if (run === undefined) return members.get('run')?.name ?? node
  if (ts.isMethodDeclaration(run)) return run.name
  let member: ts.Node = run
  while (!ts.isPropertyAssignment(member) && member !== node) member = member.parent
  return ts.isPropertyAssignment(member) ? member.name : run
}

/** The parameter of a signature. */
interface CallParameter {
  readonly type: ts.Type
  /** Its declaration, if the annotation there is this type, and not one of a generic function. */
  readonly declaration?: ts.ParameterDeclaration
}

/** Returns the first parameter of a signature, or `undefined` without parameters. */
export function findCallParameter({ ts, checker }: Context, signature: ts.Signature): CallParameter | undefined {
  const [symbol] = signature.parameters
  if (symbol === undefined) return undefined
  const given = checker.getTypeOfSymbol(symbol)
  const declaration = symbol.valueDeclaration
  if (declaration === undefined || !ts.isParameter(declaration)) return { type: given }
  if (declaration.dotDotDotToken !== undefined) {
    const first = given.getProperty('0')
    const type = first ? checker.getTypeOfSymbol(first) : given.getNumberIndexType()
    const isEmpty = first === undefined && checker.isTupleType(given)
    return isEmpty ? undefined : { type: type ?? given }
  }
  const type = checker.getNonNullableType(given)
  const { type: annotation } = declaration
  // Without an annotation, the body of the function decides whether it reads the input.
  const isOwn =
    annotation === undefined
      ? (given.flags & ts.TypeFlags.Any) !== 0
      : checker.getNonNullableType(checker.getTypeFromTypeNode(annotation)) === type
  return { type, ...(isOwn && { declaration }) }
}

/**
 * Returns the node of a type in an expression and in the declarations that it names: a type argument, the annotation of a
 * function, the type of a cast or of a variable. The checker forgets aliases of primitives, such as `Email`, in a type that
 * it has inferred.
 */
export function findWrittenType(context: Context, expression: ts.Node, type: ts.Type): ts.TypeNode | undefined {
  return listWrittenTypes(context, expression).find((node) => context.checker.getTypeFromTypeNode(node) === type)
}

const listWrittenTypes = perChecker((context: Context, expression: ts.Node): readonly ts.TypeNode[] => {
  const found: ts.TypeNode[] = []
  collectTypes(context, expression, found, new Set())
  return found
})

function collectTypes(context: Context, node: ts.Node, found: ts.TypeNode[], seen: Set<ts.Node>): void {
  const { ts } = context
  if (seen.has(node) || ts.isBlock(node) || ts.isTypeLiteralNode(node)) return
  seen.add(node)
  if (ts.isTypeNode(node)) found.push(node)
  if (ts.isIdentifier(node)) {
    const { parent } = node
    const isShorthand = ts.isShorthandPropertyAssignment(parent)
    const symbol = isShorthand ? context.checker.getShorthandAssignmentValueSymbol(parent) : resolveName(context, node)
    for (const declaration of symbol?.declarations ?? [])
      if (isValueDeclaration(ts, declaration)) collectTypes(context, declaration, found, seen)
  }
  ts.forEachChild(node, (child) => collectTypes(context, child, found, seen))
}

function isValueDeclaration(tsModule: Context['ts'], node: ts.Node): boolean {
  return tsModule.isVariableDeclaration(node) || tsModule.isPropertyAssignment(node) || tsModule.isFunctionLike(node)
}
