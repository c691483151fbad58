/** Analyzed files, each valid until a file that it depends on changes. */
import type { LibChoice } from '#program/compiler-options.ts'
import type { ReadFiles } from '#program/read-files.ts'
import type { AnalyzedModule } from '../apis/api-module.ts'
import type { AnalyzedTools } from '../pages/page-tools.ts'

/** Result for a file: an api module, or a file that defines page tools. */
export type AnalyzedFile = AnalyzedModule | AnalyzedTools

export interface KeyedModule {
  readonly analyzed: AnalyzedFile
  readonly read: ReadFiles
  /** Libraries of the analysis. */
  readonly lib: LibChoice
  /** Changes with everything that the module's types depend on. */
  readonly key: string
}

export interface ModuleCache {
  get(file: string): KeyedModule | undefined
  set(file: string, module: KeyedModule): void
  /** Forgets every module that depends on one of these files. */
  forget(changed: readonly string[]): void
  /** Returns whether a module has an import that may resolve to this new file. */
  waitsFor(file: string): boolean
  clear(): void
  /** Forgets all other modules. */
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
