/** Handles requests for a file: code actions, symbols and inlay hints. */
import type { Diagnostic as Finding } from '@fw/compiler'
import type { AppSymbol, WorkspaceFile } from '@fw/compiler/editor'
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type InlayHint,
  type InlayHintParams,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver'
import { touches } from './open-documents.ts'
import { toDiagnostic } from './publish-diagnostics.ts'
import type { ServerState } from './server-state.ts'
import { listFileEdits, toWorkspaceEdit } from './workspace-edits.ts'

/** Kind of the action that applies the first fix of each finding of a file. */
export const FIX_ALL: string = `${CodeActionKind.SourceFixAll}.fw`

export function handleCodeActions(state: ServerState, params: CodeActionParams): CodeAction[] | null {
  const open = state.documents.find(params.textDocument.uri)
  const file = open && state.workspace.file(open.path)
  if (file === undefined) return null
  const findings = state.editor.listFindings(file)
  const { only } = params.context
  return [
    ...(isWanted(CodeActionKind.QuickFix, only) ? listQuickFixes(state, file, findings, params) : []),
    // Without a filter, an editor shows the actions for the cursor.
    ...(only !== undefined && isWanted(FIX_ALL, only) ? listFixAll(state, file, findings) : []),
  ]
}

/** A filter of `source` includes `source.fixAll.fw`. */
function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`))
}

function listQuickFixes(
  state: ServerState,
  file: WorkspaceFile,
  findings: readonly Finding[],
  { range }: CodeActionParams,
): CodeAction[] {
  return findings.flatMap((finding) => {
    const diagnostic = toDiagnostic(state.documents, file.root, file.path, finding)
    if (!touches(diagnostic.range, range)) return []
    const fixes = (finding.fixes ?? []).map((fix, index) =>
      toAction(state, file, { title: fix.title, fixes: [fix], diagnostics: [diagnostic], isPreferred: index === 0 }),
    )
    const same = findings.filter(({ code, fixes: all = [] }) => code === finding.code && all.length > 0)
    if (fixes.length === 0 || same.length < 2) return fixes
    const title = `Fix all in this file: ${finding.title}`
    return [
      ...fixes,
      toAction(state, file, { title, fixes: state.editor.listFirstFixes(same), diagnostics: [diagnostic] }),
    ]
  })
}

function listFixAll(state: ServerState, file: WorkspaceFile, findings: readonly Finding[]): CodeAction[] {
  const fixes = state.editor.listFirstFixes(findings)
  return fixes.length === 0 ? [] : [toAction(state, file, { title: 'Fix all findings of fw', kind: FIX_ALL, fixes })]
}

type Action = Pick<CodeAction, 'title' | 'kind' | 'diagnostics' | 'isPreferred'> & {
  readonly fixes: NonNullable<Finding['fixes']>
}

function toAction(state: ServerState, { root }: WorkspaceFile, { fixes, ...action }: Action): CodeAction {
  const edits = listFileEdits(root, state.editor.joinEdits(fixes))
  return { kind: CodeActionKind.QuickFix, ...action, edit: toWorkspaceEdit(state.documents, state.capabilities, edits) }
}

export function handleSymbols(
  state: ServerState,
  { textDocument }: DocumentSymbolParams,
): DocumentSymbol[] | SymbolInformation[] | null {
  const open = state.documents.find(textDocument.uri)
  const file = open && state.workspace.file(open.path)
  if (file === undefined) return null
  const symbols = state.editor.listFileSymbols(file)
  const isNested = state.capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true
  return isNested ? symbols.map((one) => toSymbol(state, file.path, one)) : listFlat(state, file.path, symbols)
}

const KINDS: Readonly<Record<AppSymbol['kind'], SymbolKind>> = {
  api: SymbolKind.Function,
  action: SymbolKind.Method,
  component: SymbolKind.Class,
  intent: SymbolKind.Event,
  page: SymbolKind.Module,
  export: SymbolKind.Variable,
}

function toSymbol(state: ServerState, path: string, symbol: AppSymbol): DocumentSymbol {
  const { kind, name, detail, range, selection, children } = symbol
  return {
    name,
    detail,
    kind: KINDS[kind],
    range: state.documents.toRange({ path, ...range }),
    selectionRange: state.documents.toRange({ path, ...selection }),
    children: children.map((child) => toSymbol(state, path, child)),
  }
}

function listFlat(
  state: ServerState,
  path: string,
  symbols: readonly AppSymbol[],
  container?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ kind, name, range, children }) => [
    {
      name,
      kind: KINDS[kind],
      location: state.documents.toLocation({ path, ...range }),
      ...(container !== undefined && { containerName: container }),
    },
    ...listFlat(state, path, children, name),
  ])
}

export function handleHints(state: ServerState, { textDocument, range }: InlayHintParams): InlayHint[] | null {
  const open = state.documents.find(textDocument.uri)
  const file = open && state.workspace.file(open.path)
  if (open === undefined || file === undefined) return null
  const { document } = open
  const hints = state.editor.listFileHints(file)
  state.sentHints.set(open.path, JSON.stringify(hints))
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
  const requested = hints.filter(({ position }) => position >= start && position <= end)
  return requested.map(({ position, text }) => ({
    position: document.positionAt(position),
    label: text,
    paddingLeft: true,
  }))
}
