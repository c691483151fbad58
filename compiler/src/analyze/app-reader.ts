/** How analysis reads the single files of an app: from disk, or from the buffers of an editor, with its TypeScript. */
import type { ts } from '../program/typescript.ts'

export interface AppReader {
  readonly ts: typeof ts
  /** Absolute, with `/`. */
  readonly root: string
  /** The current text of a file, relative to the root; undefined when there is none. */
  textOf(file: string): string | undefined
  /** `text` as the syntax tree of `file`, whose nodes know their parents. */
  parse(file: string, text: string): ts.SourceFile
}
