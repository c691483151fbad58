/** How analysis reads the single files of an app: from disk, or from the buffers of an editor, with its TypeScript. */
import type { ts } from '../program/typescript.ts'
import type { FilesBelow } from './folder-files.ts'

export interface AppReader {
  readonly ts: typeof ts
  /** Absolute, with `/`. */
  readonly root: string
  /** The current text of a file, relative to the root; undefined when there is none. */
  textOf(file: string): string | undefined
  /** Where several look at the same folders. */
  readonly list?: FilesBelow
  /** `text` as the syntax tree of `file`, whose nodes know their parents. */
  parse(file: string, text: string): ts.SourceFile
}
