/**
 * Programs of one file and its imports, cached between calls: unchanged files aren't parsed again, and without changes
 * the program itself is reused, with everything that its checker has computed.
 */
import { dirname } from 'node:path'
import { findTsconfig } from '#find-tsconfig.ts'
import { resolve } from '#slash-path.ts'
import type { Snapshot } from './app-programs.ts'
import { type LibChoice, optionsForAnalysis } from './compiler-options.ts'
import { withLibFiles } from './lib-files.ts'
import { sortFiles } from './order/sort-files.ts'
import { parseFile } from './parse-file.ts'
import { createReferenceHost } from './project-references.ts'
import { loadMorph, type ts, typescript } from './typescript.ts'

interface FileProgramOptions {
  /** Absolute, with `/`. */
  readonly file: string
  /** Absolute path of the tsconfig with the options; strict defaults if absent. */
  readonly tsconfig?: string
  readonly lib: LibChoice
  /** Replaces the content of the file. */
  readonly code?: string
}

/** Limit of cached programs; each holds its checker's results. */
const MAX_PROGRAMS = 8

interface CachedProgram {
  readonly snapshot: Snapshot
  /** Paths that were read or looked up, with their state. */
  readonly inputs: ReadonlyMap<string, string | undefined>
}

const programs = new Map<string, CachedProgram>()

/** Parsed files by their parse options, then by path. */
const parsed = new Map<string, Map<string, { readonly text: string; readonly file: ts.SourceFile }>>()

/** Returns the tsconfig that TypeScript uses for `file`: the nearest one above it. */
export function nearestTsconfig(file: string): string | undefined {
  return findTsconfig(dirname(file))
}

/** Returns the program of one file with its current content on disk (or `code`). */
export function fileProgram(options: FileProgramOptions): Snapshot {
  const key = `${options.lib} ${options.tsconfig ?? ''} ${options.file}`
  const cached = programs.get(key)
  programs.delete(key)
  const program = cached !== undefined && isFresh(cached, options) ? cached : createProgram(options)
  programs.set(key, program)
  const [oldest] = programs.entries()
  if (programs.size > MAX_PROGRAMS && oldest !== undefined) {
    programs.delete(oldest[0])
    forgetFiles(oldest[1])
  }
  return program.snapshot
}

/** Removes files that no cached program reads. */
function forgetFiles(gone: CachedProgram): void {
  const cached = [...programs.values()]
  const unused = [...gone.inputs.keys()].filter((path) => !cached.some(({ inputs }) => inputs.has(path)))
  for (const [key, files] of parsed) {
    for (const path of unused) files.delete(path)
    if (files.size === 0) parsed.delete(key)
  }
}

/** Returns the number of cached files, without the platform's own declarations. */
export function countParsedFiles(): number {
  return [...parsed.values()].reduce((count, files) => count + files.size, 0)
}

function isFresh(cached: CachedProgram, options: FileProgramOptions): boolean {
  for (const [path, was] of cached.inputs) if (readState(path, options) !== was) return false
  return true
}

/**
 * Returns the state that decides whether a path has changed: content of the app's own files, time and size of a
 * package's.
 */
function readState(path: string, options: FileProgramOptions): string | undefined {
  if (path === options.file && options.code !== undefined) return options.code
  if (!path.includes('/node_modules/')) return typescript.sys.readFile(path)
  return typescript.sys.getModifiedTime?.(path)?.toISOString()
}

function createProgram(options: FileProgramOptions): CachedProgram {
  const inputs = new Map<string, string | undefined>()
  const note = (path: string) => inputs.set(path, readState(path, options))
  const config = readConfig(options, note)
  const compilerOptions = optionsForAnalysis(config.options, options.lib)
  const files = filesParsedWith(compilerOptions)
  const base = typescript.createCompilerHost(compilerOptions)
  const readFile = (path: string) => {
    if (path === options.file && options.code !== undefined) return options.code
    return base.readFile(path)
  }
  const host = withLibFiles({
    ...base,
    ...createReferenceHost(),
    readFile,
    fileExists(path) {
      const exists = path === options.file ? options.code !== undefined || base.fileExists(path) : base.fileExists(path)
      // An existing file is read and noted later, except for a package's manifest, which `getSourceFile` doesn't read.
      if (!exists || path.endsWith('.json')) note(path)
      return exists
    },
    getSourceFile(path, language) {
      const text = readFile(path)
      note(path)
      if (text === undefined) return undefined
      const known = files.get(path)
      if (known?.text === text) return known.file
      const file = parseFile(path, text, language)
      files.set(path, { text, file })
      return file
    },
  })
  const program = typescript.createProgram({
    rootNames: [options.file, ...config.ambient],
    options: compilerOptions,
    host,
    ...(config.projectReferences && { projectReferences: config.projectReferences }),
  })
  sortFiles(program)
  return { snapshot: { ts: loadMorph().ts, program, checker: program.getTypeChecker() }, inputs }
}

function filesParsedWith(options: ts.CompilerOptions) {
  const key = JSON.stringify(options, Object.keys(options).sort())
  const known = parsed.get(key) ?? new Map<string, { readonly text: string; readonly file: ts.SourceFile }>()
  parsed.set(key, known)
  return known
}

interface FileConfig {
  readonly options: ts.CompilerOptions
  readonly projectReferences?: readonly ts.ProjectReference[] | undefined
  /** Declaration files of the tsconfig; used only if names are resolved globally. */
  readonly ambient: readonly string[]
}

function readConfig({ tsconfig, lib, file }: FileProgramOptions, note: (path: string) => void): FileConfig {
  if (tsconfig === undefined) return { options: {}, ambient: [] }
  const readFile = (path: string) => {
    note(path)
    return typescript.sys.readFile(path)
  }
  const { config } = typescript.readConfigFile(tsconfig, readFile)
  const readDirectory = lib === 'full' ? typescript.sys.readDirectory : () => []
  const host: ts.ParseConfigHost = { ...typescript.sys, readFile, readDirectory }
  const { options, fileNames, projectReferences } = typescript.parseJsonConfigFileContent(
    config ?? {},
    host,
    dirname(tsconfig),
  )
  const ambient = fileNames.map((name) => resolve(name))
  return { options, projectReferences, ambient: ambient.filter((name) => name !== file && /\.d\.[cm]?ts$/.test(name)) }
}
