/** The features of the server, as it declares them to the editor. */
import {
  CodeActionKind,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import { toPath } from './document-paths.ts'
import { FIX_ALL } from './handle-documents.ts'
import type { ServerState } from './server-state.ts'

/** Answers `initialize`, and stores the folders of the workspace. */
export function describeServer(
  state: ServerState,
  { workspaceFolders, rootUri, capabilities }: InitializeParams & { readonly rootUri?: string | null },
  version: string,
): InitializeResult {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri].filter((uri) => typeof uri === 'string')
  for (const path of uris.map(toPath)) if (path !== undefined) state.folders.add(path.replace(/\/$/, ''))
  const movesPages = capabilities.workspace?.fileOperations?.willRename === true
  return {
    serverInfo: { name: 'fw', version },
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      hoverProvider: true,
      completionProvider: { triggerCharacters: ["'", '"', '`', '/', '.'] },
      definitionProvider: true,
      renameProvider: capabilities.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
      documentSymbolProvider: { label: 'fw' },
      inlayHintProvider: true,
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        ...(movesPages && {
          fileOperations: { willRename: { filters: [{ pattern: { glob: '**/*.{jsx,tsx,js,ts}' } }] } },
        }),
      },
    },
  }
}
