/** Suggests a replacement for a rejected type, if one is right for nearly all cases. Editors offer it as a fix. */
import type { Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { isOwnSource, type ProblemAnchor, type ProblemKind, type Walk } from './walk.ts'

interface Replacement {
  readonly anchor: ProblemAnchor
  readonly text: string
}

/** `hint`: the rejected type in the source. */
export function suggestReplacement(
  context: Pick<Walk, 'ts' | 'program' | 'checker'>,
  kind: ProblemKind,
  hint: Hint | undefined,
): Replacement | undefined {
  if (hint === undefined || !isOwnSource(context, hint.node.getSourceFile())) return undefined
  const { node } = hint
  const { ts } = context
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : undefined
  const first = ts.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined
  switch (kind) {
    case 'regexp':
    case 'symbol':
      return replace(node, 'string')
    case 'typed-array':
      return name === undefined ? undefined : replace(node, LISTS[name] ?? 'Uint8Array')
    case 'file':
      return name === undefined ? undefined : replace(node, FILES[name] ?? FILE)
    case 'promise':
      return first && replace(node, replaceNode(ts, node, first))
    case 'iterator':
      return first && replace(node, toArrayType(ts, first))
    case 'value-object':
      return ts.isTypeQueryNode(node) && isEnum(context, node) ? replace(node, node.exprName.getText()) : undefined
    case 'map-key':
      return first && replace(first, 'string')
    case 'built-in':
      return name !== undefined && Object.hasOwn(PRIMITIVES, name) ? replace(node, PRIMITIVES[name] ?? name) : undefined
    default:
      return undefined
  }
}

function replace(node: ts.Node, text: string): Replacement {
  return { anchor: { file: node.getSourceFile(), start: node.getStart(), end: node.end }, text }
}

function toArrayType(tsModule: typeof ts, item: ts.TypeNode): string {
  const text = item.getText()
  const isOneWord = tsModule.isTypeReferenceNode(item) || tsModule.isTypeLiteralNode(item) || /^\w+$/.test(text)
  return isOneWord ? `${text}[]` : `(${text})[]`
}

function isEnum({ ts, checker }: Pick<Walk, 'ts' | 'checker'>, node: ts.TypeQueryNode): boolean {
  return ((checker.getSymbolAtLocation(node.exprName)?.flags ?? 0) & ts.SymbolFlags.Enum) !== 0
}

/** `Promise<A | B>[]` becomes `(A | B)[]`. */
function replaceNode(tsModule: typeof ts, node: ts.Node, argument: ts.TypeNode): string {
  const isOneWord = tsModule.isTypeReferenceNode(argument) || tsModule.isTypeLiteralNode(argument)
  const text = argument.getText()
  return tsModule.isArrayTypeNode(node.parent) && !isOneWord && !/^\w+$/.test(text) ? `(${text})` : text
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  BigInt: 'bigint',
}

/** The type of a form's file field. */
const FILE = '{ name: string; type: string; bytes: Uint8Array }'
const FILES: Readonly<Record<string, string>> = { FileList: `${FILE}[]`, Blob: 'Uint8Array' }

const LISTS: Readonly<Record<string, string>> = {
  Int8Array: 'number[]',
  Int16Array: 'number[]',
  Int32Array: 'number[]',
  Uint16Array: 'number[]',
  Uint32Array: 'number[]',
  Float16Array: 'number[]',
  Float32Array: 'number[]',
  Float64Array: 'number[]',
  BigInt64Array: 'bigint[]',
  BigUint64Array: 'bigint[]',
}
