/** Finds the types of a tool's input and output: type arguments, annotations, or the return type of `run`. */
import { argumentHint, createHint, type ExpandedHint, expandHint, symbolOf } from '#program/type-hint.ts'
import type { TypeSource } from '#program/type-tree.ts'
import type { ts } from '#program/typescript.ts'
import type { WrittenDefinition } from './api-definition.ts'
import { listImportedNames } from './api-exports.ts'
import type { SchemaValue } from './schema-value.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

export type ContractSource =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'schema' } & SchemaValue)
  | { readonly kind: 'missing'; readonly anchor: ts.Node }
  /** `run` is overloaded, and it is ambiguous which signature counts. */
  | { readonly kind: 'overloads'; readonly anchor: ts.Node; readonly type: string }
  | { readonly kind: 'type'; readonly source: TypeSource; readonly inferred: boolean }

/** The type of the parameter of `run`. */
export interface CallType {
  readonly name: 'Call' | 'IntentCall' | 'StoreCall'
  /** Index of its type argument for the input. */
  readonly input: number
  /** The runtime's file that declares it. */
  readonly declaredIn: RegExp
}

export const API_CALL: CallType = { name: 'Call', input: 0, declaredIn: /\/contract\/api\.(?:d\.)?ts$/ }
export const INTENT_CALL: CallType = {
  name: 'IntentCall',
  input: 0,
  declaredIn: /\/contract\/page\/intent\.(?:d\.)?ts$/,
}
export const STORE_CALL: CallType = {
  name: 'StoreCall',
  input: 1,
  declaredIn: /\/solid\/stores\/store-definition\.(?:d\.)?ts$/,
}

/** The definition of a tool whose types are analyzed. */
export interface ToolDefinition {
  /** The call that receives the definition, or the definition itself. */
  readonly node: ts.Node
  /** `<Input, Output>`, if present. */
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined
  readonly written: WrittenDefinition
  /** Type of the definition, if it isn't an object literal: it has the data that `written` lacks. */
  readonly type?: ts.Type
  readonly call: CallType
}

/**
 * Finds the input's source. Precedence: a builder or Standard Schema, `api<Input, …>`, the annotation of `run`'s
 * parameter.
 */
export function inputSource(context: Context, definition: ToolDefinition): ContractSource {
  const { ts } = context
  const { written, typeArguments } = definition
  if (written.hasInput) return fromValue(context, definition, 'input')
  const argument = typeArguments?.[0]
  if (argument !== undefined) return fromNode(context, argument)
  const overloads = findOverloads(context, definition)
  if (overloads !== undefined) return overloads
  if (isAnyFunction(context, definition))
    return { kind: 'missing', anchor: runAnchor(ts, written.run, definition.node) }
  const parameter = runFunction(context, definition)?.parameters.find((node) => node.name.getText() !== 'this')
  if (parameter === undefined) return { kind: 'none' }
  const findUntyped = (): ContractSource =>
    readsInput(ts, parameter) ? { kind: 'missing', anchor: parameter } : { kind: 'none' }
  if (parameter.type === undefined || parameter.dotDotDotToken !== undefined) return findUntyped()
  const expanded = expandHint(context, createHint(parameter.type))
  if (!isReferenceTo(context, definition.call, expanded)) return fromAnnotation(context, parameter, parameter.type)
  const input = argumentHint(context, expanded, definition.call.input)
  if (input === undefined) return findUntyped()
  if (input.bindings.size === 0) return fromNode(context, input.node)
  const member = fromMember(context, parameter.type)
  if (member.kind !== 'type') return member
  return { ...member, source: { ...member.source, hint: input } }
}

/**
 * Finds the output's source. Precedence: a builder or Standard Schema, `api<…, Output>`, `run`'s return annotation, its
 * inferred return type.
 */
export function outputSource(context: Context, definition: ToolDefinition): ContractSource {
  const { node, written, typeArguments } = definition
  if (written.hasOutput) return fromValue(context, definition, 'output')
  const argument = typeArguments?.[1]
  if (argument !== undefined) return fromNode(context, argument)
  const overloads = findOverloads(context, definition)
  // Reported once: at the input, unless the input is declared elsewhere.
  if (overloads !== undefined) return written.hasInput || typeArguments ? overloads : { kind: 'none' }
  const run = runFunction(context, definition)
  if (run?.type !== undefined) return fromReturnNode(context, run.type)
  const signature = runSignature(context, definition)
  if (signature === undefined) return outputWithoutSignature(context, definition)
  const returned = context.checker.getReturnTypeOfSignature(signature)
  const type = context.checker.getAwaitedType(returned) ?? returned
  return { kind: 'type', source: { type, anchor: runAnchor(context.ts, written.run, node) }, inferred: true }
}

/** Returns the builder or Standard Schema of a member of the definition, literal or not. */
function fromValue({ checker }: Context, definition: ToolDefinition, name: 'input' | 'output'): ContractSource {
  const { node, written, type } = definition
  const literal = written.members.get(name)?.name
  const member = literal ? checker.getSymbolAtLocation(literal) : type?.getProperty(name)
  const anchor = literal ?? node
  return { kind: 'schema', anchor, ...(member && { type: checker.getTypeOfSymbolAtLocation(member, anchor) }) }
}

/** Returns the source of a type annotation. */
export function fromNode(context: Context, node: ts.TypeNode): ContractSource {
  const source = { type: context.checker.getTypeFromTypeNode(node), hint: createHint(node), anchor: node }
  return { kind: 'type', source, inferred: false }
}

/** Reads an annotation other than `Call<Input>`, which may not determine the input: `any`, `Record<string, any>`. */
function fromAnnotation(context: Context, parameter: ts.ParameterDeclaration, annotation: ts.TypeNode): ContractSource {
  const { ts, checker } = context
  const type = checker.getTypeFromTypeNode(annotation)
  const isAny = (type.flags & ts.TypeFlags.Any) !== 0
  const open = isAny ? type : type.getProperty('input') === undefined ? type.getStringIndexType() : undefined
  if (open === undefined) return fromMember(context, annotation)
  if (!readsInput(ts, parameter)) return { kind: 'none' }
  return {
    kind: 'type',
    source: { type: open, anchor: annotation, ...(isAny && { hint: createHint(annotation) }) },
    inferred: false,
  }
}

/** Returns the type of the `input` member of an annotation. */
function fromMember(context: Context, annotation: ts.TypeNode): ContractSource {
  const { ts, checker } = context
  const member = checker.getTypeFromTypeNode(annotation).getProperty('input')
  if (member === undefined) return { kind: 'none' }
  const declared = member.valueDeclaration
  const node = declared && ts.isPropertySignature(declared) ? declared.type : undefined
  const hint = node && ts.isTypeLiteralNode(annotation) ? createHint(node) : undefined
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

/** Returns the function of `run`, inline or declared elsewhere; `undefined` if it has no single declaration. */
function runFunction(context: Context, definition: ToolDefinition): ts.SignatureDeclaration | undefined {
  const { ts } = context
  const { run } = definition.written
  if (run !== undefined && isFunctionNode(ts, run)) return run
  const declaration = runSignature(context, definition)?.declaration
  return declaration && !ts.isJSDocSignature(declaration) ? declaration : undefined
}

/** Returns whether `run` has the type `any`, so that its parameters and result are unknown. */
function isAnyFunction(context: Context, definition: ToolDefinition): boolean {
  const { ts } = context
  const { run } = definition.written
  if (run === undefined || isFunctionNode(ts, run)) return false
  return ((runType(context, definition)?.flags ?? 0) & ts.TypeFlags.Any) !== 0
}

/** Returns the output of a `run` of type `any` whose input is a builder. */
function outputWithoutSignature(context: Context, definition: ToolDefinition): ContractSource {
  const type = runType(context, definition)
  if (type === undefined || !isAnyFunction(context, definition)) return { kind: 'none' }
  const anchor = runAnchor(context.ts, definition.written.run, definition.node)
  return { kind: 'type', source: { type, anchor }, inferred: true }
}

/** An inline function has one signature. Requesting its type would check its body. */
function isFunctionNode(
  ts: Context['ts'],
  run: NonNullable<WrittenDefinition['run']>,
): run is ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression {
  return ts.isMethodDeclaration(run) || ts.isArrowFunction(run) || ts.isFunctionExpression(run)
}

function runSignature(context: Context, definition: ToolDefinition): ts.Signature | undefined {
  const { ts, checker } = context
  const { run } = definition.written
  if (run !== undefined && ts.isMethodDeclaration(run)) return checker.getSignatureFromDeclaration(run)
  const type = runType(context, definition)
  return type && checker.getSignaturesOfType(type, ts.SignatureKind.Call)[0]
}

/** Returns the type of the literal member, or else of the member of the definition's type. */
function runType({ checker }: Context, { written: { run }, type }: ToolDefinition): ts.Type | undefined {
  if (run !== undefined) return checker.getTypeAtLocation(run)
  const member = type?.getProperty('run')
  return member && checker.getTypeOfSymbol(member)
}

function findOverloads(context: Context, definition: ToolDefinition): ContractSource | undefined {
  const { ts, checker } = context
  const { node, written } = definition
  const { run } = written
  if (run !== undefined && isFunctionNode(ts, run)) return undefined
  const type = runType(context, definition)
  if (type === undefined || checker.getSignaturesOfType(type, ts.SignatureKind.Call).length < 2) return undefined
  return { kind: 'overloads', anchor: runAnchor(ts, run, node), type: checker.typeToString(type) }
}

/** Returns the name `run`: the body of a long function would make a useless code frame. */
function runAnchor(ts: Context['ts'], run: WrittenDefinition['run'], definition: ts.Node): ts.Node {
  if (run === undefined) return definition
  if (ts.isMethodDeclaration(run)) return run.name
  let member: ts.Node = run
  while (!ts.isPropertyAssignment(member) && member !== definition) member = member.parent
  return ts.isPropertyAssignment(member) ? member.name : run
}

function isReferenceTo(context: Context, { name, declaredIn }: CallType, { node }: ExpandedHint): boolean {
  const { ts } = context
  if (!ts.isTypeReferenceNode(node)) return false
  const { direct, spaces } = listImportedNames(ts, node.getSourceFile(), name)
  const { typeName } = node
  if (ts.isQualifiedName(typeName))
    return typeName.right.text === name && ts.isIdentifier(typeName.left) && spaces.has(typeName.left.text)
  if (direct.has(typeName.text)) return true
  // Imported through a module of the app's own.
  const symbol = symbolOf(context, typeName)
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  return symbol?.name === name && declaredIn.test(file)
}

/** Returns whether the body may read the member `input` of a parameter. */
export function readsInput(ts: Context['ts'], parameter: ts.ParameterDeclaration): boolean {
  const { name } = parameter
  if (parameter.dotDotDotToken !== undefined) return true
  if (ts.isObjectBindingPattern(name)) return name.elements.some((element) => takesInput(ts, element))
  if (!ts.isIdentifier(name)) return false
  const visit = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name) return !isOtherMember(ts, node)
    return ts.forEachChild(node, visit) ?? false
  }
  return visit(parameter.parent)
}

function takesInput(ts: Context['ts'], { dotDotDotToken, propertyName, name }: ts.BindingElement): boolean {
  const taken = propertyName ?? name
  // A computed name may be any name.
  return dotDotDotToken !== undefined || ts.isComputedPropertyName(taken) || taken.getText() === 'input'
}

/** Returns whether a name is used only for another member, as in `call.ctx`, or isn't a reference to that name. */
function isOtherMember(ts: Context['ts'], node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node || parent.name.text !== 'input'
  return ts.isPropertyAssignment(parent) && parent.name === node
}
