/** Finds reads of environment variables in a file's syntax. */
import type { ts } from '#program/typescript.ts'
import { unwrap } from './static-value.ts'
import { isType } from './value-imports.ts'

export interface SecretPlace {
  /** The source: `process.env.API_KEY`. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Objects that have the environment as `env`. */
const HOLDERS = ['process', 'Bun']

/**
 * Finds each read of the environment, unless an earlier test checks where the code runs. The bundler replaces
 * `NODE_ENV`.
 */
export function readSecrets(tsModule: typeof ts, file: ts.SourceFile): readonly SecretPlace[] {
  if (!HOLDERS.some((name) => file.text.includes(name))) return []
  const found: SecretPlace[] = []
  const visit = (node: ts.Node): void => {
    if (isType(tsModule, node)) return
    const place = secretAt(tsModule, node)
    if (place !== undefined && !isGuarded(tsModule, node)) {
      const name = tsModule.isBindingElement(place) ? `${findHolder(place)?.getText(file)}.env` : place.getText(file)
      if (!/\.env(?:\.|\?\.)NODE_ENV$/.test(name)) found.push({ name, start: place.getStart(file), end: place.end })
    }
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns `process.env` with the member that is read, or `env` in `const { env } = process`. */
function secretAt(tsModule: typeof ts, node: ts.Node): ts.Node | undefined {
  if (tsModule.isBindingElement(node)) {
    const taken = node.propertyName ?? node.name
    const holder = findHolder(node)
    const isTaken = tsModule.isIdentifier(taken) && taken.text === 'env' && holder !== undefined
    return isTaken && isHolder(tsModule, holder) ? node : undefined
  }
  if (!isMember(tsModule, node, 'env') || !isHolder(tsModule, node.expression)) return undefined
  const { parent } = node
  const isRead =
    (tsModule.isPropertyAccessExpression(parent) || tsModule.isElementAccessExpression(parent)) &&
    parent.expression === node
  return isRead ? parent : node
}

/** Returns the value that `const { … } = holder` destructures. */
function findHolder({ parent }: ts.BindingElement): ts.Expression | undefined {
  const { initializer } = parent.parent as { readonly initializer?: ts.Expression } // a variable, a parameter or a binding
  return initializer
}

type Member = ts.PropertyAccessExpression | ts.ElementAccessExpression

/** `x.name` and `x['name']`. */
function isMember(tsModule: typeof ts, node: ts.Node, name: string): node is Member {
  if (tsModule.isPropertyAccessExpression(node)) return node.name.text === name
  if (!tsModule.isElementAccessExpression(node)) return false
  return tsModule.isStringLiteralLike(node.argumentExpression) && node.argumentExpression.text === name
}

/** Returns whether an expression is the global `process` or `Bun`, also as a member of `globalThis`. */
function isHolder(tsModule: typeof ts, given: ts.Expression): boolean {
  const node = unwrap(tsModule, given)
  if (tsModule.isIdentifier(node)) return HOLDERS.includes(node.text) && !isDeclared(tsModule, node)
  return HOLDERS.some(
    (name) =>
      isMember(tsModule, node, name) && tsModule.isIdentifier(node.expression) && node.expression.text === 'globalThis',
  )
}

/** Returns whether an enclosing parameter or variable has this name. Imports are reported separately. */
function isDeclared(tsModule: typeof ts, { text, parent }: ts.Identifier): boolean {
  const isNamed = ({ name }: { readonly name?: ts.Node }) =>
    name !== undefined && tsModule.isIdentifier(name) && name.text === text
  for (let node: ts.Node = parent; node !== undefined; node = node.parent) {
    if (tsModule.isFunctionLike(node) && node.parameters.some(isNamed)) return true
    if (!tsModule.isBlock(node) && !tsModule.isSourceFile(node)) continue
    const isVariable = node.statements.some(
      (statement) =>
        tsModule.isVariableStatement(statement) &&
        !statement.modifiers?.some(({ kind }) => kind === tsModule.SyntaxKind.DeclareKeyword) &&
        statement.declarationList.declarations.some(isNamed),
    )
    if (isVariable) return true
  }
  return false
}

const ASKS_WHERE = /\btypeof\s+(?:process|Bun|window|document)\b|\bimport\.meta\.env\b|\bisServer\b/

function isGuarded(tsModule: typeof ts, node: ts.Node): boolean {
  for (let inner = node, outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
    const test = tsModule.isIfStatement(outer)
      ? outer.expression
      : tsModule.isConditionalExpression(outer)
        ? outer.condition
        : tsModule.isBinaryExpression(outer)
          ? outer.left
          : undefined
    if (test !== undefined && test !== inner && ASKS_WHERE.test(test.getText())) return true
    if ((tsModule.isBlock(outer) || tsModule.isSourceFile(outer)) && isLeftBefore(tsModule, outer, inner)) return true
  }
  return false
}

/** Returns whether a statement before `inner` ends the block on one side: `if (typeof window === 'object') return`. */
function isLeftBefore(tsModule: typeof ts, block: ts.Block | ts.SourceFile, inner: ts.Node): boolean {
  return block.statements.some((statement) => {
    if (statement.pos >= inner.pos || !tsModule.isIfStatement(statement)) return false
    const { thenStatement: then, expression } = statement
    const last = tsModule.isBlock(then) ? then.statements.at(-1) : then
    const isEnd = last !== undefined && (tsModule.isReturnStatement(last) || tsModule.isThrowStatement(last))
    return isEnd && ASKS_WHERE.test(expression.getText())
  })
}
