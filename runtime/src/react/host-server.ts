/** React components in pages and islands on the server. */
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { ssrForeign } from '#solid/islands/ssr-foreign.ts'
import { getIslandOptions } from './island.ts'

/**
 * Wraps a React component in a Solid component. The compiler writes this call where a Solid file imports a React
 * component.
 */
export function hostReact(component: ComponentType, id: string, name: string, isIsland: boolean) {
  return ssrForeign({
    id,
    name,
    library: 'React',
    isIsland,
    options: getIslandOptions(component),
    render: (props, identifierPrefix) => renderToString(createElement(component, props), { identifierPrefix }),
  })
}
