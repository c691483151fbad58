/** `fw lsp` over stdio, as an editor drives it: the real command line in a child process. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Features of a current editor. */
export const CAPABILITIES: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    fileOperations: { willRename: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: {
    rename: { prepareSupport: true },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown'] },
  },
}

export interface ClientOptions {
  /** Folders of the workspace. */
  readonly folders: readonly string[]
  readonly capabilities?: ClientCapabilities
  readonly env?: Readonly<Record<string, string>>
}

export interface LspClient {
  readonly initialized: InitializeResult
  readonly pid: number
  uri(path: string): string
  /** Opens a file with its content on disk, or with `text`. */
  open(path: string, text?: string): Promise<void>
  /** Replaces the first `before` of an open file by `after`, as a key does. */
  edit(path: string, before: string, after: string): Promise<void>
  /** Replaces the content of an open file. */
  write(path: string, text: string): Promise<void>
  close(path: string): Promise<void>
  /** Sends a request. */
  ask<Result>(method: string, params: unknown): Promise<Result>
  /** Sends a request about the position `skip` characters into the first `needle` of an open file. */
  askAt<Result>(method: string, path: string, needle: string, skip?: number, more?: object): Promise<Result>
  notify(method: string, params: unknown): Promise<void>
  position(path: string, needle: string, skip?: number): Position
  /** Returns the part of a file at a range. */
  text(path: string, range: Range): string
  /** Returns the published diagnostics of a file; `undefined` before the first publication. */
  shown(path: string): readonly Diagnostic[] | undefined
  /** Returns the number of publications for a file. */
  publications(path: string): number
  /** Returns how often the server has asked for new requests of hints. */
  hintRefreshes(): number
  /** Messages of `window/logMessage`. */
  readonly logged: string[]
  /** Output of the server on stderr. */
  stderr(): string
  /** Ends the server by the protocol. Returns its exit code. */
  stop(): Promise<number | null>
  /** Resolves to the exit code when the server has ended. */
  readonly ended: Promise<number | null>
  /** Closes the server's stdin. */
  disconnect(): void
}

export async function startLsp({ folders, capabilities = CAPABILITIES, env }: ClientOptions): Promise<LspClient> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...rest } = process.env
  const child = spawn(process.execPath, [join(REPOSITORY, 'cli/bin/fw.js'), 'lsp', '--stdio'], {
    cwd: folders[0],
    env: { ...rest, ...env },
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const shown = new Map<string, { diagnostics: readonly Diagnostic[]; count: number }>()
  const logged: string[] = []
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    const path = fileURLToPath(uri)
    shown.set(path, { diagnostics, count: (shown.get(path)?.count ?? 0) + 1 })
  })
  connection.onNotification('window/logMessage', ({ message }) => void logged.push(message))
  let hintRefreshes = 0
  connection.onRequest('workspace/inlayHint/refresh', () => {
    hintRefreshes += 1
    return null
  })
  connection.onError(() => undefined)
  connection.listen()
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities,
    workspaceFolders: folders.map((folder) => ({ uri: toUri(folder), name: folder })),
  })
  await connection.sendNotification('initialized', {})
  return {
    initialized,
    pid: child.pid ?? 0,
    uri: toUri,
    ...editDocuments(connection),
    notify: (method, params) => connection.sendNotification(method, params),
    shown: (path) => shown.get(path)?.diagnostics,
    publications: (path) => shown.get(path)?.count ?? 0,
    hintRefreshes: () => hintRefreshes,
    logged,
    stderr: () => stderr,
    async stop() {
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      return ended
    },
    ended,
    disconnect: () => child.stdin.end(),
  }
}

function toUri(path: string): string {
  return pathToFileURL(path).href
}

type Documents = Pick<LspClient, 'open' | 'edit' | 'write' | 'close' | 'ask' | 'askAt' | 'position' | 'text'>

function editDocuments(connection: ProtocolConnection): Documents {
  const documents = new Map<string, TextDocument>()
  const read = (path: string) =>
    documents.get(path) ?? TextDocument.create(toUri(path), '', 0, readFileSync(path, 'utf8'))
  const position = (path: string, needle: string, skip = 0): Position => {
    const document = read(path)
    const at = document.getText().indexOf(needle)
    if (at === -1) throw new Error(`${path} does not contain "${needle}".`)
    return document.positionAt(at + skip)
  }
  const change = async (path: string, contentChanges: { range?: Range; text: string }[]) => {
    const document = read(path)
    TextDocument.update(document, contentChanges, document.version + 1)
    const textDocument = { uri: toUri(path), version: document.version }
    await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges })
  }
  const ask = <Result>(method: string, params: unknown) => connection.sendRequest<Result>(method, params)
  return {
    async open(path, text = readFileSync(path, 'utf8')) {
      const document = TextDocument.create(toUri(path), 'typescript', 1, text)
      documents.set(path, document)
      const textDocument = { uri: document.uri, languageId: 'typescript', version: 1, text }
      await connection.sendNotification('textDocument/didOpen', { textDocument })
    },
    edit: (path, before, after) =>
      change(path, [
        { range: { start: position(path, before), end: position(path, before, before.length) }, text: after },
      ]),
    write: (path, text) => change(path, [{ text }]),
    async close(path) {
      documents.delete(path)
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: toUri(path) } })
    },
    ask,
    askAt: (method, path, needle, skip = 0, more = {}) =>
      ask(method, { textDocument: { uri: toUri(path) }, position: position(path, needle, skip), ...more }),
    position,
    text: (path, range) => read(path).getText(range),
  }
}

/** Returns the new texts of the files that a workspace edit changes, by path. */
export function applyEdit(edit: WorkspaceEdit | null): Readonly<Record<string, string>> {
  const changes = new Map<string, TextEdit[]>(Object.entries(edit?.changes ?? {}))
  for (const change of edit?.documentChanges ?? [])
    if ('textDocument' in change) changes.set(change.textDocument.uri, change.edits as TextEdit[]) // without annotations
  return Object.fromEntries(
    [...changes].map(([uri, edits]) => {
      const path = fileURLToPath(uri)
      return [path, TextDocument.applyEdits(TextDocument.create(uri, '', 0, readFileSync(path, 'utf8')), edits)]
    }),
  )
}
