/** Access to the program and the files of an editor: tsserver's, or those of the language server. */
import type { ts } from '#program/typescript.ts'

export interface EditorProject {
  readonly ts: typeof ts
  /** Returns the program after the last edit, or `undefined` while the server has no program. */
  program(): ts.Program | undefined
  /** Returns the project's files that are open in the editor, in the order in which they were opened. */
  openFiles(): readonly string[]
  /** Returns the content of a file outside of the program: unsaved, or on disk. `file` is absolute. */
  readText(file: string): string | undefined
  /** Lets the server send edits of a file outside of the project, which it otherwise refuses. */
  admit(fileName: string): void
  /** Calls back when a file in this folder is added or removed, as long as the project is open. */
  watchFolder(folder: string, recursive: boolean, onChange: () => void): { close(): void } | undefined
  /** Watches one file: a change of its content isn't a change of its folder. */
  watchFile(file: string, onChange: () => void): { close(): void } | undefined
  /** Writes to the server's own log; nothing is formatted while it is off. */
  log(text: () => string): void
  /** Starts a measurement. Returns a function that logs the time since then for the named request. */
  meter(): (request: string) => void
}
