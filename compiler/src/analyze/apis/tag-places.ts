/** Finds where a file defines cache tags: in the policy of a page, and in the options of a cached function. */
import type { ts } from '#program/typescript.ts'
import { nameText, unwrap } from '../modules/static-value.ts'
import { elementTags } from './tag-texts.ts'

type Ts = typeof ts

interface TagPlace {
  /** With `[name]` for each value: `order-[id]`. */
  readonly tag: string
  /** Offsets of the expression. */
  readonly start: number
  readonly end: number
}

/** Returns the tags that are written in place; a list in a constant of the file counts, too. */
export function findTagPlaces(ts: Ts, file: ts.SourceFile): readonly TagPlace[] {
  const found: TagPlace[] = []
  const add = (written: ts.Node): void => {
    if (ts.isArrayLiteralExpression(written))
      for (const element of written.elements)
        for (const tag of elementTags(ts, element) ?? [])
          found.push({ tag, start: element.getStart(file), end: element.end })
    ts.forEachChild(written, add)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && nameText(ts, node.name) === 'tags' && definesPolicy(ts, node.parent)) {
      const value = unwrap(ts, node.initializer)
      add(ts.isIdentifier(value) ? (findInitializer(ts, file, value.text) ?? value) : value)
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns whether an object is the second argument of `cached`, or a page's `cache`. */
function definesPolicy(ts: Ts, object: ts.ObjectLiteralExpression): boolean {
  let node: ts.Node = object
  while (
    ts.isParenthesizedExpression(node.parent) ||
    ts.isAsExpression(node.parent) ||
    ts.isSatisfiesExpression(node.parent)
  )
    node = node.parent
  const { parent } = node
  if (ts.isVariableDeclaration(parent)) return parent.name.getText() === 'cache'
  if (!ts.isCallExpression(parent)) return false
  const callee = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name : parent.expression
  return ts.isIdentifier(callee) && ['cached', 'cachePolicy'].includes(callee.text)
}

function findInitializer(ts: Ts, file: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement))
      for (const declared of statement.declarationList.declarations)
        if (ts.isIdentifier(declared.name) && declared.name.text === name) return declared.initializer
  return undefined
}
