/** Leaves comments at code of Next that may restrict access to a page, and that nothing calls after the migration. */
import { Node, type SourceFile, type Statement } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { explainLoader } from './data-functions.ts'

const INITIAL_PROPS = 'getInitialProps'
/** Members of a component that only describe it. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['displayName', 'propTypes', 'defaultProps', 'contextType'])
/** Functions whose component always renders the one that they get. */
const PLAIN_WRAPPERS = /^(?:React\.)?(?:memo|forwardRef)$|^(?:observer|dynamic)$/

/** Lists where the file defines `getInitialProps`: as a static member, by an assignment, or in an object. */
export function listInitialProps(file: SourceFile): readonly Node[] {
  return file.getDescendants().filter((node) => {
    const isName = Node.isIdentifier(node) && node.getText() === INITIAL_PROPS
    const isText = Node.isStringLiteral(node) && node.getLiteralValue() === INITIAL_PROPS
    if (!isName && !isText) return false
    const parent = node.getParent()
    if (Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent)) return isAssigned(parent)
    return (
      Node.isPropertyDeclaration(parent) ||
      Node.isMethodDeclaration(parent) ||
      Node.isGetAccessorDeclaration(parent) ||
      Node.isPropertyAssignment(parent) ||
      Node.isShorthandPropertyAssignment(parent) ||
      (isText && Node.isCallExpression(parent))
    )
  })
}

function isAssigned(access: Node): boolean {
  const parent = access.getParent()
  if (!Node.isBinaryExpression(parent) || parent.getLeft() !== access) return false
  return /^(?:\?\?|\|\||&&)?=$/.test(parent.getOperatorToken().getText())
}

export function leaveInitialProps(file: SourceFile, edits: SourceEdits): void {
  for (const node of listInitialProps(file)) edits.leave(node, explainLoader(INITIAL_PROPS))
}

/** Leaves comments at a call around the component of a route, and at its members that `_app` may read. */
export function leaveComponentChecks(file: SourceFile, edits: SourceEdits): void {
  for (const statement of file.getStatements()) {
    const callee = findWrapper(file, statement)
    if (callee !== undefined)
      edits.leave(
        statement,
        `${callee}() may restrict access here, and its data functions no longer run. Check access in the page or in src/middleware.ts.`,
      )
    const [, member] = /^\w+\.(\w+)\s*=[^=>]/.exec(statement.getText()) ?? []
    if (Node.isExpressionStatement(statement) && member !== undefined) leaveMember(edits, statement, member)
    if (!Node.isClassDeclaration(statement) || !statement.isDefaultExport()) continue
    for (const property of statement.getStaticProperties()) leaveMember(edits, property, property.getName())
  }
}

function leaveMember(edits: SourceEdits, node: Node, member: string): void {
  if (member !== INITIAL_PROPS && !DESCRIPTIONS.has(member))
    edits.leave(
      node,
      `Nothing reads ${member} of a page. If _app restricted access by it, check access in the page or in src/middleware.ts.`,
    )
}

/** Returns the function whose result the statement exports as the component of the file. */
function findWrapper(file: SourceFile, statement: Statement): string | undefined {
  if (!Node.isExportAssignment(statement)) return undefined
  const value = statement.getExpression()
  const made = Node.isIdentifier(value) ? file.getVariableDeclaration(value.getText())?.getInitializer() : value
  if (!Node.isCallExpression(made)) return undefined
  const callee = made.getExpression().getText().replace(/\s+/g, ' ')
  return PLAIN_WRAPPERS.test(callee) ? undefined : callee
}
