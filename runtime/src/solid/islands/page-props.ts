/** Props of islands with `client:persist`, and of islands in their slots: each page passes new ones. Doesn't import Solid. */

type Props = Record<string, unknown>

/** By element: a function that passes the props of the current page to a mounted island. */
export const propSetters: WeakMap<Element, (props: Props) => void> = new WeakMap()
