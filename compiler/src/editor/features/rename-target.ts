/** Finds the tool or the page that is named at a position, or the reason why the name there can't be changed. */
import { unwrap } from '#analyze/modules/static-value.ts'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import { listNamedTools, type NamedTool, PAGE_TOOLS } from '#diagnostic/named-tools.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { type AppPage, findPage, readPath } from './app-routes.ts'
import { classifyLiteral } from './literal-places.ts'
import { nodeAt, stringAt } from './node-at.ts'

export interface RenameTarget {
  readonly subject:
    | { readonly kind: 'tool'; readonly tool: NamedTool }
    | { readonly kind: 'page'; readonly page: AppPage }
  /** Range of the part of the name that changes, in the open file. */
  readonly start: number
  readonly end: number
  /** The current name, as the user edits it. */
  readonly name: string
}

/** A reason, as a full sentence. */
export interface RenameProblem {
  readonly problem: string
}

/** Returns `undefined` for everything that isn't a name of the framework: TypeScript renames it. */
export function findRenameTarget(
  tsModule: typeof ts,
  open: AppFile,
  position: number,
): RenameTarget | RenameProblem | undefined {
  const literal = stringAt(tsModule, open.source, position)
  if (literal !== undefined) return findInLiteral(tsModule, open, literal)
  const node = nodeAt(tsModule, open.source, position)
  return tsModule.isIdentifier(node) ? findAtName(tsModule, open, node) : undefined
}

function findInLiteral(
  tsModule: typeof ts,
  open: AppFile,
  literal: ts.StringLiteralLike,
): RenameTarget | RenameProblem | undefined {
  const start = literal.getStart(open.source)
  const intent = listTools(open).find(
    ({ kind, span }) =>
      kind === 'intent' && span.file === open.file && span.start === literal.parent.getStart(open.source),
  )
  const isNamed = tsModule.isCallExpression(literal.parent) && literal.parent.arguments[0] === literal
  if (intent !== undefined && isNamed) return toTarget(intent, literal.text, start + 1)
  const kind = classifyLiteral(tsModule, open.source, literal)
  if (kind === 'tool') return findTool(open, literal, start)
  if (kind === 'tool-name') {
    const named = listTools(open).find((one) => one.tool === literal.text)
    return named && toTarget(named, literal.text, start + 1)
  }
  if (kind !== 'pattern' && kind !== 'path') return undefined
  const written = kind === 'path' ? readPath(literal.text) : literal.text
  if (written === undefined) return undefined
  const page = findPage(open, kind, literal.text)
  if (page === undefined) return { problem: `This app has no page for "${written}".` }
  if (page.pattern !== written)
    return {
      problem: `"${written}" is a path of the page ${page.pattern}, with a value for each parameter. Rename the page where its pattern is written, such as in href('${page.pattern}').`,
    }
  if (page.pattern === '/') return { problem: 'The home page has no name that can be changed.' }
  return { subject: { kind: 'page', page }, start: start + 1, end: start + 1 + written.length, name: written }
}

function findTool(open: AppFile, { text }: ts.StringLiteralLike, start: number): RenameTarget | RenameProblem {
  const tool = listTools(open).find((one) => one.tool === text)
  if (tool !== undefined) return toTarget(tool, text, start + 1)
  if (PAGE_TOOLS.includes(text))
    return { problem: `"${text}" is a tool of every page, which has the same name in all apps.` }
  if (text.endsWith('*')) return { problem: `"${text}" is a pattern of several tools. Rename each of the tools.` }
  return { problem: `This app has no tool named "${text}".` }
}

/** Returns the tool that an identifier defines or calls. */
function findAtName(tsModule: typeof ts, open: AppFile, node: ts.Identifier): RenameTarget | RenameProblem | undefined {
  const checker = open.program.getTypeChecker()
  const symbol = checker.getSymbolAtLocation(node)
  const target = symbol && symbol.flags & tsModule.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declared = target?.valueDeclaration
  const name = declared && tsModule.getNameOfDeclaration(declared)
  if (declared === undefined || name === undefined) return undefined
  const source = declared.getSourceFile()
  const at = { path: source.fileName, start: name.getStart(source) }
  const tool = listTools(open).find(
    ({ kind, span }) =>
      kind !== 'intent' && toProjectPath(open.app.root, span.file) === at.path && span.start === at.start,
  )
  if (tool === undefined) return undefined
  // A local name of an import isn't the name of the tool.
  if (node.text !== lastPart(tool.tool)) return undefined
  if (tool.kind === 'action' && !isNamedByProperty(tsModule, name)) return undefined
  return { subject: { kind: 'tool', tool }, start: node.getStart(open.source), end: node.end, name: node.text }
}

function isNamedByProperty(tsModule: typeof ts, name: ts.Node): boolean {
  const { parent } = name
  return tsModule.isMethodDeclaration(parent) || (tsModule.isPropertyAssignment(parent) && isFunction(tsModule, parent))
}

function isFunction(tsModule: typeof ts, { initializer }: ts.PropertyAssignment): boolean {
  const value = unwrap(tsModule, initializer)
  return tsModule.isArrowFunction(value) || tsModule.isFunctionExpression(value) || tsModule.isCallExpression(value)
}

/** `start` is the offset of `text`, which ends with the tool's own name. */
function toTarget(tool: NamedTool, text: string, start: number): RenameTarget {
  const name = lastPart(text)
  const end = start + text.length
  return { subject: { kind: 'tool', tool }, start: end - name.length, end, name }
}

/** Returns `search` for `api.shop.search`. */
export function lastPart(tool: string): string {
  return tool.slice(tool.lastIndexOf('.') + 1)
}

function listTools({ app, program }: AppFile): readonly NamedTool[] {
  return listNamedTools(app.names(program))
}
