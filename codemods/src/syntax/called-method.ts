import { type CallExpression, Node } from 'ts-morph'

/** Returns the name of the called method, such as `get` in `app.get(…)`. */
export function getMethod(call: CallExpression): string | undefined {
  const callee = call.getExpression()
  return Node.isPropertyAccessExpression(callee) ? callee.getName() : undefined
}
