/** Starts an island that is a React component, without loading Solid. */
import type { ComponentType } from 'react'
import { foreignIslands } from '#solid/islands/foreign-islands.ts'
import { mountReact } from './mount-react.ts'

/** Starts a React island. The loader calls it in place of Solid's `mountIsland`. */
export function mountReactIsland(
  element: Element,
  component: ComponentType,
  { props }: { readonly props: Readonly<Record<string, unknown>> },
): void {
  const root = mountReact(element, component, props, `i${element.getAttribute('i')}-`)
  element.removeAttribute('r')
  foreignIslands.add({
    get id() {
      return `${element.getAttribute('i')}`
    },
    host: element,
    update: (next) => root.update(next),
    end: () => root.unmount(),
  })
}
