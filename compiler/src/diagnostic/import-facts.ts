/** Imports, and the bases of a tsconfig, that do not exist. */
import type { SourceSpan } from '../model.ts'

/** An import of something that is not there. */
export interface FailedImportFact {
  /**
   * `file`: no file has this path. `package`: it is not installed. `declared`: the same, and `package.json` asks for it.
   * `entry`: the package is there and has no such entry. `alias`: neither a path nor the name of a package.
   */
  readonly problem: 'file' | 'package' | 'declared' | 'entry' | 'alias'
  /** As it is written. */
  readonly specifier: string
  /** What was looked for: a path relative to the root, or the name of a package. */
  readonly target: string
  /** What exists and is named like it, as an import would name it. */
  readonly nearest?: string
  readonly span: SourceSpan
}

/** An import of a name that the module, which is there, does not export. */
export interface MissingExportFact {
  /** `type`: the name is that of a type, which is gone at run time. */
  readonly problem: 'name' | 'default' | 'type'
  readonly name: string
  /** The module as the import names it. */
  readonly module: string
  /** What it does export, as far as that can be read off it. Empty when it cannot. */
  readonly names: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
}

/** A fault of tsconfig.json, or of a file that it extends. */
export interface TsconfigFact {
  /** `file`, `package`: it extends one that does not exist. `syntax`: it is not valid JSON. */
  readonly problem: 'file' | 'package' | 'syntax'
  /** The missing path, relative to the root, or the name of the package; for `syntax` the file itself. */
  readonly target: string
  readonly span: SourceSpan
}
