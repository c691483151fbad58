/** Facts about imports, and `extends` entries of a tsconfig, that can't be resolved. */
import type { SourceSpan } from '../model.ts'

/** An import that can't be resolved. */
export interface FailedImportFact {
  /**
   * `file`: no file has this path. `package`: it isn't installed. `declared`: the same, but `package.json` lists it.
   * `entry`: the package exists but has no such entry. `alias`: neither a path nor the name of a package.
   */
  readonly problem: 'file' | 'package' | 'declared' | 'entry' | 'alias'
  /** The specifier in the source. */
  readonly specifier: string
  /** The missing path, relative to the root, or the name of the package. */
  readonly target: string
  /** The most similar existing target, as a specifier. */
  readonly nearest?: string
  readonly span: SourceSpan
}

/** An import of a name that the existing module doesn't export. */
export interface MissingExportFact {
  /** `type`: a type, which doesn't exist at run time. `declared`: the module only declares the value. */
  readonly problem: 'name' | 'default' | 'type' | 'declared'
  readonly name: string
  /** The module's specifier in the import. */
  readonly module: string
  /** The module's exports, as far as they are known; otherwise empty. */
  readonly names: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
}

/** An error in tsconfig.json, or in a file that it extends. */
export interface TsconfigFact {
  /** `file`, `package`: it extends a missing one. `syntax`: it isn't valid JSON. */
  readonly problem: 'file' | 'package' | 'syntax'
  /** The missing path, relative to the root, or the name of the package; for `syntax` the file itself. */
  readonly target: string
  readonly span: SourceSpan
}

/** A module that throws while the app loads. */
export interface FailingModuleFact {
  /** What was thrown, as text. */
  readonly error: string
  /** The package whose code threw; absent if the app's own code did. */
  readonly package?: string
  readonly span: SourceSpan
}
