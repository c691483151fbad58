/**
 * Finds `@untrusted` on the types that a value is written with. A mark on a type must reach every value of that type, also
 * where the checker returns a type without its name: for a subtype, a part of an intersection, and a mapped type.
 */
import type { TypeNode } from '../type-tree.ts'
import type { Definitions } from './definitions.ts'
import { findDocComment } from './doc-comments/doc-comment.ts'
import { mapChildren } from './finish-tree.ts'
import { perChecker } from './per-checker.ts'
import type { ts } from './typescript.ts'
import { isNameless } from './written-names.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/**
 * Returns whether a type, or the type as it is written, names a marked type: itself, in its arguments, or among its parts.
 */
export function namesUntrusted(context: AppContext, type: ts.Type, written: ts.TypeNode | undefined): boolean {
  if (!mentionsMark(context.program)) return false
  if (written !== undefined && !isNameless(context, written) && searchOnce(context, written)) return true
  return isUntrusted(context, type)
}

interface AppContext extends Context {
  readonly program: ts.Program
}

/** Not in backticks, in which texts name it. */
const MARK = /[^`]@untrusted/

const markedPrograms = new WeakMap<ts.Program, boolean>()
const markedFiles = new WeakMap<ts.SourceFile, boolean>()

/** Whether any file has the mark: without one, no type is searched. */
function mentionsMark(program: ts.Program): boolean {
  const known = markedPrograms.get(program)
  if (known !== undefined) return known
  const found = program.getSourceFiles().some((file) => {
    const isMarkedFile = markedFiles.get(file) ?? MARK.test(file.text)
    markedFiles.set(file, isMarkedFile)
    return isMarkedFile
  })
  markedPrograms.set(program, found)
  return found
}

const searchOnce = perChecker((context: Context, node: ts.TypeNode): boolean => searchNode(context, node))

/** Returns whether the name of a type, its arguments or its parts are marked: for a type that isn't written. */
function isUntrusted(context: Context, type: ts.Type): boolean {
  const isNamed = type.aliasSymbol !== undefined || (type.symbol as ts.Symbol | undefined) !== undefined
  return (isNamed || type.isUnionOrIntersection()) && readMark(context, type)
}

const readMark = perChecker((context: Context, type: ts.Type): boolean => {
  const { aliasSymbol, aliasTypeArguments = [] } = type
  const symbol = type.symbol as ts.Symbol | undefined
  if ([aliasSymbol, symbol].some((one) => one?.declarations?.some((declared) => isMarked(context, declared))))
    return true
  const parts = type.isUnionOrIntersection() ? type.types : []
  return [...aliasTypeArguments, ...parts].some((part) => part !== type && isNamed(context, part))
})

function isNamed(context: Context, { aliasSymbol, symbol }: ts.Type): boolean {
  const declared = [aliasSymbol, symbol as ts.Symbol | undefined].flatMap((one) => one?.declarations ?? [])
  return declared.some((declaration) => isMarked(context, declaration))
}

/** A type that names itself is searched once. */
const searching = new Set<ts.Node>()

/** Returns whether the declaration of a type, or one that it extends or is an alias of, has the mark. */
const isMarked = perChecker((context: Context, declaration: ts.Node): boolean => {
  const { ts } = context
  const isAlias = ts.isTypeAliasDeclaration(declaration)
  const isClass = ts.isInterfaceDeclaration(declaration) || ts.isClassLike(declaration)
  if (!isAlias && !isClass && !ts.isEnumDeclaration(declaration)) return false
  if (findDocComment(declaration)?.tags.some(({ name }) => name === 'untrusted')) return true
  if (searching.has(declaration)) return false
  searching.add(declaration)
  try {
    if (isAlias) return searchNode(context, declaration.type)
    const clauses = isClass ? (declaration.heritageClauses ?? []) : []
    return clauses.some(({ types }) => types.some((type) => searchNode(context, type)))
  } finally {
    searching.delete(declaration)
  }
})

/** Members of a type literal aren't searched: each has a place of its own. */
function searchNode(context: Context, node: ts.Node): boolean {
  const { ts, checker } = context
  if (ts.isTypeLiteralNode(node) || ts.isFunctionTypeNode(node)) return false
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined
  const symbol = name && checker.getSymbolAtLocation(name)
  const target = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol
  if (target?.declarations?.some((declaration) => isMarked(context, declaration))) return true
  return ts.forEachChild(node, (child) => searchNode(context, child)) ?? false
}

/** Returns whether a part of a derived tree has the mark, so that the value with it is known. */
export function holdsUntrusted(node: TypeNode, definitions: Definitions, seen = new Set<string>()): boolean {
  if (node.untrusted === true) return true
  if ('untrustedKeys' in node && node.untrustedKeys === true) return true
  if (node.kind === 'ref') {
    if (seen.has(node.name)) return false
    seen.add(node.name)
    const target = definitions.named(node.name)?.node
    return target !== undefined && holdsUntrusted(target, definitions, seen)
  }
  let found = false
  mapChildren(node, (child) => {
    found ||= holdsUntrusted(child, definitions, seen)
    return child
  })
  return found
}
