/**
 * `<select value={…}>` and `<textarea value={…}>` in browser code: a directive shows the value when the element hydrates. Solid sets
 * properties only when it creates an element, or when they change.
 */
import { type NodePath, types } from '@babel/core'

/** Adds the directive, whose function has the name `local`. Returns whether the module has such an element. */
export function showValues(program: NodePath<types.Program>, local: string): boolean {
  let isFound = false
  program.traverse({
    JSXOpeningElement({ node }) {
      if (!types.isJSXIdentifier(node.name) || !/^(?:select|textarea)$/.test(node.name.name)) return
      const value = node.attributes.map((attribute) => readValue(attribute)).find((found) => found !== undefined)
      if (value === undefined) return
      isFound = true
      const name = types.jsxNamespacedName(types.jsxIdentifier('use'), types.jsxIdentifier(local))
      node.attributes.push(types.jsxAttribute(name, types.jsxExpressionContainer(types.cloneNode(value))))
    },
  })
  return isFound
}

function readValue(attribute: types.JSXOpeningElement['attributes'][number]): types.Expression | undefined {
  if (!types.isJSXAttribute(attribute) || !types.isJSXExpressionContainer(attribute.value)) return undefined
  const { name, value } = attribute
  const isValue = types.isJSXNamespacedName(name)
    ? name.namespace.name === 'prop' && name.name.name === 'value'
    : name.name === 'value'
  return isValue && types.isExpression(value.expression) ? value.expression : undefined
}
