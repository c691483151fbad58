/** Finds the function of a page, and passes it the loaded data. */
import {
  type ArrowFunction,
  type FunctionDeclaration,
  type FunctionExpression,
  Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { findFreeName, lineAtStart, startWithComments } from '#codemods/syntax/source-positions.ts'
import type { PageData } from './data-functions.ts'
import { type Head, hasHead, takeHead } from './head.ts'
import type { NextRoute } from './routes.ts'

export type Component = ArrowFunction | FunctionDeclaration | FunctionExpression

interface FoundComponent {
  readonly written: Component
  /** Statement that contains it. */
  readonly statement: Statement
}

/** Returns the default export if it is a function in this file. */
export function defaultComponent(file: SourceFile): FoundComponent | undefined {
  const exported = file.getStatements().find((one) => Node.isExportAssignment(one) && !one.isExportEquals())
  const direct = file.getFunctions().find((one) => one.isDefaultExport() && one.isExported())
  if (direct !== undefined) return { written: direct, statement: direct }
  if (!Node.isExportAssignment(exported)) return undefined
  const value = exported.getExpression()
  if (Node.isArrowFunction(value) || Node.isFunctionExpression(value)) return { written: value, statement: exported }
  const declared = file.getFunction(value.getText())
  if (declared !== undefined) return { written: declared, statement: declared }
  const variable = file.getVariableDeclaration(value.getText())
  const initializer = variable?.getInitializer()
  const statement = variable?.getVariableStatement()
  if (statement === undefined || !(Node.isArrowFunction(initializer) || Node.isFunctionExpression(initializer)))
    return undefined
  return { written: initializer, statement }
}

/** Returns the names that the page binds from its props. */
function propNames({ written }: FoundComponent): readonly string[] {
  const pattern = written.getParameters()[0]?.getNameNode()
  if (pattern === undefined) return []
  return Node.isObjectBindingPattern(pattern) ? pattern.getElements().map((one) => one.getName()) : [pattern.getText()]
}

/** Inserts the call of `load` into the page. Returns the names that it needs from `@fw/runtime`. */
export function callLoad(
  file: SourceFile,
  edits: SourceEdits,
  found: FoundComponent,
  data: PageData,
  route: NextRoute,
): readonly string[] {
  const { written } = found
  const [parameter] = written.getParameters()
  if (data.load === undefined) return []
  const page = findFreeName(file, 'page')
  if (parameter === undefined) {
    // A page without props still has to call it, because it may redirect visitors who have no access.
    const open = written.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd()
    if (data.asks) edits.insert(open, `${page}: PageProps<'${route.pattern}'>`)
    firstLine(edits, written, `await ${data.load}(${data.asks ? page : ''})`)
    return data.asks ? ['type PageProps'] : []
  }
  const type = parameter.getTypeNode()?.getText()
  const annotation = type === undefined || /\bInfer\w+Type</.test(type) ? '' : `: ${type}`
  edits.replace(parameter, data.asks ? `${page}: PageProps<'${route.pattern}'>` : '')
  firstLine(
    edits,
    written,
    `const ${parameter.getNameNode().getText()}${annotation} = await ${data.load}(${data.asks ? page : ''})`,
  )
  return data.asks ? ['type PageProps'] : []
}

/** Inserts a line at the start of the function, and makes it async. */
function firstLine(edits: SourceEdits, written: Component, line: string): void {
  const body = written.getBody()
  if (!written.isAsync()) edits.insert(asyncPlace(written), 'async ')
  if (body === undefined) return
  if (Node.isBlock(body)) {
    const { at, text } = lineAtStart(body, line)
    edits.insert(at, text)
    return
  }
  edits.insert(body.getStart(), `{\n  ${line}\n  return `)
  edits.insert(body.getEnd(), '\n}')
}

function asyncPlace(written: Component): number {
  if (!Node.isFunctionDeclaration(written)) return written.getStart()
  return written.getStart() + written.getText().search(/\bfunction\b/)
}

/** Writes the head of the page as the export `meta` above it. Returns the names needed from `@fw/runtime`. */
export function writeMeta(
  file: SourceFile,
  edits: SourceEdits,
  found: FoundComponent,
  data: PageData,
  route: NextRoute,
): readonly string[] {
  const head = readHead(file, edits, found, data)
  if (head === undefined) return []
  const { text, names } = printMeta(head, found, data, route)
  edits.insert(startWithComments(found.statement), text)
  return names
}

/** Reads the head, and removes it from the page. A head that depends on the request stays, with a comment. */
export function readHead(
  file: SourceFile,
  edits: SourceEdits,
  found: FoundComponent,
  data: PageData,
): Head | undefined {
  if (!hasHead(file)) return undefined
  const canLoad = data.load !== undefined && data.fromParams
  return takeHead(file, edits, new Set(canLoad ? propNames(found) : []))
}

export function printMeta(
  head: Head,
  found: FoundComponent,
  data: PageData,
  route: NextRoute,
): { readonly text: string; readonly names: readonly string[] } {
  const own = propNames(found)
  const lines = (indent: string) => head.members.map((member) => `${indent}${member}\n`).join('')
  if (!head.uses.some((name) => own.includes(name)))
    return { text: `export const meta: PageMeta = {\n${lines('  ')}}\n\n`, names: ['type PageMeta'] }
  const pattern = found.written.getParameters()[0]?.getNameNode().getText() ?? 'props'
  const used = pattern.startsWith('{')
    ? `{ ${[...new Set(head.uses)].filter((name) => own.includes(name)).join(', ')} }`
    : pattern
  const page = data.asks ? `page: Pick<PageProps<'${route.pattern}'>, 'params'>` : ''
  const loaded = `const ${used} = await ${data.load}(${data.asks ? 'page' : ''})`
  return {
    text: `export async function meta(${page}): Promise<PageMeta> {\n  ${loaded}\n  return {\n${lines('    ')}  }\n}\n\n`,
    names: ['type PageMeta', ...(data.asks ? ['type PageProps'] : [])],
  }
}
