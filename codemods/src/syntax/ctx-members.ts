/** Adds members to the context of requests. */
import {
  type ArrowFunction,
  type FunctionDeclaration,
  Node,
  type ObjectLiteralExpression,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import type { CodemodApp } from '../codemod.ts'
import { addImport, localName } from './imports.ts'

const CTX_FILE = 'src/ctx.ts'

/** Function that returns members of `ctx` for a request. */
export interface CtxMembers {
  /** Name of the function, which takes the request. */
  readonly reader: string
  /** Module that exports it, as `src/ctx.ts` imports it. */
  readonly module: string
}

/** `added`: the members are new; `present`: the file imports the function; `unreadable`: its function was not understood. */
export type CtxMembersOutcome = 'added' | 'present' | 'unreadable'

/** Spreads the members into the object that `src/ctx.ts` returns. Creates the file if the app has none. */
export function addCtxMembers(app: CodemodApp, { reader, module }: CtxMembers): CtxMembersOutcome {
  const file = app.sources.find((source) => source.getFilePath().slice(1) === CTX_FILE)
  if (file === undefined) {
    app.write(
      CTX_FILE,
      `import { ${reader} } from '${module}'\n\n/** The caller of a page, a function or an endpoint. */\nexport default async (req: Request) => ({ ...(await ${reader}(req)) })\n`,
    )
    return 'added'
  }
  if (localName(file, module, reader) !== undefined) return 'present'
  const found = findCtxFunction(file)
  const returned = found && findReturnedObject(found)
  const [request] = found?.getParameters() ?? []
  const isNamed = request === undefined || Node.isIdentifier(request.getNameNode())
  if (found === undefined || returned === undefined || !isNamed) return 'unreadable'
  const edits = app.edit(file)
  addImport(file, edits, module, reader)
  if (!found.isAsync()) edits.insert(findAsyncPosition(found), 'async ')
  if (request === undefined) {
    const open = found.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken)
    edits.insert(open.getEnd(), 'req: Request')
  }
  const last = returned.getProperties().at(-1)
  const spread = `...(await ${reader}(${request?.getName() ?? 'req'}))`
  if (last === undefined) edits.replace({ start: returned.getStart(), end: returned.getEnd() }, `{ ${spread} }`)
  else edits.insert(last.getEnd(), `, ${spread}`)
  return 'added'
}

type CtxFunction = ArrowFunction | FunctionDeclaration

function findCtxFunction(file: SourceFile): CtxFunction | undefined {
  const declared = file.getFunctions().find((one) => one.isDefaultExport())
  const exported = file.getExportAssignment((assignment) => !assignment.isExportEquals())?.getExpression()
  return declared ?? (Node.isArrowFunction(exported) ? exported : undefined)
}

/** Returns the object of `=> ({ … })`, or of the only `return` of the function. */
function findReturnedObject(found: CtxFunction): ObjectLiteralExpression | undefined {
  const body = found.getBody()
  const returns = Node.isBlock(body) ? body.getDescendantsOfKind(SyntaxKind.ReturnStatement) : []
  const value = Node.isBlock(body) ? (returns.length === 1 ? returns[0]?.getExpression() : undefined) : body
  const inner = Node.isParenthesizedExpression(value) ? value.getExpression() : value
  return Node.isObjectLiteralExpression(inner) ? inner : undefined
}

/** Returns the position of the keyword `function`, or of an arrow function. */
function findAsyncPosition(found: CtxFunction): number {
  return (found.getFirstChildByKind(SyntaxKind.FunctionKeyword) ?? found).getStart()
}
