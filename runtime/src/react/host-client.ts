/** React components inside of Solid islands in the browser. */
import type { ComponentType } from 'react'
import { hostForeign } from '#solid/host-foreign.ts'
import { mountReact } from './mount-react.ts'

/** The Solid component around a React component. The compiler writes this call where a Solid file imports one. */
export function hostReact(component: ComponentType): (props: Readonly<Record<string, unknown>>) => unknown {
  return hostForeign(mountReact, component)
}
