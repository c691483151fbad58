/** What a codemod is: one change to an app's sources, safe to run twice. */
import type { Node, SourceFile } from 'ts-morph'
import { isVersion } from './version.ts'

/**
 * A change of an app's sources that takes it from one release to the next, or over from another framework.
 * `defineCodemod` makes one; `runCodemod` runs it.
 */
export interface Codemod {
  /** Kebab-case; the name that people type, and the name of its file. */
  readonly id: string
  /** One sentence for `--list`. */
  readonly title: string
  /** The release that made the change necessary. Absent for a migration from another framework: never selected by range. */
  readonly release?: string
  /** Says what is to change. A second run over its own output must change nothing. */
  transform(app: CodemodApp): void
}

/** The sources of an app while a codemod looks at them. Nothing changes before `transform` has returned. */
export interface CodemodApp {
  /** Every script outside `node_modules`, `dist` and folders that begin with a dot, sorted by path. */
  readonly sources: readonly SourceFile[]
  /** The changes of one of them. */
  edit(file: SourceFile): SourceEdits
  /** The text of any file; undefined when there is none. `path` is relative to the app, with `/`. */
  read(path: string): string | undefined
  /** Makes a file, or replaces one that is no script; throws for a file that this run makes or moves there already. */
  write(path: string, text: string): void
  remove(path: string): void
  /** Tells the person what they have to do themselves, where no script can say it. */
  leave(path: string, reason: string): void
}

/** What is to change in one file. Changes must not overlap. */
export interface SourceEdits {
  /** Relative to the app, with `/`. */
  readonly path: string
  replace(target: Node | Span, text: string): void
  insert(position: number, text: string): void
  /** Moves the file; relative imports of it and in it follow. */
  moveTo(path: string): void
  /** Puts a comment above what a person has to change themselves, unless it is there, and counts it. */
  leave(node: Node, reason: string): void
}

/** A piece of a file's text, in UTF-16 units from 0; `end` is behind its last one. */
export interface Span {
  readonly start: number
  readonly end: number
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
