/** What a codemod is: one change to an app's sources, safe to run twice. */
import type { SourceFile } from 'ts-morph'
import { isVersion } from './version.ts'

export interface Codemod {
  /** Kebab-case; the name that people type, and the name of its file. */
  readonly id: string
  /** One sentence for `--list`. */
  readonly title: string
  /** The release that made the change necessary. Absent for a migration from another framework: never selected by range. */
  readonly release?: string
  /** Edits the file in place. A second run over its own output must change nothing. */
  transform(file: SourceFile): void
}

/** Declares a codemod. Throws a TypeError for an id or release that could not be selected. */
export function defineCodemod(codemod: Codemod): Codemod {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(codemod.id)) {
    throw new TypeError(`The codemod id "${codemod.id}" is not kebab-case.`)
  }
  if (codemod.release !== undefined && !isVersion(codemod.release)) {
    throw new TypeError(`The codemod "${codemod.id}" names the release "${codemod.release}"; write it as 1.2.3.`)
  }
  return codemod
}
