/**
 * Components of another library inside a Solid island in the browser: they get an element and their props. Islands of
 * such a library don't use this module, and run without Solid.
 */
import { createEffect, onCleanup } from 'solid-js'
import { getNextElement, template } from 'solid-js/web'

type Props = Readonly<Record<string, unknown>>

/** A component of another library, mounted in an element. */
interface ForeignRoot {
  /** Renders the component with new props. */
  update(props: Props): void
  unmount(): void
}

/**
 * Hydrates the server's content of `element`, or renders into an empty element. `place` is the prefix of ids that the
 * component creates, the same as on the server; undefined if the server rendered nothing. Throws the component's errors.
 */
export type ForeignMount<Component> = (
  element: Element,
  component: Component,
  props: Props,
  place: string | undefined,
) => ForeignRoot

/** Wraps a component of another library in a Solid component that passes on changes of each prop. */
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
