/** Connects the requests of the protocol with their handlers. */
import { getMessage } from '@fw/runtime/contract'
import { type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver'
import { toPath } from './document-paths.ts'
import { handleCodeActions, handleHints, handleSymbols } from './handle-documents.ts'
import {
  handleCompletion,
  handleDefinition,
  handleHover,
  handleMove,
  handlePrepareRename,
  handleRename,
} from './handle-names.ts'
import { handleTools, TOOLS_REQUEST } from './handle-tools.ts'
import type { ServerState } from './server-state.ts'

/** `onFailure` logs an error of the analysis; the request then fails with its message. */
export function handleRequests(
  connection: Connection,
  state: ServerState,
  onFailure: (request: string, error: unknown) => void,
): void {
  const guard =
    <Params, Result>(request: string, handle: (state: ServerState, params: Params) => Result) =>
    (params: Params): Result => {
      try {
        return handle(state, params)
      } catch (error) {
        if (error instanceof ResponseError) throw error
        onFailure(request, error)
        throw new ResponseError(ErrorCodes.InternalError, `${request} failed: ${getMessage(error)}`)
      }
    }
  connection.onHover(guard('textDocument/hover', handleHover))
  connection.onCompletion(guard('textDocument/completion', handleCompletion))
  connection.onDefinition(guard('textDocument/definition', handleDefinition))
  connection.onPrepareRename(guard('textDocument/prepareRename', handlePrepareRename))
  connection.onRenameRequest(guard('textDocument/rename', handleRename))
  connection.onCodeAction(guard('textDocument/codeAction', handleCodeActions))
  connection.onDocumentSymbol(guard('textDocument/documentSymbol', handleSymbols))
  connection.languages.inlayHint.on(guard('textDocument/inlayHint', handleHints))
  connection.workspace.onWillRenameFiles(guard('workspace/willRenameFiles', handleMove))
  connection.onRequest(TOOLS_REQUEST, guard(TOOLS_REQUEST, handleTools))
  connection.onInitialized(() => {
    if (state.capabilities.workspace?.workspaceFolders !== true) return
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const path of removed.map(({ uri }) => toPath(uri))) if (path !== undefined) state.folders.delete(path)
      for (const path of added.map(({ uri }) => toPath(uri))) if (path !== undefined) state.folders.add(path)
    })
  })
}
