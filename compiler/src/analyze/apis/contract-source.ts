/** Finds the types of a tool's input and output: type arguments, annotations, or the return type of `run`. */
import { argumentHint, createHint, type ExpandedHint, expandHint } from '#program/type-hint.ts'
import type { TypeSource } from '#program/type-tree.ts'
import type { ts } from '#program/typescript.ts'
import { resolveName } from '#program/written-names.ts'
import { listImportedNames } from './api-exports.ts'
import {
  findCallParameter,
  findRunAnchor,
  findRunSignature,
  findRunType,
  findWrittenType,
  isFunctionNode,
  type RunDefinition,
} from './run-function.ts'
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
export interface ToolDefinition extends RunDefinition {
  /** `<Input, Output>`, if present. */
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined
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
  const { run } = written
  if (run === undefined || !isFunctionNode(ts, run)) return fromGivenFunction(context, definition)
  const parameter = run.parameters.find((node) => node.name.getText() !== 'this')
  return parameter === undefined ? { kind: 'none' } : fromParameter(context, definition, parameter)
}

/** Returns the source of the input of a function in the source. */
function fromParameter(
  context: Context,
  definition: Pick<ToolDefinition, 'call'>,
  parameter: ts.ParameterDeclaration,
): ContractSource {
  const { ts } = context
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

/** Returns the source of the input of a `run` that isn't a function in the definition. */
function fromGivenFunction(context: Context, definition: ToolDefinition): ContractSource {
  const { ts, checker } = context
  const missing: ContractSource = { kind: 'missing', anchor: findRunAnchor(ts, definition) }
  if (findRunType(context, definition) === undefined) return { kind: 'none' }
  const signature = findRunSignature(context, definition)
  if (signature === undefined) return missing
  const parameter = findCallParameter(context, signature)
  if (parameter === undefined) return { kind: 'none' }
  const { type, declaration } = parameter
  if (declaration !== undefined && isReadable(context, definition, declaration))
    return fromParameter(context, definition, declaration)
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return missing
  const member = checker.getPropertyOfType(type, 'input')
  const input = member ? checker.getTypeOfSymbol(member) : type.getStringIndexType()
  if (input === undefined) return checker.getPropertiesOfType(type).length > 0 ? { kind: 'none' } : missing
  const { run } = definition.written
  const named = run && findWrittenType(context, run, input)
  const source = { type: input, anchor: missing.anchor, ...(named && { hint: createHint(named) }) }
  return { kind: 'type', source, inferred: true }
}

/** Returns whether a parameter has a body that shows whether the input is read, or an annotation that shows its type. */
function isReadable(context: Context, { call }: ToolDefinition, { type, parent }: ts.ParameterDeclaration): boolean {
  if ('body' in parent && parent.body !== undefined) return true
  return type !== undefined && isReferenceTo(context, call, expandHint(context, createHint(type)))
}

/**
 * Finds the output's source. Precedence: a builder or Standard Schema, `api<…, Output>`, `run`'s return annotation, its
 * inferred return type.
 */
export function outputSource(context: Context, definition: ToolDefinition): ContractSource {
  const { written, typeArguments } = definition
  if (written.hasOutput) return fromValue(context, definition, 'output')
  const argument = typeArguments?.[1]
  if (argument !== undefined) return fromNode(context, argument)
  const overloads = findOverloads(context, definition)
  // Reported once: at the input, unless the input is declared elsewhere.
  if (overloads !== undefined) return written.hasInput || typeArguments ? overloads : { kind: 'none' }
  const { run } = written
  if (run !== undefined && isFunctionNode(context.ts, run) && run.type !== undefined)
    return fromReturnNode(context, run.type)
  const signature = findRunSignature(context, definition)
  if (signature === undefined) return outputWithoutSignature(context, definition)
  const returned = context.checker.getReturnTypeOfSignature(signature)
  const { type: declared } = signature.declaration ?? {}
  // The signature of a generic function has other types than its declaration.
  if (declared && context.ts.isTypeNode(declared) && context.checker.getTypeFromTypeNode(declared) === returned)
    return fromReturnNode(context, declared)
  const type = context.checker.getAwaitedType(returned) ?? returned
  const named = run && !isFunctionNode(context.ts, run) ? findWrittenType(context, run, type) : undefined
  const anchor = findRunAnchor(context.ts, definition)
  return { kind: 'type', source: { type, anchor, ...(named && { hint: createHint(named) }) }, inferred: true }
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

/** Returns the output of a `run` without a signature whose input is a builder. */
function outputWithoutSignature(context: Context, definition: ToolDefinition): ContractSource {
  const type = findRunType(context, definition)
  if (type === undefined || (type.flags & context.ts.TypeFlags.Any) === 0) return { kind: 'none' }
  const anchor = findRunAnchor(context.ts, definition)
  return { kind: 'type', source: { type, anchor }, inferred: true }
}

function findOverloads(context: Context, definition: ToolDefinition): ContractSource | undefined {
  const { ts, checker } = context
  const { run } = definition.written
  if (run !== undefined && isFunctionNode(ts, run)) return undefined
  const type = findRunType(context, definition)
  if (type === undefined || checker.getSignaturesOfType(type, ts.SignatureKind.Call).length < 2) return undefined
  return { kind: 'overloads', anchor: findRunAnchor(ts, definition), type: checker.typeToString(type) }
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
  const symbol = resolveName(context, typeName)
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
