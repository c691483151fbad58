/** Definition of a codemod: one change to an app's sources, safe to run twice. */
import type { Node, SourceFile } from 'ts-morph'
import { isVersion } from './version.ts'

/**
 * Change to an app's sources that upgrades it to a release, or migrates it from another framework. Created by
 * `defineCodemod`, run by `runCodemod`.
 */
export interface Codemod {
  /** Id in kebab-case, used on the command line and as the file name. */
  readonly id: string
  /** One-sentence description for `--list`. */
  readonly title: string
  /**
   * Release with the breaking change. Absent for a migration from another framework, which an upgrade never selects.
   */
  readonly release?: string
  /** Records the changes. A second run over its own output must change nothing. */
  transform(app: CodemodApp): void
}

/** Sources of an app during a codemod. Changes are applied after `transform` has returned. */
export interface CodemodApp {
  /** All scripts outside `node_modules`, `dist` and folders that begin with a dot, sorted by path. */
  readonly sources: readonly SourceFile[]
  /** Returns the edits of a source file. */
  edit(file: SourceFile): SourceEdits
  /** Returns the content of a file, or `undefined` if it doesn't exist. `path` is relative to the app, with `/`. */
  read(path: string): string | undefined
  /**
   * Creates a file, or replaces one that isn't a script. Throws if this run already creates or moves a file to the
   * path.
   */
  write(path: string, text: string): void
  remove(path: string): void
  /** Reports a change that the developer has to make, in a place where no script can have a comment. */
  leave(path: string, reason: string): void
}

/** Edits of one file. They must not overlap. */
export interface SourceEdits {
  /** Path relative to the app, with `/`. */
  readonly path: string
  replace(target: Node | Span, text: string): void
  insert(position: number, text: string): void
  /** Moves the file, and updates its relative imports and those of other files. */
  moveTo(path: string): void
  /** Adds a comment above a node that the developer has to change, unless it is there already, and counts it. */
  leave(node: Node, reason: string): void
}

/** Range of a file's content in UTF-16 code units, zero-based. `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Defines a codemod. Throws a `TypeError` for an invalid id or release. */
export function defineCodemod(codemod: Codemod): Codemod {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(codemod.id)) {
    throw new TypeError(`The codemod id "${codemod.id}" is not kebab-case.`)
  }
  if (codemod.release !== undefined && !isVersion(codemod.release)) {
    throw new TypeError(
      `The release "${codemod.release}" of the codemod "${codemod.id}" is not a version such as 1.2.3.`,
    )
  }
  return codemod
}
