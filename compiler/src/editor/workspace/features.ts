/** The features of a language server for one file of a workspace. */
import { patternOfFile, roleOfRouteFile } from '@fw/runtime/contract'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import type { Diagnostic } from '#model.ts'
import { findDefinition } from '../features/definition.ts'
import { aboutApi } from '../features/describe.ts'
import { type EditorHint, listHints } from '../features/hints.ts'
import { hoverAt } from '../features/hover.ts'
import { completeNames, type NameList } from '../features/name-completions.ts'
import type { RenameResult } from '../features/rename-edits.ts'
import { editLinks, renameRoute } from '../features/rename-route.ts'
import { findRenameTarget, type RenameProblem, type RenameTarget } from '../features/rename-target.ts'
import { renameTool } from '../features/rename-tool.ts'
import { type AppSymbol, listSymbols } from '../features/symbols.ts'
import {
  completeTools,
  findMention,
  findUnknownNames,
  isToolDocument,
  listToolNamesInDocuments,
} from './tool-documents.ts'
import { type Location, toLocation, type WorkspaceFile } from './workspace.ts'

/** Returns the findings that are displayed in the file. */
export function listFindings(file: WorkspaceFile): readonly Diagnostic[] {
  if (file.open !== undefined) return file.session.findings(file.open)
  return isToolDocument(file.file) ? findUnknownNames(file, file.file) : []
}

interface HoverText {
  /** Markdown. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Describes the api, intent or component that is named at an offset. */
export function describeAt(file: WorkspaceFile, offset: number): HoverText | undefined {
  if (file.open === undefined) {
    const mention = isToolDocument(file.file) ? findMention(file, file.file, offset) : undefined
    const api = mention && file.app.apiNamed(file.program, mention.name)
    return mention && api && { text: aboutApi(api), start: mention.start, end: mention.end }
  }
  const hover = hoverAt(file.ts, file.session, file.open, offset)
  return hover && { text: hover.text, start: hover.node.getStart(), end: hover.node.end }
}

/** Returns the names that can replace the string at an offset. */
export function completeAt(file: WorkspaceFile, offset: number): NameList | undefined {
  if (file.open !== undefined) return completeNames(file.ts, file.open, offset)
  return isToolDocument(file.file) ? completeTools(file, file.file, offset) : undefined
}

interface FoundDefinition {
  readonly start: number
  readonly end: number
  readonly targets: readonly Location[]
}

/** Returns where the name in a string is defined. */
export function defineAt(file: WorkspaceFile, offset: number): FoundDefinition | undefined {
  const found =
    file.open === undefined
      ? isToolDocument(file.file)
        ? findMention(file, file.file, offset)
        : undefined
      : findDefinition(file.ts, file.open, offset)
  if (found === undefined || found.targets.length === 0) return undefined
  const targets = found.targets.map((span) => toLocation(file.root, span))
  return { start: found.start, end: found.end, targets }
}

/** Returns what a rename at an offset would change. */
export function prepareRename(file: WorkspaceFile, offset: number): RenameTarget | RenameProblem | undefined {
  if (file.open !== undefined) return findRenameTarget(file.ts, file.open, offset)
  const mention = isToolDocument(file.file) ? findMention(file, file.file, offset) : undefined
  return mention && { problem: `Rename "${mention.name}" where it is defined; the names in this file change, too.` }
}

/** Renames what is named at an offset. `name` replaces the text that `prepareRename` returns. */
export function renameAt(file: WorkspaceFile, offset: number, name: string): RenameResult | RenameProblem | undefined {
  const target = prepareRename(file, offset)
  if (target === undefined || 'problem' in target) return target
  // Tests name tools and link to pages, too.
  file.project.includeTests()
  const program = file.project.program()
  if (program === undefined) return undefined
  const state = { app: file.app, program }
  const { service } = file.project
  const { subject } = target
  if (subject.kind === 'page') return renameRoute(state, { ts: file.ts, service, page: subject.page, pattern: name })
  const mentions = listToolNamesInDocuments(state)
  return renameTool(state, { ts: file.ts, service, tool: subject.tool, name, mentions })
}

/** Returns the changes of links for a page whose file the user moves: `file` is its old path. */
export function relinkMoved(file: WorkspaceFile, to: string): RenameResult['edits'] {
  const { routesDir, routes } = file.app.outline(file.program)
  const page = routes.facts.find((one) => one.file === file.file)
  const folder = `${file.root}/${routesDir}/`
  if (page === undefined || !to.startsWith(folder)) return []
  file.project.includeTests()
  const program = file.project.program()
  const pattern = readPattern(to.slice(folder.length))
  if (program === undefined || pattern === undefined || pattern === page.pattern) return []
  return editLinks({ app: file.app, program }, { ts: file.ts, page, pattern })
}

/** Returns the pattern of a file of the routes folder; `undefined` for files that aren't pages. */
function readPattern(file: string): string | undefined {
  return roleOfRouteFile(file) === 'page' ? patternOfFile(file) : undefined
}

/** Returns the apis, components, intents and page exports of the file. */
export function listFileSymbols({ ts, open }: WorkspaceFile): readonly AppSymbol[] {
  return open === undefined ? [] : listSymbols(ts, open)
}

/** Returns the notes of the file, in the order of their positions. */
export function listFileHints({ ts, open }: WorkspaceFile): readonly EditorHint[] {
  return open === undefined ? [] : listHints(ts, open, { start: 0, end: Number.POSITIVE_INFINITY })
}

/** A tool of an app, for a list in the editor. */
export interface ToolEntry {
  readonly tool: string
  readonly kind: 'api' | 'intent' | 'action'
  readonly guard?: string
  readonly scopes?: readonly string[]
  readonly description?: string
  readonly location: Location
}

/** Returns all tools of an app. */
export function listTools({ app, program }: Pick<WorkspaceFile, 'app' | 'program'>): readonly ToolEntry[] {
  const names = app.names(program)
  const apis = new Map(names.modules.flatMap((module) => module.apis).map((api) => [api.tool, api]))
  return listNamedTools(names).map(({ tool, kind, span }) => {
    const api = kind === 'api' ? apis.get(tool) : undefined
    return {
      tool,
      kind,
      location: toLocation(app.root, span),
      ...(api && { guard: api.guard, scopes: api.scopes }),
      ...(api?.description !== undefined && { description: api.description }),
    }
  })
}
