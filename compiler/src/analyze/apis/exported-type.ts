/** Derives one type of one file as a type tree, outside of any app: for tests, tools and other generators. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { nearestName } from '@fw/runtime/contract'
import type { LibChoice } from '#program/compiler-options.ts'
import { fileProgram, nearestTsconfig } from '#program/file-program.ts'
import { typeNames } from '#program/named-type.ts'
import { relative, resolve } from '#slash-path.ts'
import type { TypeTree } from '#type-tree.ts'
import type { ContractFact } from './contract-fact.ts'
import { deriveNamedType } from './named-contract.ts'

/** The type that `deriveContract` reads, and its compiler options. */
export interface TypeOptions {
  /** Absolute, or relative to the working directory or to the folder of `tsconfig`, whichever contains it. */
  readonly file: string
  /**
   * Name of an interface, type alias, class or enum in the file, exported or not. `Outer.Inner` is a member of a
   * namespace, `default` the default export.
   */
  readonly type: string
  /**
   * The tsconfig with the compiler options.
   *
   * @default the nearest one above the file; without one, strict defaults
   */
  readonly tsconfig?: string
  /** Replaces the content of the file, which then need not exist. */
  readonly code?: string
  /**
   * Input objects are closed, output objects are open.
   *
   * @default `input`
   */
  readonly direction?: 'input' | 'output'
}

interface AnalyzedType {
  /** The file's name in the facts. */
  readonly file: string
  /** Folder that file names are relative to: the tsconfig's, or else the file's. */
  readonly root: string
  readonly tree: TypeTree
  readonly facts: readonly ContractFact[]
  /** Absolute paths of the files that the type was read from, without packages. */
  readonly files: readonly string[]
  textOf(file: string): string | undefined
}

/** Thrown if the file, the tsconfig or the type doesn't exist. */
export class DeriveError extends TypeError {
  override readonly name = 'DeriveError'
  readonly code: 'missing_file' | 'missing_tsconfig' | 'missing_type'

  constructor(code: DeriveError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Derives the type tree. File names are relative to `givenRoot`, if the caller passes one.
 *
 * @throws `DeriveError` if the file, the tsconfig or the type doesn't exist.
 */
export function analyzeType(options: TypeOptions, givenRoot?: string): AnalyzedType {
  const { file, tsconfig } = locate(options)
  const root = givenRoot ?? dirname(tsconfig ?? file)
  const derive = (lib: LibChoice) => {
    const { code } = options
    const snapshot = fileProgram({
      file,
      lib,
      ...(tsconfig !== undefined && { tsconfig }),
      ...(code !== undefined && { code }),
    })
    const place = { file, name: options.type, side: options.direction ?? 'input' }
    const derived = deriveNamedType(snapshot, root, place)
    if (derived === undefined)
      throw createUnknownTypeError(options, snapshot.program.getSourceFile(file)?.text ?? '', typeNames(snapshot, file))
    const names = snapshot.program.getSourceFiles().map(({ fileName }) => fileName)
    return { ...derived, files: names.filter((name) => !name.includes('/node_modules/')) }
  }
  const lean = derive('lean')
  const { tree, facts, files } = lean.facts.some(({ problem }) => problem === 'unresolved') ? derive('full') : lean
  return {
    file: relative(root, file),
    root,
    tree,
    facts,
    files,
    textOf: (name) => {
      const path = resolve(root, name)
      if (path === file && options.code !== undefined) return options.code
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
  }
}

function locate(options: TypeOptions): { readonly file: string; readonly tsconfig?: string } {
  const config = options.tsconfig === undefined ? undefined : resolve(options.tsconfig)
  if (config !== undefined && !existsSync(config))
    throw new DeriveError('missing_tsconfig', `The tsconfig ${options.tsconfig} does not exist.`)
  const here = resolve(options.file)
  const beside = config === undefined ? here : resolve(dirname(config), options.file)
  const file = existsSync(here) ? here : beside
  if (options.code === undefined && !existsSync(file))
    throw new DeriveError('missing_file', `The file ${options.file} does not exist.`)
  const tsconfig = config ?? nearestTsconfig(file)
  return { file, ...(tsconfig !== undefined && { tsconfig }) }
}

const MAX_NAMES = 10

function createUnknownTypeError({ file, type }: TypeOptions, text: string, names: readonly string[]): DeriveError {
  const nearest = nearestName(type, names)
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return new DeriveError('missing_type', `${file} has no type "${type}".${meant} ${describeTypes(text, names)}`)
}

function describeTypes(text: string, names: readonly string[]): string {
  if (names.length > 0)
    return `The file has ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ', …' : ''}.`
  const found = text.trim() === '' ? 'is empty' : 'declares no type'
  return `The file ${found}. Declare an interface, type alias, class or enum of that name in it.`
}
