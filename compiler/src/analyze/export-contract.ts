/** One exported type of a program's file as a contract. Takes the program, whoever opened it. */
import { relative } from 'node:path'
import type { ContractFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import { hintOf } from '../program/hint.ts'
import type { Snapshot } from '../program/open.ts'
import { deriveTypeTree, type TypeSource } from '../program/type-tree.ts'
import type { ts } from '../program/typescript.ts'
import type { TypeTree } from '../type-tree.ts'

export interface ExportPlace {
  /** Absolute, with `/`. */
  readonly file: string
  /** The exported interface, type alias, class or enum. */
  readonly name: string
  /** Names the problems' paths; the schema is made by others. */
  readonly side: 'input' | 'output'
}

/** Throws a `TypeError` when the program's file has no such export. `root` is what the places are relative to. */
export function deriveExport(
  snapshot: Snapshot,
  root: string,
  { file, name, side }: ExportPlace,
): { readonly tree: TypeTree; readonly facts: readonly ContractFact[] } {
  const { tree, problems } = deriveTypeTree(snapshot, typeSource(snapshot, file, name))
  const facts = problems.map(({ kind, path, anchor, type, detail }) => {
    const at = relative(root, anchor.file.fileName).replaceAll('\\', '/')
    const span = spanOf(at, anchor.file.text, anchor.start, anchor.end)
    return { tool: name, side, problem: kind, path: side + path, type, span, ...(detail && { detail }) }
  })
  return { tree, facts }
}

function typeSource({ ts, program, checker }: Snapshot, file: string, name: string): TypeSource {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name)
  const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  const declaration = symbol?.declarations?.find((node) => isTypeDeclaration(ts, node))
  if (symbol === undefined || declaration === undefined) throw new TypeError(`${file} exports no type "${name}".`)
  const alias = ts.isTypeAliasDeclaration(declaration) ? declaration : undefined
  const doc = alias && docCommentOf(alias)
  return {
    type: checker.getDeclaredTypeOfSymbol(symbol),
    anchor: alias?.type ?? (ts.isInterfaceDeclaration(declaration) ? declaration.name : declaration),
    ...(alias && { hint: hintOf(alias.type) }),
    ...(doc && { doc }),
  }
}

function isTypeDeclaration(tsModule: typeof ts, node: ts.Node): boolean {
  return (
    tsModule.isTypeAliasDeclaration(node) ||
    tsModule.isInterfaceDeclaration(node) ||
    tsModule.isClassDeclaration(node) ||
    tsModule.isEnumDeclaration(node)
  )
}
