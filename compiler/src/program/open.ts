/** An app's program: opened once, changed by edits. The only user of ts-morph's project. */
import { type LibChoice, readCompilerOptions } from './compiler-options.ts'
import { loadMorph, type Project, type ts, typescript } from './typescript.ts'

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
  /** Reads changed files again and forgets deleted ones. Says whether some are gone, and some were not known. */
  refresh(files: readonly string[]): { readonly gone: boolean; readonly appeared: boolean }
  /** Looks anew for what imports mean; needed after files came or went. */
  resolveAnew(): void
  /** Takes `text` as the content of `file` until the next `refresh` of it. */
  edit(file: string, text: string): void
}

/** Opens the app at `root` (absolute) with these root files (absolute); what they import is found by resolution. */
export function openProgram(root: string, roots: readonly string[], lib: LibChoice): AppProgram {
  const morph = loadMorph()
  const project = new morph.Project({
    compilerOptions: readCompilerOptions(root, lib),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  })
  const addRoots = (files: readonly string[]): void => {
    for (const file of files) if (typescript.sys.fileExists(file)) project.addSourceFileAtPathIfExists(file)
  }
  addRoots(roots)
  return {
    snapshot() {
      return {
        ts: morph.ts,
        program: project.getProgram().compilerObject,
        checker: project.getTypeChecker().compilerObject,
      }
    },
    addRoots,
    refresh(files) {
      const news = files.map((file) => refreshFile(project, file))
      return { gone: news.includes('gone'), appeared: news.includes('appeared') }
    },
    resolveAnew: () => resolveAnew(project, root),
    edit(file, text) {
      const known = project.getSourceFile(file)
      if (known === undefined) project.createSourceFile(file, text, { overwrite: true })
      else known.replaceWithText(text)
    },
  }
}

function refreshFile(project: Project, file: string): 'appeared' | 'gone' | 'known' {
  const known = project.getSourceFile(file)
  const exists = typescript.sys.fileExists(file)
  if (known === undefined) return exists ? 'appeared' : 'known'
  if (exists) known.refreshFromFileSystemSync()
  else project.removeSourceFile(known)
  return exists ? 'known' : 'gone'
}

/**
 * TypeScript keeps what imports resolved to (or that they did not) as long as the roots are the same; so one root, an
 * empty file in memory, is exchanged for another.
 */
function resolveAnew(project: Project, root: string): void {
  const names = ['even', 'odd'].map((name) => `${root}/.fw/resolution-${name}.d.ts`)
  const [present, absent] = names.sort((a) => (project.getSourceFile(a) === undefined ? 1 : -1))
  const known = present && project.getSourceFile(present)
  if (absent) project.createSourceFile(absent, 'export {}')
  if (known) project.removeSourceFile(known)
}
