/** Converts the results of an MCP tool handler to the values that they represent. */
import {
  type ArrowFunction,
  type CallExpression,
  type FunctionExpression,
  Node,
  type ObjectLiteralExpression,
  SyntaxKind,
} from 'ts-morph'
import { findFunctionAround } from './enclosing-function.ts'

interface ToolResult {
  /** Expressions and their replacements. */
  readonly returns: readonly { readonly node: Node; readonly text: string }[]
  /** Reason why the developer has to convert it. */
  readonly reason?: string
}

export function toolResult(handler: ArrowFunction | FunctionExpression): ToolResult {
  const returns: { node: Node; text: string }[] = []
  for (const node of listReturned(handler)) {
    const value = Node.isParenthesizedExpression(node) ? node.getExpression() : node
    if (!Node.isObjectLiteralExpression(value)) return { returns, reason: 'Return the value itself, not MCP content.' }
    if (value.getProperty('isError') !== undefined)
      return { returns, reason: 'Throw an FwError instead of returning isError.' }
    if (value.getProperties().some((one) => Node.isSpreadAssignment(one)))
      return { returns, reason: 'Write the members of this result, because a spread object may have isError.' }
    if (hasReplacer(value))
      return { returns, reason: 'Return an object with the members that this replacer of JSON.stringify lets through.' }
    const text = findResult(value)
    if (text === undefined) return { returns, reason: 'Return the value itself. For images and files see toolContent.' }
    returns.push({ node, text: Node.isBlock(handler.getBody()) ? text : inExpression(text) })
  }
  return { returns }
}

/** Parenthesizes an object literal, because an arrow function would parse it as a block. */
function inExpression(text: string): string {
  return text.startsWith('{') ? `(${text})` : text
}

function listReturned(handler: ArrowFunction | FunctionExpression): readonly Node[] {
  const body = handler.getBody()
  if (!Node.isBlock(body)) return [body]
  return body
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((statement) => findFunctionAround(statement) === handler)
    .flatMap((statement) => statement.getExpression() ?? [])
}

/** Returns `structuredContent`, else the single text, without its JSON serialization. */
function findResult(result: ObjectLiteralExpression): string | undefined {
  const structured = initializer(result, 'structuredContent')
  if (structured !== undefined) return structured.getText()
  const content = initializer(result, 'content')
  if (!Node.isArrayLiteralExpression(content) || content.getElements().length !== 1) return undefined
  const [part] = content.getElements()
  if (!Node.isObjectLiteralExpression(part) || !/\btype: ['"]text['"]/.test(part.getText())) return undefined
  const text = initializer(part, 'text')
  return isStringified(text) ? text.getArguments()[0]?.getText() : text?.getText()
}

function isStringified(node: Node | undefined): node is CallExpression {
  return Node.isCallExpression(node) && node.getExpression().getText() === 'JSON.stringify'
}

/** Returns whether the text leaves out members of its value, or changes them. */
function hasReplacer(result: ObjectLiteralExpression): boolean {
  return result.getDescendantsOfKind(SyntaxKind.CallExpression).some((call) => {
    const replacer = call.getArguments()[1]
    return isStringified(call) && replacer !== undefined && !/^(?:null|undefined)$/.test(replacer.getText())
  })
}

function initializer(object: ObjectLiteralExpression, name: string): Node | undefined {
  const property = object.getProperty(name)
  if (Node.isShorthandPropertyAssignment(property)) return property.getNameNode()
  return Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
}
