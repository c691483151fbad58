/** Converts a file of `pages/api` to a module of src/server. */
import { type IfStatement, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { NotConvertible } from '#codemods/syntax/http-response.ts'
import { writeApi } from '#codemods/syntax/write-api.ts'
import { defaultComponent } from './page.ts'
import { listParams, type NextRoute } from './routes.ts'

const NAMES: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'remove',
}

/** Converts the handler. Returns the names that it needs from `@fw/runtime`. Throws NotConvertible. */
export function rewriteHandler(file: SourceFile, edits: SourceEdits, route: NextRoute): readonly string[] {
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
  const guard = methodGuard(written.getBody())
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
      skip: guard?.statement,
    },
    new Set(),
  )
  return names
}

/**
 * Finds `if (req.method !== 'POST') return res.status(405).end()`, which is redundant because an api has one method.
 */
function methodGuard(body: Node | undefined): { readonly statement: IfStatement; readonly method: string } | undefined {
  for (const statement of body?.getDescendantsOfKind(SyntaxKind.IfStatement) ?? []) {
    const method = /^\w+\.method !==? ['"](GET|POST|PUT|PATCH|DELETE)['"]$/.exec(
      statement.getExpression().getText(),
    )?.[1]
    if (method !== undefined && statement.getElseStatement() === undefined)
      return { statement, method: method.toLowerCase() }
  }
  return undefined
}
