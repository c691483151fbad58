/** An app's program: opened once, changed by edits. Files that did not change are not parsed again. */
import { type LibChoice, readCompilerOptions } from './compiler-options.ts'
import { withLibFiles } from './lib-files.ts'
import { parseFile } from './parse-file.ts'
import { loadMorph, type ts } from './typescript.ts'

/** A program with its checker. Both are replaced by the next edit: hold on to neither. */
export interface Snapshot {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

export interface AppProgram {
  /** The program as of the last change. */
  snapshot(): Snapshot
  /** Adds root files; known ones are kept. */
  addRoots(files: readonly string[]): void
  /** Reads changed files again and forgets deleted ones. Says whether some are gone, and which were not known. */
  refresh(files: readonly string[]): { readonly gone: boolean; readonly appeared: readonly string[] }
  /** Looks anew for what imports mean; needed after files came or went. */
  resolveAnew(): void
  /** Takes `text` as the content of `file` until the next `refresh` of it. */
  edit(file: string, text: string): void
}

/** Opens the app at `root` (absolute) with these root files (absolute); what they import is found by resolution. */
export function openProgram(root: string, roots: readonly string[], lib: LibChoice): AppProgram {
  const { ts } = loadMorph()
  const options = readCompilerOptions(root, lib)
  const files = createFiles(ts.createCompilerHost(options), root)
  const resolution = ts.createModuleResolutionCache(root, files.host.getCanonicalFileName, options)
  const host = withResolution(ts, files.host, resolution)
  const rootNames = new Set<string>()
  let last: ts.Program | undefined
  let current: Snapshot | undefined
  const addRoots = (names: readonly string[]): void => {
    for (const name of names) {
      if (rootNames.has(name) || !files.host.fileExists(name)) continue
      rootNames.add(name)
      current = undefined
    }
  }
  const resolveAnew = (): void => {
    // TypeScript takes over what imports of unchanged files resolved to, or that they did not.
    last = undefined
    current = undefined
    resolution.clear()
  }
  addRoots(roots)
  return {
    snapshot() {
      if (current === undefined) {
        last = ts.createProgram({ rootNames: [...rootNames], options, host, ...(last && { oldProgram: last }) })
        current = { ts, program: last, checker: last.getTypeChecker() }
      }
      return current
    },
    addRoots,
    refresh(changed) {
      const news = changed.map((file) => files.refresh(file))
      if (news.some((what) => what !== 'same')) current = undefined
      if (news.includes('appeared')) resolution.clear()
      for (const [index, file] of changed.entries()) if (news[index] === 'gone') rootNames.delete(file)
      return { gone: news.includes('gone'), appeared: changed.filter((_file, index) => news[index] === 'appeared') }
    },
    resolveAnew,
    edit(file, text) {
      const news = files.edit(file, text)
      current = undefined
      if (news !== 'appeared') return
      rootNames.add(file)
      resolveAnew()
    },
  }
}

/** Keeps from program to program what was looked up, which TypeScript by itself does for unchanged files only. */
function withResolution(tsModule: typeof ts, host: ts.CompilerHost, cache: ts.ModuleResolutionCache): ts.CompilerHost {
  const resolving: ts.CompilerHost = {
    ...host,
    getModuleResolutionCache: () => cache,
    resolveModuleNameLiterals: (literals, containing, redirected, options, source) =>
      literals.map((literal) => {
        const mode = tsModule.getModeForUsageLocation(source, literal, options)
        return tsModule.resolveModuleName(literal.text, containing, options, resolving, cache, redirected, mode)
      }),
  }
  return resolving
}

interface Files {
  readonly host: ts.CompilerHost
  refresh(file: string): 'same' | 'changed' | 'appeared' | 'gone'
  edit(file: string, text: string): 'changed' | 'appeared'
}

/** The files on disk under those that are edited, parsed as long as their text stands. */
function createFiles(disk: ts.CompilerHost, root: string): Files {
  const edits = new Map<string, string>()
  const parsed = new Map<string, ts.SourceFile>()
  const readFile = (file: string) => edits.get(file) ?? disk.readFile(file)
  const host = withLibFiles({
    ...disk,
    getCurrentDirectory: () => root,
    readFile,
    fileExists: (file) => edits.has(file) || disk.fileExists(file),
    getSourceFile(file, language) {
      const known = parsed.get(file)
      if (known !== undefined) return known
      const text = readFile(file)
      if (text === undefined) return undefined
      const source = parseFile(file, text, language)
      parsed.set(file, source)
      return source
    },
  })
  return {
    host,
    refresh(file) {
      const known = edits.get(file) ?? parsed.get(file)?.text
      edits.delete(file)
      if (known === undefined) return disk.fileExists(file) ? 'appeared' : 'same'
      const text = disk.readFile(file)
      if (text === known) return 'same'
      parsed.delete(file)
      return text === undefined ? 'gone' : 'changed'
    },
    edit(file, text) {
      const isKnown = parsed.has(file) || host.fileExists(file)
      edits.set(file, text)
      parsed.delete(file)
      return isKnown ? 'changed' : 'appeared'
    },
  }
}
