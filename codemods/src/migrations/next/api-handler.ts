/** Converts a file of `pages/api` to a module of src/server. */
import { type IfStatement, Node, type SourceFile, type Statement } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { isFunctionNode } from '#codemods/syntax/enclosing-function.ts'
import { NotConvertible } from '#codemods/syntax/http-response.ts'
import { writeApi } from '#codemods/syntax/write-api.ts'
import { type Component, defaultComponent } from './page.ts'
import { listParams, type NextRoute } from './routes.ts'

const NAMES: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'remove',
}

/**
 * Converts the handler. `before` names the middleware before it. Returns the names that it needs from `@fw/runtime`.
 * Throws NotConvertible.
 */
export function rewriteHandler(
  file: SourceFile,
  edits: SourceEdits,
  route: NextRoute,
  before: readonly string[],
): readonly string[] {
  const found = defaultComponent(file)
  if (found === undefined || found.written.getBody() === undefined)
    throw new NotConvertible('Write the handler of this file as a default-exported function.')
  const { written, statement } = found
  if (!Node.isFunctionDeclaration(written) && !Node.isExportAssignment(statement))
    throw new NotConvertible('Add export default to the declaration of this handler.')
  const config = file.getVariableStatement(
    (one) => one.isExported() && one.getDeclarations()[0]?.getName() === 'config',
  )
  if (config !== undefined) edits.leave(config, 'Limit the request size with maxBodyBytes in fw.config.ts.')
  const guard = findMethodGuard(written)
  const method = guard?.method ?? 'call'
  const name = NAMES[method] ?? 'call'
  const { names } = writeApi(
    file,
    edits,
    {
      statement,
      handler: written,
      name,
      params: listParams(route.pattern),
      method,
      typeArguments: [],
      before,
      skip: guard?.statement,
    },
    new Set(),
  )
  return names
}

interface MethodGuard {
  readonly statement: IfStatement
  readonly method: string
}

/**
 * Finds `if (req.method !== 'POST') return res.status(405).end()`, which is redundant because an api has one method.
 * Any other body may be an access check, and a nested `if` may depend on one, so only this exact form is removed.
 */
function findMethodGuard(handler: Component): MethodGuard | undefined {
  const body = handler.getBody()
  const [request, response] = handler.getParameters().map((parameter) => parameter.getName())
  if (!Node.isBlock(body) || response === undefined) return undefined
  for (const statement of body.getStatements()) {
    if (!Node.isIfStatement(statement) || statement.getElseStatement() !== undefined) continue
    const [, name, method] =
      /^(\w+)\.method !==? ['"](GET|POST|PUT|PATCH|DELETE)['"]$/.exec(statement.getExpression().getText()) ?? []
    if (method !== undefined && name === request && isRefusal(statement.getThenStatement(), response))
      return { statement, method: method.toLowerCase() }
  }
  return undefined
}

/** Returns whether the code only sends a response with status 405, with its `Allow` header, and returns. */
function isRefusal(code: Statement, response: string): boolean {
  const statements = Node.isBlock(code) ? code.getStatements() : [code]
  const sent = statements.filter((one) => !setsAllow(one, response))
  const [first, second, ...more] = sent
  if (more.length > 0) return false
  if (second === undefined) return Node.isReturnStatement(first) && sends405(first.getExpression(), response)
  const isBare = Node.isReturnStatement(second) && second.getExpression() === undefined
  return isBare && Node.isExpressionStatement(first) && sends405(first.getExpression(), response)
}

function setsAllow(statement: Statement, response: string): boolean {
  const call = Node.isExpressionStatement(statement) ? statement.getExpression() : undefined
  if (!Node.isCallExpression(call) || call.getExpression().getText() !== `${response}.setHeader`) return false
  const [name, value] = call.getArguments()
  return /^['"]allow['"]$/i.test(name?.getText() ?? '') && isPlain(value)
}

function sends405(value: Node | undefined, response: string): boolean {
  if (!Node.isCallExpression(value)) return false
  const callee = value.getExpression().getText().replace(/\s+/g, '')
  const [argument] = value.getArguments()
  if (callee === `${response}.sendStatus`) return argument?.getText() === '405'
  return new RegExp(`^${response}\\.status\\(405\\)\\.(?:end|json|send)$`).test(callee) && isPlain(argument)
}

/** Returns whether the value runs no code that the migration would lose. */
function isPlain(value: Node | undefined): boolean {
  const nodes = value === undefined ? [] : [value, ...value.getDescendants()]
  return !nodes.some(
    (node) =>
      Node.isCallExpression(node) ||
      Node.isNewExpression(node) ||
      Node.isTaggedTemplateExpression(node) ||
      (Node.isBinaryExpression(node) && node.getOperatorToken().getText() !== '+') ||
      Node.isAwaitExpression(node) ||
      Node.isPostfixUnaryExpression(node) ||
      Node.isPrefixUnaryExpression(node) ||
      isFunctionNode(node),
  )
}
