/** What the handler of an MCP tool answers, as the value that it stands for. */
import { type ArrowFunction, type FunctionExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph'

export interface ToolResult {
  /** Expressions and what they become. */
  readonly returns: readonly { readonly node: Node; readonly text: string }[]
  /** Why a person has to do it. */
  readonly reason?: string
}

export function toolResult(handler: ArrowFunction | FunctionExpression): ToolResult {
  const returns: { node: Node; text: string }[] = []
  for (const node of returned(handler)) {
    const value = Node.isParenthesizedExpression(node) ? node.getExpression() : node
    if (!Node.isObjectLiteralExpression(value)) return { returns, reason: 'Return the value itself, not MCP content.' }
    if (value.getProperty('isError') !== undefined)
      return { returns, reason: 'Throw an FwError where this answers with isError.' }
    const text = answerOf(value)
    if (text === undefined)
      return { returns, reason: 'Return the value itself; for pictures and files see toolContent.' }
    returns.push({ node, text: Node.isBlock(handler.getBody()) ? text : inExpression(text) })
  }
  return { returns }
}

/** An object as the body of an arrow function would be a block. */
function inExpression(text: string): string {
  return text.startsWith('{') ? `(${text})` : text
}

function returned(handler: ArrowFunction | FunctionExpression): readonly Node[] {
  const body = handler.getBody()
  if (!Node.isBlock(body)) return [body]
  return body
    .getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((statement) => statement.getFirstAncestor((node) => Node.isFunctionLikeDeclaration(node)) === handler)
    .flatMap((statement) => statement.getExpression() ?? [])
}

/** `structuredContent`, else the one text, without the JSON that it was written as. */
function answerOf(result: ObjectLiteralExpression): string | undefined {
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
