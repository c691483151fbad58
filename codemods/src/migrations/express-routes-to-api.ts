import { type CallExpression, Node, type SourceFile, type Statement, SyntaxKind } from 'ts-morph'
import { type CodemodApp, defineCodemod } from '#codemods/codemod.ts'
import { becomeApp } from '#codemods/syntax/become-app.ts'
import { getMethod } from '#codemods/syntax/called-method.ts'
import { NotConvertible } from '#codemods/syntax/http-response.ts'
import { findImportedFile } from '#codemods/syntax/imported-file.ts'
import { addImports, defaultImport, dropNames, importsFrom, localName, removeImport } from '#codemods/syntax/imports.ts'
import { getStatementLines, moduleName, toPascalCase, writtenFunction } from '#codemods/syntax/source-positions.ts'
import { type Route, type WrittenApi, writeApi } from '#codemods/syntax/write-api.ts'
import { findMounted, listGuards, listGuardsBefore, type Router, type Routers } from './express/guards.ts'

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
    for (const router of routers.values()) convertRouter(app, router, { routers, done })
    const outcomes = [...done.values()]
    if (!outcomes.some(({ converted }) => converted > 0)) return
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

interface Progress {
  readonly routers: Routers
  readonly done: Map<SourceFile, Outcome>
}

function readRouter(app: CodemodApp, file: SourceFile): readonly Router[] {
  const required = file.getStatements().find((one) => /\brequire\(['"]express['"]\)/.test(one.getText()))
  if (required !== undefined) {
    app.edit(file).leave(required, 'Convert this module to import and export first, then run the codemod again.')
    return []
  }
  const express = defaultImport(file, 'express')
  const makers = [express, express && `${express}.Router`, localName(file, 'express', 'Router')]
  const made = file.getDescendantsOfKind(SyntaxKind.VariableDeclaration).filter((declaration) => {
    const value = declaration.getInitializer()
    return (
      (Node.isCallExpression(value) || Node.isNewExpression(value)) && makers.includes(value.getExpression().getText())
    )
  })
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => getMethod(call) !== undefined)
  const started = calls
    .filter((call) => getMethod(call) === 'listen')
    .map((call) => call.getExpression().getText().split('.')[0] ?? '')
    .filter((name) =>
      findImportedFile(app, file, name)
        ?.getText()
        .match(/from ['"]express['"]/),
    )
  const names = [...made.map((declaration) => declaration.getName()), ...started]
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
      else if (getMethod(call) === 'listen') gone.push(ownStatement(call))
      else {
        const route = readRoute(call)
        const before = listGuardsBefore(app, router, call, progress.routers)
        const api = writeApi(file, edits, { ...route, before }, given)
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
  const whole = left === 0 && removeServer(app, router, gone, { routes, wrappers, apis })
  if (routes.length > 0) edits.moveTo(`src/server/${moduleName(file, NOISE, 'app')}.api.ts`)
  const outcome = { converted: routes.length, whole }
  progress.done.set(file, outcome)
  return outcome
}

function ownStatement(call: CallExpression): Statement {
  const statement = call.getParentIfKind(SyntaxKind.ExpressionStatement)
  if (statement !== undefined) return statement
  throw new NotConvertible('fw serves the app: remove the code that uses its server.')
}

function readRoute(call: CallExpression): Route {
  const method = getMethod(call) ?? ''
  const [path, ...handlers] = call.getArguments()
  const verb = VERBS[method]
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
  const { file } = router
  const statement = ownStatement(call)
  const handler = call.getArguments().at(-1)
  const text = handler?.getText() ?? ''
  const express = defaultImport(file, 'express')
  if (new RegExp(`^${express}\\.(?:json|urlencoded)\\(`).test(text)) return statement
  if (new RegExp(`^${express}\\.static\\(['"](?:\\./)?public['"]\\)$`).test(text)) return statement
  const mounted = findMounted(app, router, call, progress.routers)
  if (mounted !== undefined) {
    const { whole } = convertRouter(app, mounted, progress)
    const guards = listGuards(app, router, call, progress.routers)
    if (guards.length > 0)
      throw new NotConvertible(
        `The apis behind ${guards.join(' and ')} require scopes of that name: return them from src/ctx.ts, then remove this.`,
      )
    if (whole) return statement
    throw new NotConvertible('Remove this when all routes of that file are apis.')
  }
  const written = Node.isArrowFunction(handler) || Node.isFunctionExpression(handler)
  if (written && handler.getParameters().length === 4)
    throw new NotConvertible('Throw an FwError for each error, and remove this: its code sets the response.')
  throw new NotConvertible(
    'Move code that runs before every request to the default export of src/middleware.ts, and identify the caller in src/ctx.ts.',
  )
}

interface ConvertedCode {
  /** Statements converted to apis. */
  readonly routes: readonly Node[]
  /** Removed wrappers around their functions. */
  readonly wrappers: readonly Node[]
  readonly apis: readonly WrittenApi[]
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
    .filter((one) => express.includes(one) || isDead(one.getImportClause(), [...dropped, ...wrappers]))
  const known = [...dropped, ...routes, ...imports]
  const use = file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .find(
      (one) => names.includes(one.getText()) && !known.some((node) => node.containsRange(one.getPos(), one.getEnd())),
    )
  if (use !== undefined) {
    edits.leave(use, 'fw serves the app: remove this use of the Express app.')
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
