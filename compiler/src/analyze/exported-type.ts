/** One exported type of one file as a contract, outside of any app: for tests, tools and other generators. */
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { ContractFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { LibChoice } from '../program/compiler-options.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import { hintOf } from '../program/hint.ts'
import { openProgram, type Snapshot } from '../program/open.ts'
import { deriveTypeTree, type TypeSource } from '../program/type-tree.ts'
import type { ts } from '../program/typescript.ts'
import type { TypeTree } from '../type-tree.ts'

export interface ExportedTypeOptions {
  /** The folder from which the tsconfig is looked up. */
  readonly root: string
  /** Absolute, or relative to the root. */
  readonly file: string
  /** The exported interface, type alias, class or enum. */
  readonly name: string
  /** Stands for the content of the file, which then need not exist. */
  readonly code?: string
  /** Input objects are closed, output objects are open. Default `input`. */
  readonly direction?: 'input' | 'output'
}

export interface ExportedType {
  readonly tree: TypeTree
  readonly facts: readonly ContractFact[]
  textOf(file: string): string | undefined
}

/** Throws a `TypeError` when the file or the export does not exist. */
export function analyzeExportedType(options: ExportedTypeOptions): ExportedType {
  const root = resolve(options.root).replaceAll('\\', '/')
  const file = resolve(root, options.file).replaceAll('\\', '/')
  if (options.code === undefined && !existsSync(file)) throw new TypeError(`There is no file ${options.file}.`)
  const derive = (lib: LibChoice) => {
    const program = openProgram(root, options.code === undefined ? [file] : [], lib)
    if (options.code !== undefined) program.edit(file, options.code)
    const snapshot = program.snapshot()
    return deriveTypeTree(snapshot, typeSource(snapshot, file, options.name))
  }
  const lean = derive('lean')
  const { tree, problems } = lean.problems.some(({ kind }) => kind === 'unresolved') ? derive('full') : lean
  return {
    tree,
    facts: problems.map(({ kind, path, anchor, type, detail }) => {
      const name = relative(root, anchor.file.fileName).replaceAll('\\', '/')
      const span = spanOf(name, anchor.file.text, anchor.start, anchor.end)
      const side = options.direction ?? 'input'
      return { tool: options.name, side, problem: kind, path: side + path, type, span, ...(detail && { detail }) }
    }),
    textOf: (name) => {
      const path = resolve(root, name).replaceAll('\\', '/')
      if (path === file && options.code !== undefined) return options.code
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
  }
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
