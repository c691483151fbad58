/** Finds JSON that a `<script>` of JSX contains as it is: a string with `</script>` ends the element. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AnalyzedApp } from '../analyzed-app.ts'
import { findConstant, nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { readOnce } from '../modules/tree-cache.ts'

type Ts = typeof ts

/** Returns the calls of `JSON.stringify` whose results are not escaped; in an editor those of the open file. */
export function listScriptJson({ reader, openFile, files }: AnalyzedApp): readonly SourceSpan[] {
  return (openFile === undefined ? files() : [openFile]).flatMap((file) => {
    const text = reader.textOf(file) ?? ''
    if (!/<script\b/.test(text) || !text.includes('JSON.stringify')) return []
    const calls = readOnce(reader, file, findScriptJson) ?? []
    return calls.map(({ start, end }) => createSpan(file, text, start, end))
  })
}

interface Range {
  readonly start: number
  readonly end: number
}

function findScriptJson(ts: Ts, file: ts.SourceFile): readonly Range[] {
  const found = new Set<ts.CallExpression>()
  const visit = (node: ts.Node): void => {
    for (const content of listScriptContents(ts, node)) findCalls(ts, content, found)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found].map((call) => ({ start: call.getStart(file), end: call.end }))
}

/** Returns the expressions that are the content of a script element: its children, or a property for raw HTML. */
function listScriptContents(ts: Ts, node: ts.Node): readonly ts.Expression[] {
  if (ts.isJsxElement(node))
    return isScript(ts, node.openingElement)
      ? node.children.flatMap((child) => (ts.isJsxExpression(child) && child.expression ? [child.expression] : []))
      : []
  if (!(ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) || !isScript(ts, node)) return []
  return node.attributes.properties.flatMap((attribute) => {
    if (!ts.isJsxAttribute(attribute)) return []
    const { name, initializer } = attribute
    const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined
    if (value === undefined || !ts.isIdentifier(name)) return []
    if (name.text === 'innerHTML' || name.text === 'children') return [value]
    return name.text === 'dangerouslySetInnerHTML' ? listHtmlMembers(ts, value) : []
  })
}

function isScript(ts: Ts, { tagName }: ts.JsxOpeningLikeElement): boolean {
  return ts.isIdentifier(tagName) && tagName.text === 'script'
}

/** Returns the value of `{ __html }`, the property of React. */
function listHtmlMembers(ts: Ts, value: ts.Expression): readonly ts.Expression[] {
  const object = unwrap(ts, value)
  if (!ts.isObjectLiteralExpression(object)) return []
  return object.properties.flatMap((member) =>
    ts.isPropertyAssignment(member) && nameText(ts, member.name) === '__html' ? [member.initializer] : [],
  )
}

/** Adds the calls whose result is, or is a part of, the value of the expression, unless their JSON is known to be harmless. */
function findCalls(ts: Ts, node: ts.Expression, found: Set<ts.CallExpression>): void {
  const expression = unwrap(ts, node)
  const add = (part: ts.Expression) => findCalls(ts, part, found)
  if (ts.isCallExpression(expression)) {
    const [value] = expression.arguments
    if (isStringify(ts, expression.expression) && value !== undefined && !isHarmless(ts, value)) found.add(expression)
  } else if (ts.isTemplateExpression(expression)) for (const span of expression.templateSpans) add(span.expression)
  else if (ts.isConditionalExpression(expression)) {
    add(expression.whenTrue)
    add(expression.whenFalse)
  } else if (ts.isBinaryExpression(expression)) {
    add(expression.left)
    add(expression.right)
  } else if (ts.isIdentifier(expression)) {
    const initializer = findLocal(ts, expression) ?? findConstant(ts, expression)
    if (initializer !== undefined) add(initializer)
  }
}

function isStringify(ts: Ts, callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'JSON' &&
    callee.name.text === 'stringify'
  )
}

function isHarmless(ts: Ts, value: ts.Expression): boolean {
  const known = staticValue(ts, value)
  return known !== undefined && !String(JSON.stringify(known.value)).includes('<')
}

/** Returns the initializer of a `const` in an enclosing block that is declared before its use. */
function findLocal(ts: Ts, name: ts.Identifier): ts.Expression | undefined {
  for (let node: ts.Node = name; node.parent !== undefined; node = node.parent) {
    if (!ts.isBlock(node.parent)) continue
    for (const statement of node.parent.statements) {
      if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue
      for (const { name: declared, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(declared) && declared.text === name.text && declared.pos < name.pos) return initializer
    }
  }
  return undefined
}
