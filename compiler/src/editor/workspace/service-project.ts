/**
 * The program of one app for a language server: TypeScript's language service of ts-morph over the open buffers and the
 * disk. It reads nothing again by itself: `refresh` reports changes.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isScriptPath } from '#analyze/modules/source-files.ts'
import { readCompilerOptions, readReferences } from '#program/compiler-options.ts'
import { getLibPath, readLibFile } from '#program/lib-files.ts'
import { createReferenceHost, type ReferenceHost } from '#program/project-references.ts'
import { loadMorph, type ts } from '#program/typescript.ts'
import { isBelow } from '#slash-path.ts'
import type { EditorProject } from '../app/editor-project.ts'
import { listAppFiles } from './app-files.ts'
import type { OpenBuffers } from './open-buffers.ts'

export interface ServiceProject extends EditorProject {
  readonly service: ts.LanguageService
  /** Reports files that were changed, added or removed on disk, or changed in a buffer. Absolute, with `/`. */
  refresh(files: readonly string[]): void
  /** Adds the app's tests to the program. */
  includeTests(): void
  close(): void
}

interface ServiceOptions {
  /** Absolute, with `/`. */
  readonly root: string
  readonly buffers: OpenBuffers
  /** Shared by all projects: files of packages are parsed once. */
  readonly registry: ts.DocumentRegistry
  readonly log: (text: string) => void
}

/** Files whose content decides what imports resolve to. */
const RESOLUTION = /\/(?:tsconfig[^/]*|package)\.json$/

export function openServiceProject({ root, buffers, registry, log }: ServiceOptions): ServiceProject {
  const { ts: tsModule } = loadMorph()
  const files = createFileVersions(buffers)
  const watches = createWatches()
  let tests = false
  let roots: Set<string> | undefined
  let options: ts.CompilerOptions | undefined
  let revision = 0
  let isMoved = false
  let last: ts.Program | undefined
  let references = createReferenceHost()
  const listOpen = () => buffers.paths().filter((path) => isBelow(root, path))
  const listRoots = () => {
    roots ??= new Set([...listAppFiles(root, { tests }), ...listOpen().filter(isScriptPath)])
    return roots
  }
  /** Files outside of the app: whether they existed at their last change. */
  const outside = new Map<string, boolean>()
  const existed = (file: string): boolean => {
    if (isBelow(root, file)) return listRoots().has(file)
    const before = outside.get(file) ?? last?.getSourceFile(file) !== undefined
    outside.set(file, files.exists(file))
    return before
  }
  /** Resolves all imports again, with the current list of files. */
  const startAnew = () => {
    roots = undefined
    options = undefined
    references = createReferenceHost()
    isMoved = true
    revision += 1
  }
  const host = createHost(tsModule, root, files, {
    listRoots: () => [...listRoots()],
    readOptions: () => {
      options ??= readCompilerOptions(root, 'full')
      return options
    },
    getRevision: () => String(revision),
    mustResolve: () => isMoved,
    getReferenceHost: () => references,
  })
  const service = tsModule.createLanguageService(host, registry)
  return {
    ts: tsModule,
    service,
    program() {
      const program = service.getProgram()
      isMoved = false
      last = program
      // Nodes have parents once the program has a checker.
      program?.getTypeChecker()
      return program
    },
    openFiles: () => listOpen().filter(isScriptPath),
    readText: (file) => files.readText(file),
    admit: () => undefined,
    watchFolder: watches.watchFolder,
    watchFile: watches.watchFile,
    log: (text) => log(text()),
    meter: () => () => undefined,
    refresh(changed) {
      const moved = changed.filter((file) => isScriptPath(file) && existed(file) !== files.exists(file))
      const hasMoved = moved.length > 0 || changed.some((file) => RESOLUTION.test(file))
      for (const file of changed) files.touch(file)
      revision += 1
      if (hasMoved) startAnew()
      watches.report(changed, hasMoved)
    },
    includeTests() {
      if (!tests) {
        tests = true
        startAnew()
      }
    },
    close: () => service.dispose(),
  }
}

interface FileVersions {
  readText(file: string): string | undefined
  exists(file: string): boolean
  getVersion(file: string): string
  getSnapshot(file: string): ts.IScriptSnapshot | undefined
  touch(file: string): void
}

/** Reads files from the buffers, or else from disk; a version identifies a content. */
function createFileVersions(buffers: OpenBuffers): FileVersions {
  const { ts: tsModule } = loadMorph()
  const changes = new Map<string, number>()
  const snapshots = new Map<string, { readonly version: string; readonly snapshot: ts.IScriptSnapshot }>()
  const readText = (file: string) =>
    buffers.get(file)?.text ?? readLibFile(file) ?? (existsSync(file) ? tsModule.sys.readFile(file) : undefined)
  const getVersion = (file: string) => buffers.get(file)?.version ?? `disk ${changes.get(file) ?? 0}`
  return {
    readText,
    exists: (file) => buffers.get(file) !== undefined || tsModule.sys.fileExists(file),
    getVersion,
    getSnapshot(file) {
      const version = getVersion(file)
      const known = snapshots.get(file)
      if (known?.version === version) return known.snapshot
      const text = readText(file)
      if (text === undefined) return undefined
      const snapshot = createSnapshot(text)
      snapshots.set(file, { version, snapshot })
      return snapshot
    },
    touch(file) {
      changes.set(file, (changes.get(file) ?? 0) + 1)
      snapshots.delete(file)
    },
  }
}

interface Snapshot extends ts.IScriptSnapshot {
  readonly text: string
}

/** A snapshot that knows its difference to another one, so that TypeScript parses only the changed part. */
function createSnapshot(text: string): Snapshot {
  return {
    text,
    getText: (start, end) => text.slice(start, end),
    getLength: () => text.length,
    getChangeRange(old) {
      const { text: before } = old as Snapshot // the service passes only snapshots of its host
      const shorter = Math.min(before.length, text.length)
      let start = 0
      while (start < shorter && before.charCodeAt(start) === text.charCodeAt(start)) start += 1
      let same = 0
      while (
        same < shorter - start &&
        before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same)
      )
        same += 1
      return { span: { start, length: before.length - same - start }, newLength: text.length - same - start }
    },
  }
}

interface HostState {
  listRoots(): string[]
  readOptions(): ts.CompilerOptions
  getRevision(): string
  mustResolve(): boolean
  getReferenceHost(): ReferenceHost
}

function createHost(tsModule: typeof ts, root: string, files: FileVersions, state: HostState): ts.LanguageServiceHost {
  const { sys } = tsModule
  // The service reads `hasInvalidatedResolutions`, which its type doesn't declare.
  const host: ts.LanguageServiceHost & ReferenceHost & { hasInvalidatedResolutions(): boolean } = {
    getCompilationSettings: state.readOptions,
    getProjectReferences: () => readReferences(root),
    useSourceOfProjectReferenceRedirect: () => true,
    getParsedCommandLine: (file) => state.getReferenceHost().getParsedCommandLine(file),
    getProjectVersion: state.getRevision,
    hasInvalidatedResolutions: state.mustResolve,
    getScriptFileNames: state.listRoots,
    getScriptVersion: files.getVersion,
    getScriptSnapshot: files.getSnapshot,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: getLibPath,
    useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
    readFile: files.readText,
    fileExists: files.exists,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
    jsDocParsingMode: tsModule.JSDocParsingMode.ParseNone,
    ...(sys.realpath && { realpath: sys.realpath }),
  }
  return host
}

interface Watches extends Pick<EditorProject, 'watchFolder' | 'watchFile'> {
  /** Calls back for the changed files; for the folders of scripts only if files were added or removed. */
  report(files: readonly string[], hasMoved: boolean): void
}

function createWatches(): Watches {
  const watches = new Set<{ readonly concerns: (file: string, hasMoved: boolean) => boolean; onChange(): void }>()
  const add = (concerns: (file: string, hasMoved: boolean) => boolean, onChange: () => void) => {
    const watch = { concerns, onChange }
    watches.add(watch)
    return { close: () => void watches.delete(watch) }
  }
  return {
    watchFolder: (folder, recursive, onChange) =>
      add(
        (file, hasMoved) =>
          (hasMoved || !isScriptPath(file)) && (recursive ? isBelow(folder, file) : dirname(file) === folder),
        onChange,
      ),
    watchFile: (file, onChange) => add((one) => one === file, onChange),
    report(files, hasMoved) {
      for (const { concerns, onChange } of [...watches]) if (files.some((file) => concerns(file, hasMoved))) onChange()
    },
  }
}
