/** Converts edits of files to the workspace edits of the protocol. */
import type { FileEdits, RenameResult } from '@fw/compiler/editor'
import {
  type ClientCapabilities,
  RenameFile,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { toUri } from './document-paths.ts'
import type { OpenDocuments } from './open-documents.ts'

/** One replacement in a file. */
interface FileEdit {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export function toWorkspaceEdit(
  documents: OpenDocuments,
  { workspace }: ClientCapabilities,
  edits: readonly FileEdit[],
  moves: RenameResult['moves'] = [],
): WorkspaceEdit {
  const byPath = new Map<string, TextEdit[]>()
  for (const edit of edits) byPath.set(edit.path, [...(byPath.get(edit.path) ?? []), toTextEdit(documents, edit)])
  if (workspace?.workspaceEdit?.documentChanges !== true)
    return { changes: Object.fromEntries([...byPath].map(([path, changes]) => [documents.getUri(path), changes])) }
  const changes = [...byPath].map(([path, changed]) =>
    TextDocumentEdit.create({ uri: documents.getUri(path), version: documents.getVersion(path) ?? null }, changed),
  )
  return {
    documentChanges: [...changes, ...moves.map(({ from, to }) => RenameFile.create(documents.getUri(from), toUri(to)))],
  }
}

/** Returns whether the editor renames files as part of an edit. */
export function canMoveFiles({ workspace }: ClientCapabilities): boolean {
  const { documentChanges, resourceOperations = [] } = workspace?.workspaceEdit ?? {}
  return documentChanges === true && resourceOperations.includes('rename')
}

/** Returns the edits of fixes, whose files are relative to the app. */
export function listFileEdits(root: string, files: readonly FileEdits[]): readonly FileEdit[] {
  return files.flatMap(({ file, edits }) =>
    edits.map(({ span, text }) => ({ path: `${root}/${file}`, start: span.start, end: span.end, text })),
  )
}

/** Line breaks become those of the file. */
function toTextEdit(documents: OpenDocuments, { text, ...range }: FileEdit): TextEdit {
  const newline = documents.get(range.path).getText().includes('\r\n') ? '\r\n' : '\n'
  return { range: documents.toRange(range), newText: text.replace(/\r?\n/g, newline) }
}
