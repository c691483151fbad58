/** `innerHTML={…}`: the value gets no marks of the framework into the page (`disableMarks`). */
import { type NodePath, types } from '@babel/core'

/** Wraps the values in calls of `local`. Returns whether the module has one. Elements with spread props do it at run time. */
export function wrapRawHtml(program: NodePath<types.Program>, local: string): boolean {
  let isFound = false
  program.traverse({
    JSXAttribute({ node, parent }) {
      const { value } = node
      if (!types.isJSXIdentifier(node.name, { name: 'innerHTML' }) || !types.isJSXExpressionContainer(value)) return
      const { expression } = value
      if (!types.isExpression(expression) || types.isStringLiteral(expression) || !isElement(parent)) return
      isFound = true
      value.expression = types.callExpression(types.identifier(local), [expression])
    },
  })
  return isFound
}

/** Whether it is an element whose content is HTML. */
function isElement(parent: types.Node): boolean {
  if (!types.isJSXOpeningElement(parent) || !types.isJSXIdentifier(parent.name)) return false
  return /^[a-z]/.test(parent.name.name) && !/^(?:script|style)$/.test(parent.name.name)
}
