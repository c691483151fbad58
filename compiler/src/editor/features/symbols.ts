/** Lists the parts of a file that the framework knows: apis, components with their intents, exports of pages. */
import { listExportedValues } from '#analyze/modules/module-exports.ts'
import type { ApiModel, ComponentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { listPages } from './app-routes.ts'
import { printDefinition } from './describe.ts'

/** Offsets in the file. */
interface Range {
  readonly start: number
  readonly end: number
}

export interface AppSymbol {
  readonly kind: 'api' | 'component' | 'intent' | 'action' | 'page' | 'export'
  readonly name: string
  readonly detail: string
  readonly range: Range
  /** The part of `range` that names it. */
  readonly selection: Range
  readonly children: readonly AppSymbol[]
}

/** Returns the symbols in source order. */
export function listSymbols(tsModule: typeof ts, open: AppFile): readonly AppSymbol[] {
  const { app, program, source, file } = open
  const { modules, stores = [] } = app.names(program)
  const apis = modules.filter((module) => module.file === file).flatMap((module) => module.apis)
  const actions = stores.flatMap((store) => store.actions).filter(({ span }) => span.file === file)
  const page = listPages(open).find((one) => one.file === file)
  const components = app.components(program).filter((one) => one.file === file)
  const top = [
    ...apis.map((api) =>
      toSymbol(tsModule, source, 'api', { name: api.exportName, detail: describeApi(api) }, api.span),
    ),
    ...actions.map((one) => toSymbol(tsModule, source, 'action', { name: one.name, detail: one.tool }, one.span)),
    ...components.map((one) => toComponent(tsModule, source, one)),
  ]
  const symbols = page === undefined ? top : [toPage(tsModule, open, page.pattern, top)]
  return [...symbols].sort((left, right) => left.range.start - right.range.start)
}

function describeApi(api: ApiModel): string {
  return `${api.tool}, ${printDefinition(api)}`
}

function toComponent(tsModule: typeof ts, source: ts.SourceFile, component: ComponentModel): AppSymbol {
  const { name, island, reasons, intents, span } = component
  const detail = island ? `island: ${reasons.join(', ')}` : 'static'
  const symbol = toSymbol(tsModule, source, 'component', { name, detail }, span)
  const children = intents.map(
    (one): AppSymbol => ({
      kind: 'intent',
      name: one.name,
      detail: one.tool,
      range: toRange(one.span),
      selection: toRange(one.span),
      children: [],
    }),
  )
  return { ...symbol, children: children.filter(({ range }) => isInside(range, symbol.range)) }
}

/** Returns the page with everything in its file below it. */
function toPage(tsModule: typeof ts, open: AppFile, pattern: string, inside: readonly AppSymbol[]): AppSymbol {
  const { app, program, source, file } = open
  const known = new Set(inside.map(({ name }) => name))
  const exported = listExportedValues(app.reader(program), file)
    .filter(({ name }) => !known.has(name))
    .filter(({ name }) => name !== 'default' || inside.every(({ kind }) => kind !== 'component'))
    .map(({ name, span }) => toSymbol(tsModule, source, 'export', { name, detail: EXPORTS[name] ?? '' }, span))
  const children = [...inside, ...exported].sort((left, right) => left.range.start - right.range.start)
  const range = { start: 0, end: source.text.length }
  const selection = children.find(({ name }) => name === 'default')?.selection ?? children[0]?.selection
  return { kind: 'page', name: pattern, detail: 'page', range, selection: selection ?? { start: 0, end: 0 }, children }
}

/** Descriptions of a page's exports. */
const EXPORTS: Readonly<Record<string, string>> = {
  default: 'the page',
  meta: 'title and description',
  cache: 'cache policy',
  staticParams: 'paths of static output',
}

function toSymbol(
  tsModule: typeof ts,
  source: ts.SourceFile,
  kind: AppSymbol['kind'],
  about: Pick<AppSymbol, 'name' | 'detail'>,
  span: Range,
): AppSymbol {
  const statement = source.statements.find((one) => one.getStart(source) <= span.start && span.end <= one.end)
  const range = statement === undefined ? toRange(span) : { start: statement.getStart(source), end: statement.end }
  const named = statement && findName(tsModule, statement, about.name)
  const selection =
    named ?? (span.end - span.start < range.end - range.start ? toRange(span) : firstLine(source, range))
  return { kind, ...about, range, selection, children: [] }
}

function findName(tsModule: typeof ts, statement: ts.Statement, name: string): Range | undefined {
  const source = statement.getSourceFile()
  const names = tsModule.isVariableStatement(statement)
    ? statement.declarationList.declarations.map((one) => one.name)
    : tsModule.isFunctionDeclaration(statement) || tsModule.isClassDeclaration(statement)
      ? [statement.name]
      : []
  const found = names.find((one) => one !== undefined && tsModule.isIdentifier(one) && one.text === name)
  return found && { start: found.getStart(source), end: found.end }
}

function firstLine(source: ts.SourceFile, { start, end }: Range): Range {
  const length = /^.*/.exec(source.text.slice(start, end))?.[0].length ?? 0
  return { start, end: start + length }
}

function toRange({ start, end }: Range): Range {
  return { start, end }
}

function isInside(inner: Range, outer: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
