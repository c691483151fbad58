/** Handles requests for the name at a position: hover, completion, definition and rename. */
import type { WorkspaceFile } from '@fw/compiler/editor'
import {
  type CompletionItem,
  CompletionItemKind,
  type DefinitionLink,
  type Hover,
  type Location,
  LSPErrorCodes,
  MarkupKind,
  type PrepareRenameResult,
  type RenameFilesParams,
  type RenameParams,
  ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { toPath } from './document-paths.ts'
import type { ServerState } from './server-state.ts'
import { canMoveFiles, toWorkspaceEdit } from './workspace-edits.ts'

interface Place {
  readonly file: WorkspaceFile
  readonly offset: number
}

/** Returns `undefined` for files outside of apps. */
function findPlace(state: ServerState, { textDocument, position }: TextDocumentPositionParams): Place | undefined {
  const open = state.documents.find(textDocument.uri)
  const file = open && state.workspace.file(open.path)
  return file && open && { file, offset: open.document.offsetAt(position) }
}

export function handleHover(state: ServerState, params: TextDocumentPositionParams): Hover | null {
  const place = findPlace(state, params)
  const found = place && state.editor.describeAt(place.file, place.offset)
  if (place === undefined || found === undefined) return null
  const formats = state.capabilities.textDocument?.hover?.contentFormat ?? [MarkupKind.Markdown]
  const kind = formats.includes(MarkupKind.Markdown) ? MarkupKind.Markdown : MarkupKind.PlainText
  return {
    contents: { kind, value: found.text },
    range: state.documents.toRange({ path: place.file.path, start: found.start, end: found.end }),
  }
}

export function handleCompletion(state: ServerState, params: TextDocumentPositionParams): CompletionItem[] | null {
  const place = findPlace(state, params)
  const list = place && state.editor.completeAt(place.file, place.offset)
  if (place === undefined || list === undefined) return null
  const range = state.documents.toRange({ path: place.file.path, start: list.start, end: list.end })
  return list.names.map(({ name, description }) => ({
    label: name,
    kind: CompletionItemKind.Value,
    documentation: description,
    filterText: name,
    textEdit: { range, newText: name },
  }))
}

export function handleDefinition(
  state: ServerState,
  params: TextDocumentPositionParams,
): Location[] | DefinitionLink[] | null {
  const { documents, capabilities } = state
  const place = findPlace(state, params)
  const found = place && state.editor.defineAt(place.file, place.offset)
  if (place === undefined || found === undefined) return null
  const targets = found.targets.map((target) => documents.toLocation(target))
  if (capabilities.textDocument?.definition?.linkSupport !== true) return targets
  const originSelectionRange = documents.toRange({ path: place.file.path, start: found.start, end: found.end })
  return targets.map(({ uri, range }) => ({
    originSelectionRange,
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
  }))
}

export function handlePrepareRename(
  state: ServerState,
  params: TextDocumentPositionParams,
): PrepareRenameResult | null {
  const place = findPlace(state, params)
  const target = place && state.editor.prepareRename(place.file, place.offset)
  if (place === undefined || target === undefined) return null
  if ('problem' in target) throw refuse(target.problem)
  const range = state.documents.toRange({ path: place.file.path, start: target.start, end: target.end })
  return { range, placeholder: target.name }
}

export function handleRename(state: ServerState, params: RenameParams): WorkspaceEdit | null {
  const { documents, capabilities } = state
  const place = findPlace(state, params)
  const result = place && state.editor.renameAt(place.file, place.offset, params.newName)
  if (result === undefined) return null
  if ('problem' in result) throw refuse(result.problem)
  if (result.moves.length > 0 && !canMoveFiles(capabilities))
    throw refuse("This editor can't rename files as part of a change. Rename the file of the page yourself.")
  return toWorkspaceEdit(documents, capabilities, result.edits, result.moves)
}

/** Returns the changes of links to the pages that the user is about to move. */
export function handleMove(state: ServerState, { files }: RenameFilesParams): WorkspaceEdit | null {
  const edits = files.flatMap(({ oldUri, newUri }) => {
    const [from, to] = [toPath(oldUri), toPath(newUri)]
    const file = from === undefined ? undefined : state.workspace.file(from)
    return file === undefined || to === undefined ? [] : state.editor.relinkMoved(file, to)
  })
  return edits.length === 0 ? null : toWorkspaceEdit(state.documents, state.capabilities, edits)
}

/** A request that is valid, but can't be fulfilled: the editor shows the reason. */
function refuse(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason)
}
