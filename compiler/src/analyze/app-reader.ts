/** Access to the single files of an app: from disk, or from the buffers of an editor, with the editor's TypeScript. */
import type { ts } from '../program/typescript.ts'
import type { FilesBelow } from './modules/folder-files.ts'

export interface AppReader {
  readonly ts: typeof ts
  /** Absolute, with `/`. */
  readonly root: string
  /** Returns the current content of a file, relative to the root, or `undefined` if it doesn't exist. */
  textOf(file: string): string | undefined
  /** Cached listing, if several analyses read the same folders. */
  readonly list?: FilesBelow
  /** Parses `text` as `file`. The nodes of the tree have parents. */
  parse(file: string, text: string): ts.SourceFile
}
