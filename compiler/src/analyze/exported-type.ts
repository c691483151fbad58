/** One exported type of one file as a contract, outside of any app: for tests, tools and other generators. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ContractFact } from '../diagnostic/facts.ts'
import type { LibChoice } from '../program/compiler-options.ts'
import { openProgram } from '../program/open.ts'
import type { TypeTree } from '../type-tree.ts'
import { deriveExport } from './export-contract.ts'

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
    return deriveExport(program.snapshot(), root, { file, name: options.name, side: options.direction ?? 'input' })
  }
  const lean = derive('lean')
  const { tree, facts } = lean.facts.some(({ problem }) => problem === 'unresolved') ? derive('full') : lean
  return {
    tree,
    facts,
    textOf: (name) => {
      const path = resolve(root, name).replaceAll('\\', '/')
      if (path === file && options.code !== undefined) return options.code
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
  }
}
