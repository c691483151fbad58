/** Helpers for fixes in a file. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { TextEdit } from '#model.ts'
import type { ts } from '#program/typescript.ts'

/** A file and the path that spans use for it. */
export interface FixContext {
  readonly ts: typeof ts
  readonly file: ts.SourceFile
  /** Relative to the root. */
  readonly path: string
}

/** Inserts `text` between two offsets. */
export function editAt({ file, path }: FixContext, start: number, end: number, text: string): TextEdit {
  return { span: createSpan(path, file.text, start, end), text }
}
