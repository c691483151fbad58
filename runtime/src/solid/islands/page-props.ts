/** Islands with `client:persist`, and those in their slots: each gets its props from every page that has it. Without Solid. */

type Props = Record<string, unknown>

/** By element: gives a live island the props of the page that is shown now. */
export const propSetters: WeakMap<Element, (props: Props) => void> = new WeakMap()
