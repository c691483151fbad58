/** Publishes the findings of open files after each change, when nothing has changed for a moment, and refreshes hints. */
import { resolve } from 'node:path'
import type { Diagnostic as Finding } from '@fw/compiler'
import type { EditorHint, Workspace, WorkspaceFile } from '@fw/compiler/editor'
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams } from 'vscode-languageserver'
import type { OpenDocuments } from './open-documents.ts'
import type { SentHints } from './server-state.ts'

interface PublisherOptions {
  readonly workspace: Workspace
  readonly documents: OpenDocuments
  readonly listFindings: (file: WorkspaceFile) => readonly Finding[]
  readonly listHints: (file: WorkspaceFile) => readonly EditorHint[]
  readonly sentHints: SentHints
  /** Makes the editor request the hints of all files again. */
  readonly refreshHints: () => void
  readonly publish: (diagnostics: PublishDiagnosticsParams) => void
  readonly onFailure: (request: string, error: unknown) => void
}

export interface Publisher {
  /**
   * Checks the open files of an app soon: a change of one may change the findings of all. `first` is the file that the
   * user edits.
   */
  schedule(root: string, first?: string): void
  /** Removes the findings of a closed file. */
  clear(path: string): void
  close(): void
}

/** Time without a change before files are checked. */
const DELAY_MS = 120

export function createPublisher({
  workspace,
  documents,
  listFindings,
  listHints,
  sentHints,
  refreshHints,
  publish,
  onFailure,
}: PublisherOptions): Publisher {
  const shown = new Map<string, { readonly uri: string; readonly key: string }>()
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const check = (path: string): void => {
    const file = workspace.file(path)
    compareHints(path, file)
    const diagnostics =
      file === undefined ? [] : listFindings(file).map((one) => toDiagnostic(documents, file.root, path, one))
    const key = JSON.stringify(diagnostics)
    if (key === (shown.get(path)?.key ?? '[]')) return
    const [uri, version] = [documents.getUri(path), documents.getVersion(path)]
    shown.set(path, { uri, key })
    publish({ uri, diagnostics, ...(version !== undefined && { version }) })
  }
  let edited: string | undefined
  let hasOtherHints = false
  /** An editor requests the hints of a file after each change of it, but not after changes of others. */
  const compareHints = (path: string, file: WorkspaceFile | undefined): void => {
    const sent = sentHints.get(path)
    if (sent === undefined) return
    const current = JSON.stringify(file === undefined ? [] : listHints(file))
    sentHints.set(path, current)
    if (path !== edited && current !== sent) hasOtherHints = true
  }
  const run = async (): Promise<void> => {
    turn += 1
    const own = turn
    for (const root of [...waiting]) {
      const paths = workspace.openFiles(root)
      for (const path of [...paths.filter((one) => one === edited), ...paths.filter((one) => one !== edited)]) {
        // Requests that have arrived meanwhile are first; after another change, everything is checked again.
        await new Promise((resolve) => setImmediate(resolve))
        if (own !== turn) return
        try {
          check(path)
        } catch (error) {
          onFailure('textDocument/publishDiagnostics', error)
        }
      }
      waiting.delete(root)
    }
    if (hasOtherHints) refreshHints()
    hasOtherHints = false
  }
  return {
    schedule(root, first) {
      waiting.add(root)
      edited = first ?? edited
      turn += 1
      clearTimeout(timer)
      timer = setTimeout(() => void run(), DELAY_MS)
    },
    clear(path) {
      const known = shown.get(path)
      shown.delete(path)
      sentHints.delete(path)
      if (known !== undefined && known.key !== '[]') publish({ uri: known.uri, diagnostics: [] })
    },
    close() {
      turn += 1
      clearTimeout(timer)
    },
  }
}

/** Converts a finding of the file at `path`. */
export function toDiagnostic(documents: OpenDocuments, root: string, path: string, finding: Finding): Diagnostic {
  const { severity, number, message, span, related = [] } = finding
  const places = related.flatMap(({ message: text, span: at }) =>
    at === undefined
      ? []
      : [{ message: text, location: documents.toLocation({ ...at, path: resolve(root, at.file) }) }],
  )
  return {
    range: documents.toRange({ path, start: span?.start ?? 0, end: span?.end ?? 0 }),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: number,
    source: 'fw',
    message,
    ...(places.length > 0 && { relatedInformation: places }),
  }
}
