import { Node } from 'ts-morph'

/** Returns whether the node is a function of any form. `isFunctionLikeDeclaration` of ts-morph has no expressions. */
export function isFunctionNode(node: Node): boolean {
  return Node.isFunctionLikeDeclaration(node) || Node.isFunctionExpression(node)
}

/** Returns the innermost function around the node. */
export function findFunctionAround(node: Node): Node | undefined {
  return node.getFirstAncestor((one) => isFunctionNode(one))
}
