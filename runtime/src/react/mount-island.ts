/** Starts an island that is a React component, without loading Solid. */
import type { ComponentType } from 'react'
import { foreignIslands } from '#solid/islands/foreign-islands.ts'
import { propSetters } from '#solid/islands/page-props.ts'
import { mountReact } from './mount-react.ts'

/** Starts a React island. The loader calls it in place of Solid's `mountIsland`. */
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
