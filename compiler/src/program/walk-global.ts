/** Built-in objects, some with a wire form, and others that JSON can't represent. */
import type { CodecNode, TypeNode } from '../type-tree.ts'
import { readIndexKeys } from './index-keys.ts'
import { argumentHint } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { type Place, type ProblemKind, placeBelow, type Walk } from './walk.ts'

const CODECS: Readonly<Record<string, CodecNode['codec']>> = {
  Date: 'date',
  URL: 'url',
  Uint8Array: 'bytes',
  Set: 'set',
  ReadonlySet: 'set',
  Map: 'map',
  ReadonlyMap: 'map',
}

const REFUSED: Readonly<Record<string, ProblemKind>> = {
  Promise: 'promise',
  PromiseLike: 'promise',
  RegExp: 'regexp',
  Function: 'function',
  CallableFunction: 'function',
  NewableFunction: 'function',
  Symbol: 'symbol',
  Iterator: 'iterator',
  IteratorObject: 'iterator',
  Iterable: 'iterator',
  IterableIterator: 'iterator',
  Generator: 'iterator',
  ArrayIterator: 'iterator',
  MapIterator: 'iterator',
  SetIterator: 'iterator',
  StringIterator: 'iterator',
  AsyncIterator: 'iterator',
  AsyncIteratorObject: 'iterator',
  AsyncIterable: 'iterator',
  AsyncIterableIterator: 'iterator',
  AsyncGenerator: 'iterator',
  File: 'file',
  Blob: 'file',
  FileList: 'file',
  ArrayBuffer: 'typed-array',
  SharedArrayBuffer: 'typed-array',
  DataView: 'typed-array',
  Buffer: 'typed-array',
  Int8Array: 'typed-array',
  Int16Array: 'typed-array',
  Int32Array: 'typed-array',
  Uint8ClampedArray: 'typed-array',
  Uint16Array: 'typed-array',
  Uint32Array: 'typed-array',
  Float16Array: 'typed-array',
  Float32Array: 'typed-array',
  Float64Array: 'typed-array',
  BigInt64Array: 'typed-array',
  BigUint64Array: 'typed-array',
}

/**
 * Returns the node of a built-in object with a wire form. Checked before the type's members, of which a `Date` has
 * fifty.
 */
export function walkCodec(walk: Walk, type: ts.ObjectType, place: Place): TypeNode | undefined {
  const codec = findCodec(walk, type)
  return codec && codecNode(walk, codec, type, place)
}

/** Returns the wire form of an instance of a built-in class, or `undefined` for everything else. */
export function findCodec(walk: Pick<Walk, 'ts' | 'program'>, type: ts.Type): CodecNode['codec'] | undefined {
  const { ObjectFlags } = walk.ts
  const symbol = type.symbol as ts.Symbol | undefined
  if (symbol === undefined || !Object.hasOwn(CODECS, symbol.name)) return undefined
  // A class itself (`typeof URL`) has the symbol of its instances.
  const { objectFlags = 0 } = type as ts.ObjectType
  if ((objectFlags & (ObjectFlags.ClassOrInterface | ObjectFlags.Reference)) === 0) return undefined
  return isGlobal(walk, symbol) ? CODECS[symbol.name] : undefined
}

/** Returns the node of a built-in object, or `undefined` for the app's own types. */
export function walkGlobal(walk: Walk, type: ts.ObjectType, place: Place): TypeNode | undefined {
  const symbol = type.symbol as ts.Symbol | undefined
  if (symbol === undefined || !isGlobal(walk, symbol)) return undefined
  const codec = Object.hasOwn(CODECS, symbol.name) ? CODECS[symbol.name] : undefined
  if (codec !== undefined) return codecNode(walk, codec, type, place)
  const refused = findRefusedKind(walk, type)
  if (refused !== undefined) return walk.problem(refused, type, place)
  // An interface that is also a value (`Error`, `Request`, `String`) is a class; its instances aren't plain data.
  if (symbol.flags & walk.ts.SymbolFlags.Value) return walk.problem('built-in', type, place)
  return undefined
}

/** Matches a class or interface of the app that extends a built-in class, such as `class Tags extends Array<string>`. */
export function extendsBuiltIn(walk: Walk, type: ts.Type): boolean {
  const { objectFlags = 0, target } = type as ts.TypeReference
  const declared = objectFlags & walk.ts.ObjectFlags.Reference ? target : type
  if (!declared.isClassOrInterface()) return false
  return walk.checker.getBaseTypes(declared).some((base) => {
    const symbol = base.symbol as ts.Symbol | undefined
    if (symbol === undefined || symbol.name === 'Object') return false
    const isBuiltIn = isGlobal(walk, symbol) && (symbol.flags & walk.ts.SymbolFlags.Value) !== 0
    return isBuiltIn || extendsBuiltIn(walk, base)
  })
}

/** Returns why an instance of a built-in class can't be serialized, or `undefined` for everything that can be. */
export function findRefusedKind(walk: Pick<Walk, 'ts' | 'program'>, type: ts.Type): ProblemKind | undefined {
  const symbol = type.symbol as ts.Symbol | undefined
  if (symbol === undefined || !Object.hasOwn(REFUSED, symbol.name) || !isGlobal(walk, symbol)) return undefined
  return REFUSED[symbol.name]
}

function codecNode(walk: Walk, codec: CodecNode['codec'], type: ts.ObjectType, place: Place): TypeNode {
  if (codec !== 'set' && codec !== 'map') return { kind: 'codec', codec }
  const args = walk.checker.getTypeArguments(type as ts.TypeReference)
  const at = codec === 'set' ? 0 : 1
  const item = args[at]
  if (item === undefined) return walk.problem('unsupported', type, place)
  const key = args[0]
  const keys =
    codec === 'map' && key !== undefined && isText(walk, key)
      ? readIndexKeys(walk, key, argumentHint(walk, place.hint, 0), place)
      : undefined
  if (codec === 'map' && keys === undefined) return walk.problem('map-key', type, place)
  const below = placeBelow(walk, place, codec === 'set' ? '[]' : '[key]', argumentHint(walk, place.hint, at))
  const node: CodecNode = { kind: 'codec', codec, item: walk.node(item, below) }
  return {
    ...node,
    ...(keys?.pattern !== undefined && { keyPattern: keys.pattern }),
    ...(keys?.untrustedKeys && { untrustedKeys: true as const }),
  }
}

/** Returns whether every value of a type is a string. */
function isText({ ts, checker }: Walk, type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) === 0 && checker.isTypeAssignableTo(type, checker.getStringType())
}

/** Returns whether the platform's own declarations declare the symbol, not a module with the same name. */
function isGlobal(walk: Pick<Walk, 'ts' | 'program'>, symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile()
    if (walk.program.isSourceFileDefaultLibrary(file)) return true
    return (
      file.isDeclarationFile && file.fileName.includes('/node_modules/@types/') && isInGlobalScope(walk, declaration)
    )
  })
}

function isInGlobalScope({ ts }: Pick<Walk, 'ts'>, declaration: ts.Node): boolean {
  const parent = declaration.parent
  if (ts.isSourceFile(parent)) return !ts.isExternalModule(parent)
  return ts.isModuleBlock(parent) && (parent.parent.flags & ts.NodeFlags.GlobalAugmentation) !== 0
}
