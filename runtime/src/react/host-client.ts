/** React components within Solid islands in the browser. */
import type { ComponentType } from 'react'
import { hostForeign } from '#solid/islands/host-foreign.ts'
import { mountReact } from './mount-react.ts'

/**
 * Wraps a React component in a Solid component. The compiler writes this call where a Solid file imports a React
 * component.
 */
export function hostReact(component: ComponentType): (props: Readonly<Record<string, unknown>>) => unknown {
  return hostForeign(mountReact, component)
}
