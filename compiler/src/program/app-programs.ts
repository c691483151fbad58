/**
 * An app's programs: opened once, changed by edits. Unchanged files aren't parsed again, and a file is parsed once for
 * both sets of libraries.
 */
import { type LibChoice, readCompilerOptions, readReferences } from './compiler-options.ts'
import { withLibFiles } from './lib-files.ts'
import { sortFiles } from './order/sort-files.ts'
import { adoptTree, parseFile } from './parse-file.ts'
import type { FindTree } from './parsed-trees.ts'
import { createReferenceHost } from './project-references.ts'
import { loadMorph, type ts } from './typescript.ts'

/** A program with its checker. The next edit replaces both: don't store them. */
export interface Snapshot {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

export interface AppPrograms {
  /**
   * Returns the program with these libraries after the last change, which contains at least these files (absolute) and
   * their imports.
   */
  snapshot(lib: LibChoice, files: readonly string[]): Snapshot
  /** Releases the program with these libraries. */
  forget(lib: LibChoice): void
  /** Reads changed files again and forgets deleted ones. Returns whether some were deleted, and which ones are new. */
  refresh(files: readonly string[]): { readonly gone: boolean; readonly appeared: readonly string[] }
  /** Resolves imports again; needed after files were added or removed. */
  resolveAnew(): void
  /** Uses `text` as the content of `file` until its next `refresh`. */
  edit(file: string, text: string): void
}

/** Opens the app at `root` (absolute). */
export function openPrograms(root: string, findTree: FindTree): AppPrograms {
  const { ts } = loadMorph()
  const files = createFiles(ts.createCompilerHost(readCompilerOptions(root, 'lean')), root, findTree)
  const projectReferences = readReferences(root)
  const programs = new Map<LibChoice, IncrementalProgram>()
  const all = () => [...programs.values()]
  const programWith = (lib: LibChoice): IncrementalProgram => {
    const program =
      programs.get(lib) ??
      createIncrementalProgram({ options: readCompilerOptions(root, lib), projectReferences }, files.host, root)
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

interface IncrementalProgram {
  snapshot(names: readonly string[]): Snapshot
  onChange(file: string, isGone: boolean): void
  /** Clears lookups of files that have changed since. */
  forgetLookups(): void
  resolveAnew(): void
}

function createIncrementalProgram(
  { options, projectReferences }: Pick<ts.CreateProgramOptions, 'options' | 'projectReferences'>,
  files: ts.CompilerHost,
  root: string,
): IncrementalProgram {
  const { ts } = loadMorph()
  const lookups = ts.createModuleResolutionCache(root, files.getCanonicalFileName, options)
  const roots = new Set<string>()
  let last: ts.Program | undefined
  let current: Snapshot | undefined
  return {
    snapshot(names) {
      for (const name of names) {
        if (roots.has(name) || !files.fileExists(name)) continue
        roots.add(name)
        current = undefined
      }
      if (current !== undefined) return current
      last = ts.createProgram({
        rootNames: [...roots],
        options,
        // A host of its own: TypeScript leaves functions in it that retain the program.
        host: withLookups(ts, files, lookups),
        ...(projectReferences?.length && { projectReferences }),
        ...(last && { oldProgram: last }),
      })
      sortFiles(last)
      current = { ts, program: last, checker: last.getTypeChecker() }
      return current
    },
    onChange(file, isGone) {
      if (isGone) roots.delete(file)
      current = undefined
    },
    forgetLookups: () => lookups.clear(),
    resolveAnew() {
      // TypeScript reuses the resolution of imports in unchanged files, including failed ones.
      last = undefined
      current = undefined
      lookups.clear()
    },
  }
}

/** Keeps lookups between programs; TypeScript itself does this only for unchanged files. */
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

/** Creates the files: edits over the disk, each parsed once for its content. */
function createFiles(disk: ts.CompilerHost, root: string, findTree: FindTree): Files {
  const edits = new Map<string, string>()
  const parsed = new Map<string, ts.SourceFile>()
  const readFile = (file: string) => edits.get(file) ?? disk.readFile(file)
  const host = withLibFiles({
    ...disk,
    ...createReferenceHost(),
    getCurrentDirectory: () => root,
    readFile,
    fileExists: (file) => edits.has(file) || disk.fileExists(file),
    getSourceFile(file, language) {
      const known = parsed.get(file)
      if (known !== undefined) return known
      const text = readFile(file)
      if (text === undefined) return undefined
      const tree = findTree(file, text)
      const source = tree === undefined ? parseFile(file, text, language) : adoptTree(tree, language)
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
