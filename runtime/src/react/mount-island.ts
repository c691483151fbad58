/** Starts an island that is a React component. Nothing of Solid is loaded for it. */
import type { ComponentType } from 'react'
import { foreignIslands } from '#solid/foreign-islands.ts'
import { propSetters } from '#solid/page-props.ts'
import { mountReact } from './mount-react.ts'

/** What the loader calls for islands of React, as it calls `mountIsland` of Solid for the others. */
export function mountReactIsland(
  element: Element,
  component: ComponentType,
  { props }: { readonly props: Readonly<Record<string, unknown>> },
): void {
  const id = element.getAttribute('i') ?? ''
  const root = mountReact(element, component, props, `i${id}-`)
  element.removeAttribute('r')
  if (element.closest('fw-island[keep]')) propSetters.set(element, (next) => root.update(next))
  foreignIslands.add({ id, end: () => root.unmount() })
}
