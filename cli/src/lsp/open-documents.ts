/** The texts of the workspace as the protocol sees them: lines and columns in place of offsets. */
import type { Location as FileRange, Workspace } from '@fw/compiler/editor'
import type { Location, Position, Range } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { toPath, toUri } from './document-paths.ts'

/** Open documents by path. */
export interface OpenDocuments {
  /** Returns the document of a URI, if it is a file. */
  find(uri: string): { readonly path: string; readonly document: TextDocument } | undefined
  /** Returns the document at a path: open, or as it is on disk. */
  get(path: string): TextDocument
  /** Returns the URI as the editor writes it, for an open file. */
  getUri(path: string): string
  /** Returns the version of an open document. */
  getVersion(path: string): number | undefined
  toRange(file: FileRange): Range
  toLocation(file: FileRange): Location
}

/** `documents` are synchronized with the editor. */
export function createOpenDocuments(
  documents: { get(uri: string): TextDocument | undefined; all(): readonly TextDocument[] },
  workspace: Workspace,
): OpenDocuments {
  const findOpen = (path: string) =>
    documents.get(toUri(path)) ?? documents.all().find(({ uri }) => toPath(uri) === path)
  const get = (path: string) =>
    findOpen(path) ?? TextDocument.create(toUri(path), 'plaintext', 0, workspace.readText(path) ?? '')
  const toRange = ({ path, start, end }: FileRange): Range => {
    const document = get(path)
    return { start: document.positionAt(start), end: document.positionAt(end) }
  }
  const getUri = (path: string) => findOpen(path)?.uri ?? toUri(path)
  return {
    find(uri) {
      const path = toPath(uri)
      return path === undefined ? undefined : { path, document: documents.get(uri) ?? get(path) }
    },
    get,
    getUri,
    getVersion: (path) => findOpen(path)?.version,
    toRange,
    toLocation: (file) => ({ uri: getUri(file.path), range: toRange(file) }),
  }
}

/** Returns whether two ranges share a position. */
export function touches(left: Range, right: Range): boolean {
  return compare(left.start, right.end) <= 0 && compare(right.start, left.end) <= 0
}

function compare(left: Position, right: Position): number {
  return left.line - right.line || left.character - right.character
}
