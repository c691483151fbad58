/** The language server of `fw lsp`: one connection to an editor. */
import type { Readable, Writable } from 'node:stream'
import * as editor from '@fw/compiler/editor'
import { type Connection, TextDocuments } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { connect } from './connect.ts'
import { describeServer } from './describe-server.ts'
import { toPath } from './document-paths.ts'
import { handleRequests } from './handle-requests.ts'
import { createOpenDocuments } from './open-documents.ts'
import { createPublisher, type Publisher } from './publish-diagnostics.ts'
import type { ServerState } from './server-state.ts'
import { watchApp } from './watch-app.ts'

interface ServerOptions {
  readonly input: Readable
  readonly output: Writable
  /** Version of the framework. */
  readonly version: string
}

/** Serves an editor until it disconnects. Returns the exit code of the protocol: 0 after `shutdown`. */
export async function runLanguageServer({ input, output, version }: ServerOptions): Promise<number> {
  const { connection, ended } = connect(input, output)
  const documents = new TextDocuments(TextDocument)
  const onFailure = createFailureLog(connection)
  // The server outlives errors outside of requests, too.
  process.on('uncaughtException', (error) => onFailure('The server', error))
  process.on('unhandledRejection', (error) => onFailure('The server', error))
  const watches: { close(): void }[] = []
  const onDisk = (files: readonly string[]): void => {
    workspace.refresh(files)
    for (const root of new Set(files.flatMap(workspace.listUsers))) publisher.schedule(root)
  }
  const workspace = editor.openWorkspace({
    log: (text) => connection.console.log(text),
    onApp: (root, packages) => watches.push(watchApp(root, packages, onDisk, onFailure)),
  })
  const open = createOpenDocuments(documents, workspace)
  const state: ServerState = {
    editor,
    workspace,
    documents: open,
    capabilities: {},
    sentHints: new Map(),
    folders: new Set(),
  }
  const publisher = createPublisher({
    workspace,
    documents: open,
    listFindings: editor.listFindings,
    listHints: (file) => editor.listFileHints(file),
    sentHints: state.sentHints,
    refreshHints() {
      if (state.capabilities.workspace?.inlayHint?.refreshSupport === true)
        void connection.languages.inlayHint.refresh()
    },
    publish: (diagnostics) => void connection.sendDiagnostics(diagnostics),
    onFailure,
  })
  connection.onInitialize((params) => {
    state.capabilities = params.capabilities
    return describeServer(state, params, version)
  })
  followDocuments(documents, workspace, publisher)
  connection.onDidChangeWatchedFiles(({ changes }) => onDisk(changes.flatMap(({ uri }) => toPath(uri) ?? [])))
  handleRequests(connection, state, onFailure)
  documents.listen(connection)
  connection.listen()
  const code = await ended
  publisher.close()
  for (const watch of watches) watch.close()
  workspace.close()
  return code
}

/** Logs errors of the analysis in the editor, each once: it would repeat with every key. */
function createFailureLog({ console: log }: Connection): (request: string, error: unknown) => void {
  const reported = new Set<string>()
  return (request, error) => {
    const text = `${request} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    if (!reported.has(text)) log.error(text)
    reported.add(text)
  }
}

/** Opening a document also changes its content. */
function followDocuments(
  documents: TextDocuments<TextDocument>,
  workspace: editor.Workspace,
  publisher: Publisher,
): void {
  const schedule = (path: string) => {
    const own = workspace.findRoot(path)
    for (const root of own === undefined ? workspace.listUsers(path) : [own]) publisher.schedule(root, path)
  }
  documents.onDidChangeContent(({ document }) => {
    const path = toPath(document.uri)
    if (path === undefined) return
    workspace.setText(path, document.getText())
    schedule(path)
  })
  documents.onDidClose(({ document }) => {
    const path = toPath(document.uri)
    if (path === undefined) return
    publisher.clear(path)
    workspace.closeText(path)
    schedule(path)
  })
}
