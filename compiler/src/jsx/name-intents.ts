/** Passes the component's name to each `intent()` call: minified function names cannot say it at run time. */
import { type NodePath, types } from '@babel/core'
import { findExports } from './exports.ts'

/** `intent('add', {…})` in `AddToCart` becomes `intent('add', {…}, 'AddToCart')`. */
export function nameIntents(program: NodePath<types.Program>): void {
  const locals = intentLocals(program.node)
  if (locals.size === 0) return
  for (const [component, path] of findExports(program).functions) {
    if (!/^[A-Z]/.test(component)) continue
    path.traverse({
      CallExpression({ node }) {
        if (node.callee.type !== 'Identifier' || !locals.has(node.callee.name) || node.arguments.length !== 2) return
        node.arguments.push(types.stringLiteral(component))
      },
    })
  }
}

function intentLocals(program: types.Program): ReadonlySet<string> {
  const locals = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== '@fw/runtime') continue
    for (const specifier of statement.specifiers)
      if (
        specifier.type === 'ImportSpecifier' &&
        specifier.imported.type === 'Identifier' &&
        specifier.imported.name === 'intent'
      )
        locals.add(specifier.local.name)
  }
  return locals
}
