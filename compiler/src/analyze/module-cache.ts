/** Analysed files that stay valid until one of the files that they read changes. */
import type { LibChoice } from '../program/compiler-options.ts'
import type { ReadFiles } from '../program/read-files.ts'
import type { AnalyzedModule } from './api-module.ts'
import type { AnalyzedTools } from './page-tools.ts'

/** What is known of a file: of an api module, or of one that defines tools of pages. */
export type AnalyzedFile = AnalyzedModule | AnalyzedTools

export interface KeyedModule {
  readonly analyzed: AnalyzedFile
  readonly read: ReadFiles
  /** What it was read with. */
  readonly lib: LibChoice
  /** Changes with everything that the module's types are made of. */
  readonly key: string
}

export interface ModuleCache {
  get(file: string): KeyedModule | undefined
  set(file: string, module: KeyedModule): void
  /** Forgets every module that read one of these files. */
  forget(changed: readonly string[]): void
  /** Whether some module's imports may mean another file now that this one has appeared. */
  waitsFor(file: string): boolean
  clear(): void
  /** Forgets all modules but these. */
  keep(files: ReadonlySet<string>): void
  readonly all: ReadonlyMap<string, KeyedModule>
}

export function createModuleCache(): ModuleCache {
  const modules = new Map<string, KeyedModule>()
  return {
    get: (file) => modules.get(file),
    set: (file, module) => modules.set(file, module),
    forget(changed) {
      for (const [file, { read }] of modules) if (changed.some((path) => read.files.has(path))) modules.delete(file)
    },
    waitsFor: (file) => [...modules.values()].some(({ read }) => read.dangling || read.absent.has(file)),
    clear: () => modules.clear(),
    keep(files) {
      for (const file of modules.keys()) if (!files.has(file)) modules.delete(file)
    },
    all: modules,
  }
}
