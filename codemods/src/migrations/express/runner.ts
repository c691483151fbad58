/** Recognizes code that runs an Express app without a check before it, such as `createServer(app)`. */
import { type CallExpression, Node, SyntaxKind } from 'ts-morph'
import { importsFrom } from '#codemods/syntax/imports.ts'

const SERVERS = /^(?:(?:node:)?https?2?|spdy)$/
const HANDLERS = /^(?:serverless-http|@codegenie\/serverless-express|@vendia\/serverless-express)$/

/**
 * Returns whether the call only runs the app: `serve` for a server or a function of a cloud, `test` for supertest.
 * `isImported` is whether other files may use the exports of its file.
 */
export function findRun(call: CallExpression, app: Node, isImported: () => boolean): 'serve' | 'test' | undefined {
  if (callsModule(call, /^supertest$/)) return 'test'
  const all = call.getArguments()
  if (callsModule(call, SERVERS)) {
    const isPlain = all.length === 1 || (all.length === 2 && !checksCertificates(call))
    return isPlain && all.at(-1) === app && !isArgument(call) ? 'serve' : undefined
  }
  // Options of a handler, and code around it, may refuse requests.
  const isHandler = callsModule(call, HANDLERS) && all.length === 1 && all[0] === app
  return isHandler && isOnlyExported(call) && !isImported() ? 'serve' : undefined
}

/** Returns whether the node is assigned to an export of CommonJS. */
export function isExportsValue(node: Node): boolean {
  const parent = node.getParent()
  return Node.isBinaryExpression(parent) && /^(?:module\.)?exports\b/.test(parent.getLeft().getText())
}

function callsModule(call: CallExpression, module: RegExp): boolean {
  const [root] = call.getExpression().getText().split('.')
  return importsFrom(call.getSourceFile(), module).some((declaration) =>
    [declaration.getDefaultImport(), declaration.getNamespaceImport(), ...declaration.getNamedImports()].some(
      (one) => (Node.isImportSpecifier(one) ? (one.getAliasNode() ?? one.getNameNode()) : one)?.getText() === root,
    ),
  )
}

/** Returns whether the file may set the option with which a server checks the certificates of its clients. */
function checksCertificates(call: CallExpression): boolean {
  return /\brequestCert\b/.test(call.getSourceFile().getFullText())
}

function isArgument(call: CallExpression): boolean {
  const parent = call.getParent()
  return (Node.isCallExpression(parent) || Node.isNewExpression(parent)) && parent.getArguments().includes(call)
}

/** Returns whether the file does nothing else with the result than export it. */
function isOnlyExported(call: CallExpression): boolean {
  const parent = call.getParent()
  if (Node.isExportAssignment(parent) || isExportsValue(call)) return true
  if (!Node.isVariableDeclaration(parent) || !Node.isIdentifier(parent.getNameNode())) return false
  const uses = call
    .getSourceFile()
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((one) => one.getText() === parent.getName() && one !== parent.getNameNode())
  return uses.every((use) => {
    const around = use.getParent()
    const isMember = Node.isPropertyAccessExpression(around) && around.getNameNode() === use
    return isMember || Node.isExportSpecifier(around) || Node.isExportAssignment(around) || isExportsValue(use)
  })
}
