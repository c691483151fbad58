/** Converts the results of an MCP tool handler to the values that they represent. */
import { type ArrowFunction, type FunctionExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph'

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
    .filter((statement) => statement.getFirstAncestor((node) => Node.isFunctionLikeDeclaration(node)) === handler)
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
  if (Node.isCallExpression(text) && text.getExpression().getText() === 'JSON.stringify')
    return text.getArguments()[0]?.getText()
  return text?.getText()
}

function initializer(object: ObjectLiteralExpression, name: string): Node | undefined {
  const property = object.getProperty(name)
  if (Node.isShorthandPropertyAssignment(property)) return property.getNameNode()
  return Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
}
