/**
 * Converts the data functions of `pages/`: `getServerSideProps` and `getStaticProps` to `load`, `getStaticPaths` to
 * `staticParams`.
 */
import {
  type ArrowFunction,
  type CatchClause,
  type FunctionDeclaration,
  type FunctionExpression,
  Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { findFunctionAround } from '#codemods/syntax/enclosing-function.ts'
import { listCatches, writeRethrow } from '#codemods/syntax/rethrow.ts'
import { findFreeName, lineAtStart, startWithComments } from '#codemods/syntax/source-positions.ts'
import type { NextRoute } from './routes.ts'

type Written = ArrowFunction | FunctionDeclaration | FunctionExpression

export interface PageData {
  /** Statements that only the server needs. */
  readonly statements: readonly Statement[]
  /** Name of the load function. `undefined` for a page without one. */
  readonly load: string | undefined
  /** Whether `load` takes the page as its argument. */
  readonly asks: boolean
  /** Whether `load` uses only the path parameters. */
  readonly fromParams: boolean
  /** Names that the file needs from `@fw/runtime`. */
  readonly names: readonly string[]
}

interface Loader {
  readonly statement: Statement
  readonly name: Node
  readonly written: Written
}

const LOADERS = ['getServerSideProps', 'getStaticProps']

/** Converts the data functions. `props` is the props type of the page, such as `PageProps<'/posts/[slug]'>`. */
export function takeData(file: SourceFile, edits: SourceEdits, route: NextRoute): PageData {
  const names = new Set<string>()
  const loader = LOADERS.map((name) => findExported(file, name)).find((found) => found !== undefined)
  const paths = findExported(file, 'getStaticPaths')
  const load = loader && findFreeName(file, 'load')
  const fromParams = loader === undefined || onlyParams(loader.written)
  if (loader !== undefined && load !== undefined) {
    edits.replace(getHead(loader, 'export '), '')
    edits.replace(loader.name, load)
    dropType(edits, loader)
    const seconds = rewriteReturns(edits, loader.written, names)
    rewriteParameter(edits, loader.written, route, fromParams, names)
    if (seconds !== undefined)
      edits.insert(
        startWithComments(loader.statement),
        `export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: ${seconds} } as const\n\n`,
      )
  }
  if (paths !== undefined) {
    edits.replace(paths.name, 'staticParams')
    dropType(edits, paths)
    rewritePaths(edits, paths.written, route)
  }
  const statements = [loader, paths].flatMap((one) => (one === undefined ? [] : [one.statement]))
  const asks = (loader?.written.getParameters().length ?? 0) > 0
  return { statements, load, asks, fromParams, names: [...names] }
}

const DATA = [...LOADERS, 'getStaticPaths']

/**
 * Leaves a comment at each data function that isn't written in this file as a function. Such a function often checks
 * access, as `withPageAuthRequired()` does, and nothing calls it after the migration. Without a page that calls them,
 * leaves a comment at all data functions.
 */
export function leaveLoaders(file: SourceFile, edits: SourceEdits, hasPage: boolean): void {
  for (const statement of file.getStatements()) {
    const isStar =
      Node.isExportDeclaration(statement) &&
      statement.isNamespaceExport() &&
      statement.getNamespaceExport() === undefined &&
      !statement.isTypeOnly()
    if (isStar) edits.leave(statement, `Name these exports. ${explainLoader('A data function among them')}`)
    for (const name of listDataNames(statement))
      if (!hasPage || findExported(file, name) === undefined) edits.leave(statement, explainLoader(name))
  }
}

/** Explains that a data function no longer runs. */
export function explainLoader(name: string): string {
  return `${name} no longer runs, so it neither loads data nor restricts access to this page. Call what it does from the page, and check access there or in src/middleware.ts.`
}

/** Returns the names of data functions that the statement exports. */
function listDataNames(statement: Statement): readonly string[] {
  if (Node.isExportDeclaration(statement))
    return statement
      .getNamedExports()
      .map((one) => one.getAliasNode()?.getText() ?? one.getName())
      .filter((name) => DATA.includes(name))
  if (Node.isFunctionDeclaration(statement) && statement.hasExportKeyword())
    return DATA.filter((name) => name === statement.getName())
  if (!Node.isVariableStatement(statement) || !statement.isExported()) return []
  const names = statement.getDeclarations().map((one) => one.getNameNode())
  return names
    .flatMap((node) => (Node.isIdentifier(node) ? [node] : node.getDescendantsOfKind(SyntaxKind.Identifier)))
    .map((node) => node.getText())
    .filter((name) => DATA.includes(name))
}

function findExported(file: SourceFile, name: string): Loader | undefined {
  const declared = file.getFunction(name)
  if (declared?.hasExportKeyword())
    return { statement: declared, name: declared.getNameNodeOrThrow(), written: declared }
  const variable = file.getVariableDeclaration(name)
  const statement = variable?.getVariableStatement()
  let value: Node | undefined = variable?.getInitializer()
  if (Node.isSatisfiesExpression(value)) value = value.getExpression()
  if (Node.isParenthesizedExpression(value)) value = value.getExpression()
  if (variable === undefined || !statement?.hasExportKeyword()) return undefined
  if (!Node.isArrowFunction(value) && !Node.isFunctionExpression(value)) return undefined
  return { statement, name: variable.getNameNode(), written: value }
}

function getHead({ statement }: Loader, text: string) {
  const start = statement.getStart()
  return { start, end: start + text.length }
}

/** Removes the types of Next: `: GetStaticProps<Props>`, and `satisfies`. */
function dropType(edits: SourceEdits, { name, written }: Loader): void {
  const declaration = name.getParent()
  const type = Node.isVariableDeclaration(declaration) ? declaration.getTypeNode() : undefined
  if (type !== undefined) edits.replace({ start: name.getEnd(), end: type.getEnd() }, '')
  const around = written.getFirstAncestorByKind(SyntaxKind.SatisfiesExpression)
  if (around === undefined) return
  edits.replace({ start: around.getStart(), end: written.getStart() }, '')
  edits.replace({ start: written.getEnd(), end: around.getEnd() }, '')
}

/** Returns the names that it destructures from its context. `undefined` if the context is one name. */
function listAskedMembers(written: Written): readonly string[] | undefined {
  const pattern = written.getParameters()[0]?.getNameNode()
  if (pattern === undefined) return []
  return Node.isObjectBindingPattern(pattern)
    ? pattern.getElements().map((element) => element.getPropertyNameNode()?.getText() ?? element.getName())
    : undefined
}

function listMembers(written: Written): readonly string[] {
  const name = written.getParameters()[0]?.getName() ?? ''
  const accesses = written.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
  return accesses.filter((one) => one.getExpression().getText() === name).map((one) => one.getName())
}

function onlyParams(written: Written): boolean {
  return (listAskedMembers(written) ?? listMembers(written)).every((name) => name === 'params')
}

function rewriteParameter(
  edits: SourceEdits,
  written: Written,
  route: NextRoute,
  fromParams: boolean,
  names: Set<string>,
): void {
  const [parameter] = written.getParameters()
  if (parameter === undefined) return
  const whole = `PageProps<'${route.pattern}'>`
  names.add('type PageProps')
  const type = fromParams ? `Pick<${whole}, 'params'>` : whole
  const taken = listAskedMembers(written) ?? listMembers(written)
  const strange = taken.filter((name) => name !== 'params' && name !== 'query')
  if (strange.length > 0)
    edits.leave(
      parameter,
      `A page does not receive ${strange.join(' or ')}. It receives params, search, ctx and signal; identify the caller in src/ctx.ts.`,
    )
  const pattern = parameter.getNameNode()
  if (!Node.isObjectBindingPattern(pattern)) {
    if (taken.includes('query'))
      edits.leave(parameter, `Read the query from search, which is a URLSearchParams, and path parameters from params.`)
    edits.replace(parameter, `${parameter.getName()}: ${type}`)
    return
  }
  const remaining = pattern
    .getElements()
    .filter((element) => !/^query\b/.test(element.getText()))
    .map((element) => element.getText())
  const query = pattern.getElements().find((element) => /^query\b/.test(element.getText()))
  if (query === undefined) {
    edits.replace(parameter, `{ ${remaining.join(', ')} }: ${type}`)
    return
  }
  const body = written.getBody()
  const all = [...new Set([...remaining, 'params', 'search'])]
  edits.replace(parameter, `{ ${all.join(', ')} }: ${type}`)
  const line = `const ${query.getName()}: Partial<Record<string, string>> = { ...params, ...Object.fromEntries(search) }`
  if (Node.isBlock(body)) {
    const { at, text } = lineAtStart(body, line)
    edits.insert(at, text)
  } else edits.leave(parameter, `Write ${line} first.`)
}

/** Converts `{ props }`, `{ notFound: true }` and `{ redirect }`. Returns the seconds of `revalidate`. */
function rewriteReturns(edits: SourceEdits, written: Written, names: Set<string>): string | undefined {
  let seconds: string | undefined
  const thrown: Thrown[] = []
  for (const node of listReturned(written)) {
    const value = Node.isParenthesizedExpression(node) ? node.getExpression() : node
    const members = Node.isObjectLiteralExpression(value) ? value.getProperties() : []
    const get = (name: string) => {
      const found = members.find(
        (one) => (Node.isPropertyAssignment(one) || Node.isShorthandPropertyAssignment(one)) && one.getName() === name,
      )
      return Node.isPropertyAssignment(found) ? found.getInitializer() : found
    }
    const props = get('props')
    const revalidate = get('revalidate')
    const redirect = get('redirect')
    if (Node.isNumericLiteral(revalidate)) seconds = revalidate.getText()
    const others = members.filter((one) => !isDataMember(one))
    if (get('notFound') !== undefined) {
      names.add('notFound')
      thrown.push({ node, by: 'notFound' })
      edits.replace(value, 'notFound()')
    } else if (Node.isObjectLiteralExpression(redirect)) {
      const to = redirect.getProperty('destination')
      const target = Node.isPropertyAssignment(to) ? to.getInitializer() : to
      if (target === undefined || Node.isSpreadAssignment(target)) {
        edits.leave(node, 'Call redirect(…) of @fw/runtime here: a returned object does not redirect.')
        continue
      }
      names.add('redirect')
      thrown.push({ node, by: 'redirect' })
      if (!/^['"`]\/(?![/\\])/.test(target.getText())) thrown.push({ node, by: 'otherOrigin' })
      const forGood = /permanent: true/.test(redirect.getText()) ? ', { status: 308 }' : ''
      edits.replace(value, `redirect(${target.getText()}${forGood})`)
    } else if (redirect !== undefined || others.length > 0) {
      edits.leave(
        node,
        'Call redirect(…) or notFound() of @fw/runtime here if a member asks for it: a returned object does neither. Otherwise return the props.',
      )
    } else if (props !== undefined) {
      const text = Node.isShorthandPropertyAssignment(props) ? props.getName() : undefined
      if (text !== undefined) edits.replace(value, text)
      else {
        edits.replace({ start: value.getStart(), end: props.getStart() }, '')
        edits.replace({ start: props.getEnd(), end: value.getEnd() }, '')
      }
    } else edits.leave(node, 'Return the props of the page directly here.')
  }
  rethrow(edits, written, thrown, names)
  return seconds
}

/** Result that the migration replaces by a call that throws. */
interface Thrown {
  readonly node: Node
  readonly by: keyof typeof TESTS
}

const TESTS = {
  notFound: (name: string) => `isFwError(${name})`,
  redirect: (name: string) => `${name} instanceof Error && ${name}.name === 'Redirect'`,
  /** `redirect()` refuses the URL of another origin. */
  otherOrigin: (name: string) => `${name} instanceof TypeError`,
}

/** Rethrows redirects and errors in the catch clauses around them, which didn't receive the returned objects. */
function rethrow(edits: SourceEdits, written: Written, thrown: readonly Thrown[], names: Set<string>): void {
  const byClause = new Map<CatchClause, Set<Thrown['by']>>()
  for (const { node, by } of thrown)
    for (const clause of listCatches(node, written)) byClause.set(clause, (byClause.get(clause) ?? new Set()).add(by))
  for (const [clause, all] of byClause) {
    const writeTest = (name: string) => {
      const tests = [...all].map((by) => TESTS[by](name))
      return tests.length === 1 ? tests.join('') : tests.map((test) => `(${test})`).join(' || ')
    }
    if (all.has('notFound')) names.add('isFwError')
    for (const { start, end, text } of writeRethrow(clause, writeTest)) edits.replace({ start, end }, text)
  }
}

/** Returns whether the member of a result has a name that the migration reads. */
function isDataMember(member: Node): boolean {
  const name =
    Node.isPropertyAssignment(member) || Node.isShorthandPropertyAssignment(member) ? member.getName() : undefined
  return name !== undefined && /^(?:props|revalidate|notFound|redirect)$/.test(name)
}

function listReturned(written: Written): readonly Node[] {
  const body = written.getBody()
  if (body === undefined) return []
  if (!Node.isBlock(body)) return [body]
  return body
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((statement) => findFunctionAround(statement) === written)
    .flatMap((statement) => statement.getExpression() ?? [])
}

/** Converts `{ paths: [{ params }], fallback }` to `[params]`. */
function rewritePaths(edits: SourceEdits, written: Written, { pattern }: NextRoute): void {
  for (const node of listReturned(written)) {
    const value = Node.isParenthesizedExpression(node) ? node.getExpression() : node
    const paths = Node.isObjectLiteralExpression(value) ? value.getProperty('paths') : undefined
    const list = Node.isPropertyAssignment(paths) ? paths.getInitializer() : undefined
    if (Node.isShorthandPropertyAssignment(paths)) edits.replace(value, 'paths')
    else if (list !== undefined) {
      edits.replace({ start: value.getStart(), end: list.getStart() }, '')
      edits.replace({ start: list.getEnd(), end: value.getEnd() }, '')
    }
    if (paths === undefined) edits.leave(node, 'Return a list with the parameters of each page here.')
  }
  const objects = written.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression)
  const entries = objects.filter((object) => object.getProperty('params') !== undefined)
  for (const entry of entries) {
    const params = entry.getPropertyOrThrow('params')
    if (Node.isShorthandPropertyAssignment(params)) edits.replace(entry, 'params')
    else if (Node.isPropertyAssignment(params)) {
      edits.replace({ start: entry.getStart(), end: params.getInitializerOrThrow().getStart() }, '')
      edits.replace({ start: params.getInitializerOrThrow().getEnd(), end: entry.getEnd() }, '')
    }
  }
  if (entries.length === 0 && !/paths: \[\]/.test(written.getText()))
    edits.leave(written, 'Return the parameters of each page, such as [{ slug: "first" }], not its path.')
  if (pattern.includes('...')) edits.leave(written, 'A rest parameter is one string here: join its segments with "/".')
}
