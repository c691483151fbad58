/**
 * An app's programs: opened once, changed by edits. Files that did not change are not parsed again, and a file is parsed
 * once for both libraries.
 */
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

export interface AppPrograms {
  /** The program with these libraries as of the last change, which holds at least these files (absolute) and what they import. */
  snapshot(lib: LibChoice, files: readonly string[]): Snapshot
  /** Lets the program with these libraries go. */
  forget(lib: LibChoice): void
  /** Reads changed files again and forgets deleted ones. Says whether some are gone, and which were not known. */
  refresh(files: readonly string[]): { readonly gone: boolean; readonly appeared: readonly string[] }
  /** Looks anew for what imports mean; needed after files came or went. */
  resolveAnew(): void
  /** Takes `text` as the content of `file` until the next `refresh` of it. */
  edit(file: string, text: string): void
}

/** Opens the app at `root` (absolute). */
export function openPrograms(root: string): AppPrograms {
  const { ts } = loadMorph()
  const files = createFiles(ts.createCompilerHost(readCompilerOptions(root, 'lean')), root)
  const programs = new Map<LibChoice, KeptProgram>()
  const all = () => [...programs.values()]
  const programWith = (lib: LibChoice): KeptProgram => {
    const program = programs.get(lib) ?? createKeptProgram(readCompilerOptions(root, lib), files.host, root)
    programs.set(lib, program)
    return program
  }
  const resolveAnew = () => {
    for (const program of all()) program.resolveAnew()
  }
  return {
    snapshot: (lib, names) => programWith(lib).snapshot(names),
    forget: (lib) => void programs.delete(lib),
    refresh(changed) {
      const news = changed.map((file) => ({ file, what: files.refresh(file) }))
      const appeared = news.filter(({ what }) => what === 'appeared').map(({ file }) => file)
      for (const program of all())
        for (const { file, what } of news) if (what !== 'same') program.onChange(file, what === 'gone')
      if (appeared.length > 0) for (const program of all()) program.forgetLookups()
      return { gone: news.some(({ what }) => what === 'gone'), appeared }
    },
    resolveAnew,
    edit(file, text) {
      const news = files.edit(file, text)
      for (const program of all()) program.onChange(file, false)
      if (news === 'appeared') resolveAnew()
    },
  }
}

interface KeptProgram {
  snapshot(names: readonly string[]): Snapshot
  onChange(file: string, isGone: boolean): void
  /** What was looked up for files that have changed since. */
  forgetLookups(): void
  resolveAnew(): void
}

function createKeptProgram(options: ts.CompilerOptions, files: ts.CompilerHost, root: string): KeptProgram {
  const { ts } = loadMorph()
  const lookups = ts.createModuleResolutionCache(root, files.getCanonicalFileName, options)
  const host = withLookups(ts, files, lookups)
  const roots = new Set<string>()
  let last: ts.Program | undefined
  let current: Snapshot | undefined
  return {
    snapshot(names) {
      for (const name of names) {
        if (roots.has(name) || !host.fileExists(name)) continue
        roots.add(name)
        current = undefined
      }
      if (current !== undefined) return current
      last = ts.createProgram({ rootNames: [...roots], options, host, ...(last && { oldProgram: last }) })
      current = { ts, program: last, checker: last.getTypeChecker() }
      return current
    },
    onChange(file, isGone) {
      if (isGone) roots.delete(file)
      current = undefined
    },
    forgetLookups: () => lookups.clear(),
    resolveAnew() {
      // TypeScript takes over what imports of unchanged files resolved to, or that they did not.
      last = undefined
      current = undefined
      lookups.clear()
    },
  }
}

/** Keeps from program to program what was looked up, which TypeScript by itself does for unchanged files only. */
function withLookups(tsModule: typeof ts, host: ts.CompilerHost, lookups: ts.ModuleResolutionCache): ts.CompilerHost {
  const resolving: ts.CompilerHost = {
    ...host,
    getModuleResolutionCache: () => lookups,
    resolveModuleNameLiterals: (literals, containing, redirected, options, source) =>
      literals.map((literal) => {
        const mode = tsModule.getModeForUsageLocation(source, literal, options)
        return tsModule.resolveModuleName(literal.text, containing, options, resolving, lookups, redirected, mode)
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
