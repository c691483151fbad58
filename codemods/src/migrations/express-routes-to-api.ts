import {
  type CallExpression,
  type ImportDeclaration,
  Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from 'ts-morph'
import { type CodemodApp, defineCodemod } from '#codemods/codemod.ts'
import { becomeApp } from '#codemods/syntax/become-app.ts'
import { getMethod } from '#codemods/syntax/called-method.ts'
import { NotConvertible } from '#codemods/syntax/http-response.ts'
import { findImportedFile } from '#codemods/syntax/imported-file.ts'
import { addImports, defaultImport, dropNames, importsFrom, removeImport } from '#codemods/syntax/imports.ts'
import { getStatementLines, moduleName, toPascalCase, writtenFunction } from '#codemods/syntax/source-positions.ts'
import { type Route, type WrittenApi, writeApi } from '#codemods/syntax/write-api.ts'
import { isParser, listGuardsBefore, listOptions, listRouteGuards } from './express/guards.ts'
import { isConditional, isErrorHandler } from './express/layer.ts'
import { listMade, RouterGraph } from './express/router-graph.ts'

const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'remove',
}
const NOISE = /[-_.]?(?:router|routes?|controller|server|app)$/i

/**
 * Converts each route of Express to a typed function with validated input: an endpoint, an agent tool and a command.
 */
export const expressRoutesToApi = defineCodemod({
  id: 'express-routes-to-api',
  title: 'Convert the routes of an Express app to apis in src/server.',
  transform(app) {
    const routers = new Map(app.sources.flatMap((file) => readRouter(app, file)).map((router) => [router.file, router]))
    const done = new Map<SourceFile, Outcome>()
    const graph = new RouterGraph(app)
    for (const router of routers.values()) convertRouter(app, router, { routers, done, graph })
    const outcomes = [...done.values()]
    if (!outcomes.some(({ converted }) => converted > 0)) return
    leaveUnfollowed(app, graph, done)
    const isWhole = !leaveOthers(app, done) && outcomes.every(({ whole }) => whole)
    becomeApp(app, { drop: isWhole ? ['express', '@types/express'] : [] })
  },
})

interface Outcome {
  /** Number of converted routes. */
  readonly converted: number
  /** Whether no use of Express is left. */
  readonly whole: boolean
}

/** File that creates or starts an app or a router. */
interface Router {
  readonly file: SourceFile
  /** App and routers, by their names in the file. */
  readonly names: readonly string[]
  readonly calls: readonly CallExpression[]
}

interface Progress {
  readonly routers: ReadonlyMap<SourceFile, Router>
  readonly graph: RouterGraph
  readonly done: Map<SourceFile, Outcome>
}

function readRouter(app: CodemodApp, file: SourceFile): readonly Router[] {
  const required = file.getStatements().find((one) => /\brequire\(['"]express['"]\)/.test(one.getText()))
  if (required !== undefined) {
    app.edit(file).leave(required, 'Convert this module to import and export first, then run the codemod again.')
    return []
  }
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => getMethod(call) !== undefined)
  const started = calls
    .filter((call) => getMethod(call) === 'listen')
    .map((call) => call.getExpression().getText().split('.')[0] ?? '')
    .filter((name) =>
      findImportedFile(app, file, name)
        ?.getText()
        .match(/from ['"]express['"]/),
    )
  const names = [...listMade(file).map(({ name }) => name), ...started]
  const own = calls.filter((call) =>
    names.includes(
      call
        .getExpression()
        .getText()
        .replace(/\.\w+$/, ''),
    ),
  )
  return names.length === 0 ? [] : [{ file, names, calls: own }]
}

/** Converts mounted routers first, because a mount can be removed only if all their routes are apis. */
function convertRouter(app: CodemodApp, router: Router, progress: Progress): Outcome {
  const { file, calls } = router
  const known = progress.done.get(file)
  if (known !== undefined) return known
  progress.done.set(file, { converted: 0, whole: false }) // ends a cycle of routers that mount each other
  const edits = app.edit(file)
  const given = new Set<string>()
  const names = new Set<string>()
  const gone: Node[] = []
  const routes: Node[] = []
  const wrappers: Node[] = []
  const apis: WrittenApi[] = []
  let left = 0
  for (const call of calls) {
    try {
      if (getMethod(call) === 'use') gone.push(dropMiddleware(app, router, call, progress))
      else if (getMethod(call) === 'listen') gone.push(findRemovable(call))
      else {
        const route = readRoute(call)
        const { names: before, isOpen } = listGuardsBefore(progress.graph, call)
        const api = writeApi(file, edits, { ...route, before, isOpen }, given)
        for (const name of api.names) names.add(name)
        apis.push(api)
        routes.push(route.statement)
        const written = call.getArguments().at(-1)
        if (Node.isCallExpression(written)) wrappers.push(written.getExpression())
      }
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error
      edits.leave(call, error.message)
      left += 1
    }
  }
  addImports(file, edits, '@fw/runtime', [...names])
  const whole = left === 0 && removeServer(app, router, gone, { routes, wrappers, apis, graph: progress.graph })
  if (routes.length > 0) edits.moveTo(`src/server/${moduleName(file, NOISE, 'app')}.api.ts`)
  const outcome = { converted: routes.length, whole }
  progress.done.set(file, outcome)
  return outcome
}

function ownStatement(call: CallExpression): Statement {
  refuseChain(call)
  const statement = call.getParentIfKind(SyntaxKind.ExpressionStatement)
  if (statement !== undefined) return statement
  throw new NotConvertible('fw serves the app: remove the code that uses its server.')
}

function refuseChain(call: CallExpression): void {
  if (Node.isPropertyAccessExpression(call.getParent()))
    throw new NotConvertible(
      'Write each call of this chain as a statement. Its middleware no longer runs: the apis behind it require scopes of its names.',
    )
}

/** Conditions without calls and assignments. */
const PLAIN =
  /^(?:Identifier|(?:(?:Property|Element)Access|Parenthesized|TypeOf|Binary|PrefixUnary)Expression|MetaProperty|(?:String|Numeric)Literal|(?:True|False|Null)Keyword|(?:EqualsEquals(?:Equals)?|ExclamationEquals(?:Equals)?|AmpersandAmpersand|BarBar|QuestionQuestion|QuestionDot)Token)$/

/** Returns the statement to remove with the call: its own, or the `if` that contains nothing else. */
function findRemovable(call: CallExpression): Statement {
  const statement = ownStatement(call)
  const around = statement.getParentOrThrow()
  const isListed = (node: Node | undefined) => Node.isBlock(node) || Node.isSourceFile(node)
  if (isListed(around) || Node.isCaseClause(around) || Node.isDefaultClause(around)) return statement
  if (Node.isIfStatement(around) && around.getElseStatement() === undefined && isListed(around.getParent())) {
    const condition = around.getExpression()
    const kinds = [condition, ...condition.forEachDescendantAsArray()].map((node) => node.getKindName())
    if (kinds.every((kind) => PLAIN.test(kind)) && !/\+\+|--/.test(condition.getText())) return around
  }
  throw new NotConvertible('fw serves the app: remove this, and the condition around it.')
}

function readRoute(call: CallExpression): Route {
  const method = getMethod(call) ?? ''
  const [path, ...handlers] = call.getArguments()
  const verb = VERBS[method]
  if (method === 'set' && path?.getText().slice(1, -1) === 'json replacer')
    throw new NotConvertible('fw sends whole values: return them from the apis without the members that this removes.')
  if (verb === undefined)
    throw new NotConvertible(`Convert .${method}() by hand. Only get, post, put, patch and delete are converted.`)
  if (!Node.isStringLiteral(path) || !/^\/[\w\-/:]*$/.test(path.getLiteralValue()))
    throw new NotConvertible('Write this path as a string of names and :parameters.')
  if (handlers.length > 1)
    throw new NotConvertible(
      'Identify the caller in src/ctx.ts and restrict access with scopes, because an api has no middleware. Then keep one handler here.',
    )
  const statement = ownStatement(call)
  if (statement.getParent() !== call.getSourceFile())
    throw new NotConvertible('Move this route to the top level of the module.')
  const handler = writtenFunction(handlers[0])
  if (handler === undefined)
    throw new NotConvertible(
      Node.isCallExpression(handlers[0])
        ? `${handlers[0].getExpression().getText()}() may refuse callers: identify them in src/ctx.ts and restrict access with scopes. Then write the function of this route here, without a call around it.`
        : 'Write the function of this route inline.',
    )
  const segments = path.getLiteralValue().split('/').filter(Boolean)
  const params = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1))
  const fixed = segments.filter((segment) => !segment.startsWith(':'))
  const typeArguments = call.getTypeArguments().map((type) => type.getText())
  return { statement, handler, name: createName(verb, fixed, params), params, method, typeArguments }
}

/** Names the api: `GET /` becomes `list`, `GET /:id` `getById`, `POST /:id/notes` `createNotesById`. */
function createName(verb: string, fixed: readonly string[], params: readonly string[]): string {
  if (verb === 'get' && fixed.length + params.length === 0) return 'list'
  return (
    verb + fixed.map(toPascalCase).join('') + (params.length === 0 ? '' : `By${params.map(toPascalCase).join('And')}`)
  )
}

/** Returns the statement if fw replaces its middleware. Throws NotConvertible. */
function dropMiddleware(app: CodemodApp, router: Router, call: CallExpression, progress: Progress): Statement {
  const { graph, routers } = progress
  refuseChain(call)
  const handlers = graph.layerAt(call)?.handlers ?? call.getArguments()
  const mounted = handlers.flatMap((handler) => {
    const file = graph.read(graph.find(handler) ?? '')?.file
    return (file && routers.get(file)) ?? []
  })
  if (mounted.length > 0 || handlers.some((handler) => graph.wasConverted(handler))) {
    const outcomes = mounted.filter((one) => one !== router).map((one) => convertRouter(app, one, progress))
    const { names, isOpen } = listRouteGuards(graph, call)
    const isUnknown = isOpen || (names.length > 0 && isConditional(call))
    const guards = isUnknown ? [...new Set([...names, 'middleware'])] : names
    if (guards.length > 0)
      throw new NotConvertible(
        `The apis behind ${guards.join(' and ')} require scopes of that name: return them from src/ctx.ts, then remove this.`,
      )
    if (isConditional(call))
      throw new NotConvertible(
        'The apis of this router require the scope middleware, because it is mounted under a condition: return the scope from src/ctx.ts under this condition, then remove this.',
      )
    if (outcomes.every(({ whole }) => whole)) return findRemovable(call)
    throw new NotConvertible('Remove this when all routes of that file are apis.')
  }
  const handler = handlers.at(-1)
  if (handler !== undefined && isPublic(handler)) {
    const [own, before] = [listRouteGuards(graph, call), listGuardsBefore(graph, call)]
    const open = before.isOpen ? ['middleware'] : []
    const checks = [...new Set([...before.names, ...own.names, ...open])]
    if (checks.length === 0) return findRemovable(call)
    throw new NotConvertible(
      `fw serves the files of public to every caller, without ${checks.join(' and ')}. Move files that need a check to another folder, then remove this.`,
    )
  }
  if (handlers.length === 1 && handler !== undefined && isReplaced(handler)) return findRemovable(call)
  if (handler !== undefined && isErrorHandler(handler))
    throw new NotConvertible('Throw an FwError for each error, and remove this: its code sets the response.')
  throw new NotConvertible(
    'Move code that runs before every request to the default export of src/middleware.ts, and identify the caller in src/ctx.ts.',
  )
}

/** Options of a body parser that fw needs no equivalent of. */
const PARSER_OPTIONS: ReadonlySet<string> = new Set(['extended', 'inflate', 'strict'])

/** Returns whether the handler serves the folder that fw serves, too. */
function isPublic(handler: Node): boolean {
  const express = defaultImport(handler.getSourceFile(), 'express')
  return new RegExp(`^${express}\\.static\\(['"](?:\\./)?public['"]\\)$`).test(handler.getText())
}

/** Returns whether fw parses bodies as the handler did. Throws NotConvertible if it does so without a limit. */
function isReplaced(handler: Node): boolean {
  const express = defaultImport(handler.getSourceFile(), 'express')
  const isUsual = new RegExp(`^${express}\\.(?:json|urlencoded)\\(`).test(handler.getText())
  if (!isUsual || !isParser(handler)) return false
  const options = listOptions(handler)
  if (options === undefined || options.includes('verify')) return false
  if (options.every((name) => PARSER_OPTIONS.has(name))) return true
  throw new NotConvertible('Limit the request size with maxBodyBytes in fw.config.ts, then remove this.')
}

interface ConvertedCode {
  /** Statements converted to apis. */
  readonly routes: readonly Node[]
  /** Removed wrappers around their functions. */
  readonly wrappers: readonly Node[]
  readonly apis: readonly WrittenApi[]
  readonly graph: RouterGraph
}

/** Removes the app, its middleware and its `listen` call, unless other code needs it. */
function removeServer(app: CodemodApp, router: Router, gone: readonly Node[], converted: ConvertedCode): boolean {
  const { routes, wrappers } = converted
  const { file, names } = router
  const edits = app.edit(file)
  const own = file.getStatements().filter((statement) => isServer(statement, names))
  const port = file.getVariableStatements().find((statement) => /^const port\b/i.test(statement.getText()))
  const dropped = [...gone, ...own]
  if (port !== undefined && !usedOutside(port, dropped)) dropped.push(port)
  const express = importsFrom(file, 'express')
  const imports = file
    .getImportDeclarations()
    .filter(
      (one) =>
        express.includes(one) || importsOnly(one, names) || isDead(one.getImportClause(), [...dropped, ...wrappers]),
    )
  const known = [...dropped, ...routes, ...imports]
  const use = file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .find(
      (one) => names.includes(one.getText()) && !known.some((node) => node.containsRange(one.getPos(), one.getEnd())),
    )
  if (use !== undefined) {
    const isFollowed = !converted.graph.listUnfollowed().includes(use)
    edits.leave(use, isFollowed ? 'fw serves the app: remove this use of the Express app.' : UNFOLLOWED)
    return false
  }
  if (routes.length === 0 && file.getStatements().every((one) => known.includes(one))) app.remove(edits.path)
  else {
    for (const statement of dropped) edits.replace(getStatementLines(statement), '')
    for (const declaration of imports) removeImport(edits, declaration)
    const heads = converted.apis.map(({ gone }) => gone)
    dropNames(file, edits, heads, converted.apis.map(({ text }) => text).join('\n'), imports)
  }
  return true
}

/** Returns whether the declaration imports apps and routers only. */
function importsOnly(declaration: ImportDeclaration, names: readonly string[]): boolean {
  const imported = [declaration.getDefaultImport(), ...declaration.getNamedImports()].flatMap((one) => one ?? [])
  return imported.length > 0 && imported.every((one) => names.includes(one.getText()))
}

/** Returns whether the statement is part of the server: `const app = express()`, `export default app`. */
function isServer(statement: Statement, names: readonly string[]): boolean {
  if (Node.isExportAssignment(statement)) return names.includes(statement.getExpression().getText())
  return (
    Node.isVariableStatement(statement) && statement.getDeclarations().every((one) => names.includes(one.getName()))
  )
}

/** Returns whether remaining code uses a name that the node declares. */
function usedOutside(node: Node, dropped: readonly Node[]): boolean {
  const names = node.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText())
  const around = [node, ...dropped]
  return node
    .getSourceFile()
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some(
      (one) =>
        names.includes(one.getText()) && !around.some((other) => other.containsRange(one.getPos(), one.getEnd())),
    )
}

/** Returns whether only removed code uses an import. An import without names is kept for its side effects. */
function isDead(clause: Node | undefined, dropped: readonly Node[]): boolean {
  if (clause === undefined) return false
  const names = clause.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText())
  const inDropped = dropped.some((node) =>
    [node, ...node.getDescendants()].some((one) => Node.isIdentifier(one) && names.includes(one.getText())),
  )
  return inDropped && !usedOutside(clause, dropped)
}

const UNFOLLOWED =
  'Middleware that this code adds no longer runs: the apis require the scope middleware. Return it from src/ctx.ts for callers that the middleware lets through, then remove this.'

/** Leaves comments at code that may add middleware, except in converted routes and removed code. */
function leaveUnfollowed(app: CodemodApp, graph: RouterGraph, done: ReadonlyMap<SourceFile, Outcome>): void {
  for (const node of graph.listUnfollowed()) {
    const file = node.getSourceFile()
    const layer = node.getFirstAncestor((one) => Node.isCallExpression(one) && graph.layerAt(one) !== undefined)
    const isMount = Node.isCallExpression(layer) && getMethod(layer) === 'use'
    if ((layer === undefined || isMount) && !done.get(file)?.whole) app.edit(file).leave(node, UNFOLLOWED)
  }
}

/** Leaves comments in files that import the app or Express types. Returns whether there are any. */
function leaveOthers(app: CodemodApp, done: ReadonlyMap<SourceFile, Outcome>): boolean {
  let found = false
  for (const file of app.sources) {
    if (done.has(file)) continue
    for (const declaration of importsFrom(file, 'express')) {
      app.edit(file).leave(declaration, 'fw does not call Express handlers: remove the code for them.')
      found = true
    }
    for (const declaration of file.getImportDeclarations()) {
      const [name] = [declaration.getDefaultImport(), ...declaration.getNamedImports()].map((one) => one?.getText())
      const target = name === undefined ? undefined : findImportedFile(app, file, name)
      if (target !== undefined && done.get(target)?.whole)
        app.edit(file).leave(declaration, 'The Express app has been removed: see callTool of @fw/runtime/testing.')
    }
  }
  return found
}
