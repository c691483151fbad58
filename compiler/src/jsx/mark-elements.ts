/** In development: adds source positions to elements with bindings, for `window.fw.explain()`. */
import { type NodePath, types } from '@babel/core'
import type { ComponentModel } from '../model.ts'
import { PLACE_ATTRIBUTE } from '../overlay/explain.ts'
import { formatPosition } from './bindings.ts'

/** Marks the elements with bindings in `components`. `file` is relative to the app. */
export function markElements(
  program: NodePath<types.Program>,
  components: readonly ComponentModel[],
  file: string,
): void {
  const places = new Set(components.flatMap(({ bindings = [] }) => bindings.map(({ element }) => element)))
  if (places.size === 0) return
  program.traverse({
    JSXOpeningElement({ node }) {
      const place = formatPosition(node)
      if (!places.has(place)) return
      const value = types.stringLiteral(`${file}:${place}`)
      node.attributes.push(types.jsxAttribute(types.jsxIdentifier(PLACE_ATTRIBUTE), value))
    },
  })
}
