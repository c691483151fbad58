/**
 * Components of another library in the browser: inside a Solid island they get an element and their props; as islands of
 * their own they do without Solid.
 */
import { createEffect, onCleanup } from 'solid-js'
import { getNextElement, template } from 'solid-js/web'

type Props = Readonly<Record<string, unknown>>

/** A component that another library shows in an element. */
interface ForeignRoot {
  /** Shows it with these props from now on. */
  update(props: Props): void
  unmount(): void
}

/**
 * Hydrates what the server put into `element`, or renders into an empty one. `place`: what ids made in it begin with, on
 * the server as here; undefined where the server made none. Throws what the component throws.
 */
export type ForeignMount<Component> = (
  element: Element,
  component: Component,
  props: Props,
  place: string | undefined,
) => ForeignRoot

/** The Solid component around a component of another library: its props are followed, one by one. */
export function hostForeign<Component>(
  mount: ForeignMount<Component>,
  component: Component,
): (props: Props) => unknown {
  return (props) => {
    const element = getNextElement(HOST)
    let root: ForeignRoot | undefined
    createEffect(() => {
      const now = { ...props }
      if (root === undefined) root = mount(element, component, now, element.getAttribute('data-hk') ?? undefined)
      else root.update(now)
    })
    onCleanup(() => root?.unmount())
    return element
  }
}

const HOST = template('<fw-host>')
