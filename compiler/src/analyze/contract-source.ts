/** Where the types of an api's input and output stand: type arguments, annotations, or what `run` returns. */
import { argumentHint, type ExpandedHint, expandHint, hintOf, symbolOf } from '../program/hint.ts'
import type { TypeSource } from '../program/type-tree.ts'
import type { ts } from '../program/typescript.ts'
import type { WrittenDefinition } from './api-definition.ts'
import { importedNames } from './api-exports.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

export type ContractSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'schema' }
  | { readonly kind: 'missing'; readonly anchor: ts.Node }
  /** `run` has several signatures, of which the compiler would have to choose one. */
  | { readonly kind: 'overloads'; readonly anchor: ts.Node; readonly type: string }
  | { readonly kind: 'type'; readonly source: TypeSource; readonly inferred: boolean }

/** A builder or Standard Schema wins, then `api<Input, …>`, then the annotation of `run`'s parameter. */
export function inputSource(context: Context, call: ts.CallExpression, written: WrittenDefinition): ContractSource {
  const { ts } = context
  if (written.hasInput) return { kind: 'schema' }
  const argument = call.typeArguments?.[0]
  if (argument !== undefined) return fromNode(context, argument)
  const overloads = overloadsOf(context, call, written)
  if (overloads !== undefined) return overloads
  const parameter = runFunction(context, written.run)?.parameters.find((node) => node.name.getText() !== 'this')
  if (parameter === undefined) return { kind: 'none' }
  const untyped = (): ContractSource =>
    readsInput(ts, parameter) ? { kind: 'missing', anchor: parameter } : { kind: 'none' }
  if (parameter.type === undefined) return untyped()
  const expanded = expandHint(context, hintOf(parameter.type))
  if (!isReferenceToCall(context, expanded)) return fromMember(context, parameter.type)
  const input = argumentHint(context, expanded, 0)
  if (input === undefined) return untyped()
  if (input.bindings.size === 0) return fromNode(context, input.node)
  const member = fromMember(context, parameter.type)
  if (member.kind !== 'type') return member
  return { ...member, source: { ...member.source, hint: input } }
}

/** A builder or Standard Schema wins, then `api<…, Output>`, then `run`'s return annotation, then what it returns. */
export function outputSource(context: Context, call: ts.CallExpression, written: WrittenDefinition): ContractSource {
  if (written.hasOutput) return { kind: 'schema' }
  const argument = call.typeArguments?.[1]
  if (argument !== undefined) return fromNode(context, argument)
  const overloads = overloadsOf(context, call, written)
  // Said once: at the input, unless that is written elsewhere.
  if (overloads !== undefined) return written.hasInput || call.typeArguments ? overloads : { kind: 'none' }
  const run = runFunction(context, written.run)
  if (run?.type !== undefined) return fromReturnNode(context, run.type)
  const signature = runSignature(context, written.run)
  if (signature === undefined) return { kind: 'none' }
  const returned = context.checker.getReturnTypeOfSignature(signature)
  const type = context.checker.getAwaitedType(returned) ?? returned
  return { kind: 'type', source: { type, anchor: runAnchor(context.ts, written.run, call) }, inferred: true }
}

function fromNode(context: Context, node: ts.TypeNode): ContractSource {
  const source = { type: context.checker.getTypeFromTypeNode(node), hint: hintOf(node), anchor: node }
  return { kind: 'type', source, inferred: false }
}

/** An annotation other than `Call<Input>`: the type of its `input` member. */
function fromMember(context: Context, annotation: ts.TypeNode): ContractSource {
  const { ts, checker } = context
  const member = checker.getTypeFromTypeNode(annotation).getProperty('input')
  if (member === undefined) return { kind: 'none' }
  const declared = member.valueDeclaration
  const node = declared && ts.isPropertySignature(declared) ? declared.type : undefined
  const hint = node && ts.isTypeLiteralNode(annotation) ? hintOf(node) : undefined
  const source = { type: checker.getTypeOfSymbol(member), anchor: node ?? annotation, ...(hint && { hint }) }
  return { kind: 'type', source, inferred: false }
}

function fromReturnNode(context: Context, node: ts.TypeNode): ContractSource {
  const { ts, checker } = context
  const promised = ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Promise' && node.typeArguments?.[0]
  if (promised) return fromNode(context, promised)
  const type = checker.getTypeFromTypeNode(node)
  const awaited = checker.getAwaitedType(type) ?? type
  if (awaited === type) return fromNode(context, node)
  return { kind: 'type', source: { type: awaited, anchor: node }, inferred: false }
}

/** The function behind `run`, written in place or elsewhere; undefined when it has no one declaration. */
function runFunction(context: Context, run: WrittenDefinition['run']): ts.SignatureDeclaration | undefined {
  if (run === undefined) return undefined
  const { ts } = context
  if (isFunctionNode(ts, run)) return run
  const declaration = runSignature(context, run)?.declaration
  return declaration && !ts.isJSDocSignature(declaration) ? declaration : undefined
}

/** Written in place it has one signature. Asking for its type would have its body checked. */
function isFunctionNode(
  ts: Context['ts'],
  run: NonNullable<WrittenDefinition['run']>,
): run is ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression {
  return ts.isMethodDeclaration(run) || ts.isArrowFunction(run) || ts.isFunctionExpression(run)
}

function runSignature({ ts, checker }: Context, run: WrittenDefinition['run']): ts.Signature | undefined {
  if (run === undefined) return undefined
  if (ts.isMethodDeclaration(run)) return checker.getSignatureFromDeclaration(run)
  return checker.getSignaturesOfType(checker.getTypeAtLocation(run), ts.SignatureKind.Call)[0]
}

function overloadsOf(
  context: Context,
  call: ts.CallExpression,
  { run }: WrittenDefinition,
): ContractSource | undefined {
  const { ts, checker } = context
  if (run === undefined || isFunctionNode(ts, run)) return undefined
  const type = checker.getTypeAtLocation(run)
  if (checker.getSignaturesOfType(type, ts.SignatureKind.Call).length < 2) return undefined
  return { kind: 'overloads', anchor: runAnchor(ts, run, call), type: checker.typeToString(type) }
}

/** The word `run`: the body of a long function would make no frame. */
function runAnchor(ts: Context['ts'], run: WrittenDefinition['run'], call: ts.CallExpression): ts.Node {
  if (run === undefined) return call
  if (ts.isMethodDeclaration(run)) return run.name
  let member: ts.Node = run
  while (!ts.isPropertyAssignment(member) && member !== call) member = member.parent
  return ts.isPropertyAssignment(member) ? member.name : run
}

function isReferenceToCall(context: Context, { node }: ExpandedHint): boolean {
  const { ts } = context
  if (!ts.isTypeReferenceNode(node)) return false
  const { direct, spaces } = importedNames(ts, node.getSourceFile(), 'Call')
  const { typeName } = node
  if (ts.isQualifiedName(typeName))
    return typeName.right.text === 'Call' && ts.isIdentifier(typeName.left) && spaces.has(typeName.left.text)
  if (direct.has(typeName.text)) return true
  // Imported through a module of the app's own.
  const symbol = symbolOf(context, typeName)
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  return symbol?.name === 'Call' && /\/contract\/api\.(?:d\.)?ts$/.test(file)
}

/** Whether a parameter without a type is asked for `input`. */
function readsInput(ts: Context['ts'], parameter: ts.ParameterDeclaration): boolean {
  const { name } = parameter
  if (ts.isObjectBindingPattern(name))
    return name.elements.some(
      (element) => element.dotDotDotToken !== undefined || (element.propertyName ?? element.name).getText() === 'input',
    )
  if (!ts.isIdentifier(name)) return false
  const visit = (node: ts.Node): boolean => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'input' && node.expression.getText() === name.text)
      return true
    return ts.forEachChild(node, visit) ?? false
  }
  return visit(parameter.parent)
}
