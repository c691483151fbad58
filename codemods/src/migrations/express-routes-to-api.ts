import { type CallExpression, Node, type SourceFile, type Statement, SyntaxKind } from 'ts-morph'
import { type CodemodApp, defineCodemod } from '#codemods/codemod.ts'
import { becomeApp } from '#codemods/syntax/become-app.ts'
import { NoApi } from '#codemods/syntax/http-answer.ts'
import { importedFile } from '#codemods/syntax/imported-file.ts'
import { addImports, defaultImport, dropNames, importsFrom, localName, removeImport } from '#codemods/syntax/imports.ts'
import { moduleName, pascal, statementLines, writtenFunction } from '#codemods/syntax/place.ts'
import { type Route, type WrittenApi, writeApi } from '#codemods/syntax/write-api.ts'
import { findMounted, listGuards, listGuardsBefore, methodOf, type Router, type Routers } from './express/guards.ts'

const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'remove',
}
const NOISE = /[-_.]?(?:router|routes?|controller|server|app)$/i

/** A route of Express is a typed function: an endpoint, a tool of agents and a command, with its input checked. */
export const expressRoutesToApi = defineCodemod({
  id: 'express-routes-to-api',
  title: 'The routes of an Express app are the apis of modules in src/server.',
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
  /** How many routes are apis now. */
  readonly converted: number
  /** Whether nothing of Express is left. */
  readonly whole: boolean
}

interface Progress {
  readonly routers: Routers
  readonly done: Map<SourceFile, Outcome>
}

function readRouter(app: CodemodApp, file: SourceFile): readonly Router[] {
  const required = file.getStatements().find((one) => /\brequire\(['"]express['"]\)/.test(one.getText()))
  if (required !== undefined) {
    app.edit(file).leave(required, 'Write this module with import and export first, and run this again.')
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
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => methodOf(call) !== undefined)
  const started = calls
    .filter((call) => methodOf(call) === 'listen')
    .map((call) => call.getExpression().getText().split('.')[0] ?? '')
    .filter((name) =>
      importedFile(app, file, name)
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

/** Those that it mounts come first: what mounts them may go when all of them are apis. */
function convertRouter(app: CodemodApp, router: Router, progress: Progress): Outcome {
  const { file, calls } = router
  const known = progress.done.get(file)
  if (known !== undefined) return known
  progress.done.set(file, { converted: 0, whole: false }) // for two that mount each other
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
      if (methodOf(call) === 'use') gone.push(dropMiddleware(app, router, call, progress))
      else if (methodOf(call) === 'listen') gone.push(ownStatement(call))
      else {
        const route = routeOf(call)
        const before = listGuardsBefore(app, router, call, progress.routers)
        const api = writeApi(file, edits, { ...route, before }, given)
        for (const name of api.names) names.add(name)
        apis.push(api)
        routes.push(route.statement)
        const written = call.getArguments().at(-1)
        if (Node.isCallExpression(written)) wrappers.push(written.getExpression())
      }
    } catch (error) {
      if (!(error instanceof NoApi)) throw error
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
  throw new NoApi('fw serves the app: take out what is done with its server.')
}

function routeOf(call: CallExpression): Route {
  const method = methodOf(call) ?? ''
  const [path, ...handlers] = call.getArguments()
  const verb = VERBS[method]
  if (verb === undefined)
    throw new NoApi(`Write what .${method}() does by hand: get, post, put, patch and delete move.`)
  if (!Node.isStringLiteral(path) || !/^\/[\w\-/:]*$/.test(path.getLiteralValue()))
    throw new NoApi('Write this path as a text of names and :parameters.')
  if (handlers.length > 1)
    throw new NoApi(
      'Say in src/ctx.ts who calls and in scopes who may: an api has no middleware. Then leave one handler here.',
    )
  const statement = ownStatement(call)
  if (statement.getParent() !== call.getSourceFile()) throw new NoApi('Write this route at the top of the module.')
  const handler = writtenFunction(handlers[0])
  if (handler === undefined) throw new NoApi('Write the function of this route out here.')
  const segments = path.getLiteralValue().split('/').filter(Boolean)
  const params = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1))
  const fixed = segments.filter((segment) => !segment.startsWith(':'))
  const typeArguments = call.getTypeArguments().map((type) => type.getText())
  return { statement, handler, name: nameOf(verb, fixed, params), params, method, typeArguments }
}

/** `GET /` is `list`, `GET /:id` is `getById`, `POST /:id/notes` is `createNotesById`. */
function nameOf(verb: string, fixed: readonly string[], params: readonly string[]): string {
  if (verb === 'get' && fixed.length + params.length === 0) return 'list'
  return verb + fixed.map(pascal).join('') + (params.length === 0 ? '' : `By${params.map(pascal).join('And')}`)
}

/** The statement, where fw does by itself what it is for. Throws NoApi. */
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
      throw new NoApi(
        `The apis behind ${guards.join(' and ')} require scopes of that name: return them from src/ctx.ts, then take this out.`,
      )
    if (whole) return statement
    throw new NoApi('Take this out when the routes of that file are apis.')
  }
  const written = Node.isArrowFunction(handler) || Node.isFunctionExpression(handler)
  if (written && handler.getParameters().length === 4)
    throw new NoApi('Throw an FwError where something is wrong, and take this out: its code says what is answered.')
  throw new NoApi(
    'What happens before every request is the default export of src/middleware.ts; who calls comes from src/ctx.ts.',
  )
}

interface Kept {
  /** Statements that are apis now. */
  readonly routes: readonly Node[]
  /** What was around their functions, and is gone. */
  readonly wrappers: readonly Node[]
  readonly apis: readonly WrittenApi[]
}

/** Takes out the app, what it uses and who listens, unless something else needs it. */
function removeServer(app: CodemodApp, router: Router, gone: readonly Node[], kept: Kept): boolean {
  const { routes, wrappers } = kept
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
    edits.leave(use, 'fw serves the app: take out what is done with it here.')
    return false
  }
  if (routes.length === 0 && file.getStatements().every((one) => known.includes(one))) app.remove(edits.path)
  else {
    for (const statement of dropped) edits.replace(statementLines(statement), '')
    for (const declaration of imports) removeImport(edits, declaration)
    const heads = kept.apis.map(({ gone }) => gone)
    dropNames(file, edits, heads, kept.apis.map(({ text }) => text).join('\n'), imports)
  }
  return true
}

/** `const app = express()`, `export default app`. */
function isServer(statement: Statement, names: readonly string[]): boolean {
  if (Node.isExportAssignment(statement)) return names.includes(statement.getExpression().getText())
  return (
    Node.isVariableStatement(statement) && statement.getDeclarations().every((one) => names.includes(one.getName()))
  )
}

/** Whether a name that the node declares is used in a place that stays. */
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

/** Whether an import is for nothing but what goes. An import without names does something by itself. */
function isDead(clause: Node | undefined, dropped: readonly Node[]): boolean {
  if (clause === undefined) return false
  const names = clause.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText())
  const inDropped = dropped.some((node) =>
    [node, ...node.getDescendants()].some((one) => Node.isIdentifier(one) && names.includes(one.getText())),
  )
  return inDropped && !usedOutside(clause, dropped)
}

/** Files that import the app, or write for it: there is none any more. Answers whether there are some. */
function leaveOthers(app: CodemodApp, done: ReadonlyMap<SourceFile, Outcome>): boolean {
  let found = false
  for (const file of app.sources) {
    if (done.has(file)) continue
    for (const declaration of importsFrom(file, 'express')) {
      app.edit(file).leave(declaration, 'fw calls no handlers of Express: take out here what was for them.')
      found = true
    }
    for (const declaration of file.getImportDeclarations()) {
      const [name] = [declaration.getDefaultImport(), ...declaration.getNamedImports()].map((one) => one?.getText())
      const target = name === undefined ? undefined : importedFile(app, file, name)
      if (target !== undefined && done.get(target)?.whole)
        app.edit(file).leave(declaration, 'There is no Express app any more: see callTool of @fw/runtime/testing.')
    }
  }
  return found
}
