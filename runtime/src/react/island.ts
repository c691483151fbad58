/** `island()` for components of React. */
import type { ComponentType, ReactNode } from 'react'
import type { IslandOptions } from '#contract/intent.ts'
import type { IslandElement } from '#solid/island.ts'

const OPTIONS = new WeakMap<object, IslandOptions>()

/** A component of React that JSX of React and of Solid take alike, with these props and no others. */
export type ReactIsland<Props> = (props: Props) => IslandElement & ReactNode

/**
 * `export const Stars = island(StarsBody)` makes a React component (a function, a class, what `memo` gives) one that pages
 * and Solid components use as their own, with `options` for when it starts in the browser: by default as soon as the page
 * has loaded. Its props are data; functions too where a Solid island gives them.
 */
export function island<Props>(component: ComponentType<Props>, options?: IslandOptions): ReactIsland<Props> {
  if (options !== undefined) OPTIONS.set(component, options)
  // Whoever imports it from a Solid file gets the Solid component around it.
  return component as unknown as ReactIsland<Props>
}

/** What `island()` was told about the component. */
export function getIslandOptions(component: object): IslandOptions | undefined {
  return OPTIONS.get(component)
}
