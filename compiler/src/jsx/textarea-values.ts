/**
 * `<textarea value={text}>` on the server: browsers ignore an attribute `value` in HTML, so the value becomes a spread, whose
 * value the renderer prints as content.
 */
import { type NodePath, types } from '@babel/core'

/** Rewrites the values of all `<textarea>` in server code. Those in browser code are properties and stay. */
export function spreadTextareaValues(program: NodePath<types.Program>): void {
  program.traverse({
    JSXOpeningElement({ node }) {
      if (!types.isJSXIdentifier(node.name, { name: 'textarea' })) return
      node.attributes = node.attributes.map((attribute) => toSpread(attribute) ?? attribute)
    },
  })
}

function toSpread(attribute: types.JSXOpeningElement['attributes'][number]): types.JSXSpreadAttribute | undefined {
  if (!types.isJSXAttribute(attribute) || !isValue(attribute.name)) return undefined
  const { value } = attribute
  const expression = types.isJSXExpressionContainer(value) ? value.expression : value
  if (!types.isExpression(expression)) return undefined
  return types.jsxSpreadAttribute(types.objectExpression([types.objectProperty(types.identifier('value'), expression)]))
}

function isValue(name: types.JSXAttribute['name']): boolean {
  if (types.isJSXIdentifier(name)) return name.name === 'value'
  return name.namespace.name === 'prop' && name.name.name === 'value'
}
