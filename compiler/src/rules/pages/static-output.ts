import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { getClientGraph } from '#analyze/app-client-graph.ts'
import type { AppReader } from '#analyze/app-reader.ts'
import { visitCertain } from '#analyze/modules/certain-code.ts'
import { unwrap } from '#analyze/modules/static-value.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { listLivePages } from '#analyze/pages/live-pages.ts'
import { getBrokenFiles, listOpenRoutes } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { needsServer, notKnown, SEARCH } from '#diagnostic/needs-server.ts'
import type { RouteModel, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { createRule } from '../rule.ts'

/** Something that a static site doesn't support. */
export interface StaticFact {
  readonly problem: 'page' | 'island' | 'endpoint' | 'live'
  /**
   * For a page: the problem and the solution. For an island: the api module that it imports. For an endpoint: its file. For a live
   * page: its path.
   */
  readonly detail: string
  readonly span?: SourceSpan
}

/** Finds code that `output: 'static'` doesn't support. The build runs the rule again on its bundles and rendered pages. */
export const staticOutput = createRule({
  code: 'static-output',
  number: 1040,
  severity: 'error',
  title: 'Not supported in a static site',
  messages: {
    page: '{message}',
    island:
      "An island imports \"{module}\", and its calls need a server, which a static site doesn't have. Call the api in the page, which runs at build time, and pass the result to the island as a prop, or build with output: 'node'.",
    live: "The page {module} stays current with a stream of the server, which a static site doesn't have. Remove live and <Live>, or build with output: 'node'.",
    endpoint:
      "{module} is an endpoint, which needs a server. A static site doesn't have one: write its content as a file in public, or build with output: 'node'.",
  },
  collect: (app) =>
    app.outline.config.output === 'static'
      ? [
          ...findApiImports(app),
          ...findServerReads(app.reader, listPages(app)),
          ...listEndpoints(app),
          ...findLive(app),
        ]
      : [],
  check(facts, report) {
    for (const { problem, detail, span } of facts)
      report(problem, { ...(span && { span }), data: { message: detail, module: detail } })
  },
})

function findApiImports(app: AnalyzedApp): readonly StaticFact[] {
  return getClientGraph(app).apiImports.map(({ file, span }) => ({ problem: 'island', detail: file, span }))
}

function findLive(app: AnalyzedApp): readonly StaticFact[] {
  return listLivePages(app).map(({ route, file, span }) => ({ problem: 'live', detail: route.pattern ?? file, span }))
}

function listEndpoints({ outline, openFile }: AnalyzedApp): readonly StaticFact[] {
  return outline.routes.httpFacts
    .filter(({ file }) => openFile === undefined || file === openFile)
    .map(({ file, span }) => ({ problem: 'endpoint', detail: file, span }))
}

/** If rules are unknown, or match before the pages, no page is certain to be written. */
function listPages(app: AnalyzedApp): StaticPages {
  const { read, routesDir, conventions, unreachableRoutes } = app.outline
  const isUnknown = ['redirects', 'rewrites'].some((name) => read?.unread.includes(name))
  const routes = listOpenRoutes(app).filter(({ kind, pattern = '[', filePath }) => {
    const file = `${routesDir}/${filePath}`
    if (kind !== 'page' || pattern.includes('[') || getBrokenFiles(app).has(file)) return false
    return !unreachableRoutes.some((other) => other.file === file)
  })
  return { routesDir, routes: isUnknown ? [] : routes, hasCtx: conventions.files.ctx !== undefined }
}

type Ts = typeof ts

interface StaticPages {
  readonly routesDir: string
  /** Pages with one URL each, which is handled by the page itself. */
  readonly routes: readonly RouteModel[]
  /** Whether the app defines its own `ctx`, which may have any members. */
  readonly hasCtx: boolean
}

/** Finds where pages read data of a request whenever they render. */
function findServerReads(reader: AppReader, { routesDir, routes, hasCtx }: StaticPages): readonly StaticFact[] {
  return routes.flatMap(({ filePath, pattern }): StaticFact[] => {
    const file = `${routesDir}/${filePath}`
    const { text, reads } = readOnce(reader, file, readPage) ?? NOTHING
    return reads
      .filter(({ of }) => of === 'props' || !hasCtx)
      .map(({ of, name, start, end }) => ({
        problem: 'page',
        detail: `${pattern} ${needsServer(notKnown(of === 'props' ? SEARCH : `ctx.${name}`))}`,
        span: createSpan(file, text, start, end),
      }))
  })
}

/** Data that only a request has: props of a page, and members of `ctx`. */
const OF_REQUEST = { props: ['search'], ctx: ['session', 'agent'] } as const

type Owner = keyof typeof OF_REQUEST

interface Read {
  readonly of: Owner
  readonly name: string
  readonly start: number
  readonly end: number
}

interface PageReads {
  readonly text: string
  readonly reads: readonly Read[]
}

const NOTHING: PageReads = { text: '', reads: [] }

function readPage(tsModule: Ts, file: ts.SourceFile): PageReads {
  const page = findPage(tsModule, file)
  return page === undefined ? NOTHING : { text: file.text, reads: findReads(tsModule, page) }
}

type Page = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

/** Returns the default export, if it is a function in this file. */
function findPage(ts: Ts, file: ts.SourceFile): Page | undefined {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return functionIn(ts, file, statement.expression)
    if (!ts.isFunctionDeclaration(statement)) continue
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true) return statement
  }
  return undefined
}

function functionIn(ts: Ts, file: ts.SourceFile, given: ts.Expression): Page | undefined {
  const value = unwrap(ts, given)
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value
  if (!ts.isIdentifier(value)) return undefined
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === value.text) return statement
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && name.text === value.text && initializer !== undefined && initializer !== given)
        return functionIn(ts, file, initializer)
  }
  return undefined
}

function findReads(ts: Ts, { parameters: [props], body }: Page): readonly Read[] {
  const reads: Read[] = []
  const owners = new Map<string, Owner>()
  const read = (of: Owner, name: string, node: ts.Node): void => {
    if (OF_REQUEST[of].some((one) => one === name)) reads.push({ of, name, start: node.getStart(), end: node.end })
  }
  const bind = (name: ts.BindingName, owner: Owner | undefined): void => {
    if (ts.isIdentifier(name)) {
      if (owner === undefined) owners.delete(name.text)
      else owners.set(name.text, owner)
      return
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue
      const key = element.propertyName ?? element.name
      const isMember = ts.isObjectBindingPattern(name) && element.dotDotDotToken === undefined && ts.isIdentifier(key)
      if (isMember && owner !== undefined) read(owner, key.text, key)
      bind(element.name, isMember && owner === 'props' && key.text === 'ctx' ? 'ctx' : undefined)
    }
  }
  const findOwner = (given: ts.Expression): Owner | undefined => {
    const node = unwrap(ts, given)
    if (ts.isIdentifier(node)) return owners.get(node.text)
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'ctx') return undefined
    return findOwner(node.expression) === 'props' ? 'ctx' : undefined
  }
  if (props === undefined || body === undefined) return []
  bind(props.name, 'props')
  visitCertain(ts, body, (node) => {
    if (ts.isVariableDeclaration(node)) bind(node.name, node.initializer && findOwner(node.initializer))
    if (!ts.isPropertyAccessExpression(node)) return
    const owner = findOwner(node.expression)
    if (owner !== undefined) read(owner, node.name.text, node.name)
  })
  return reads
}
