/** `island()` for components of React. */
import type { IslandOptions } from '#contract/intent.ts'
import type { IslandComponent } from '#solid/island.ts'

const OPTIONS = new WeakMap<object, IslandOptions>()

/**
 * `export const Stars = island(StarsBody)` makes a React component one that pages and Solid components use as their own,
 * with `options` for when it starts in the browser. Its props are data; functions too where a Solid island gives them.
 */
export function island<Props>(component: (props: Props) => unknown, options?: IslandOptions): IslandComponent<Props> {
  if (options !== undefined) OPTIONS.set(component, options)
  return component as IslandComponent<Props> // whoever imports it from a Solid file gets the Solid component around it
}

/** What `island()` was told about the component. */
export function optionsOf(component: object): IslandOptions | undefined {
  return OPTIONS.get(component)
}
