/** `island()` for React components. */
import type { ComponentType, ReactNode } from 'react'
import type { IslandOptions } from '#contract/page/intent.ts'
import type { IslandElement } from '#solid/islands/island.ts'

const OPTIONS = new WeakMap<object, IslandOptions>()

/** A React component that both React's and Solid's JSX accept, with exactly these props. */
export type ReactIsland<Props> = (props: Props) => IslandElement & ReactNode

/**
 * Creates an island of a React component (a function, a class, or the result of `memo`), which pages and Solid components
 * use like their own components: `export const Stars = island(StarsBody)`. `options` sets when it starts in the browser;
 * by default it starts as soon as the page has loaded. Its props are data, and also functions if a Solid island passes
 * them.
 */
export function island<Props>(component: ComponentType<Props>, options?: IslandOptions): ReactIsland<Props> {
  if (options !== undefined) OPTIONS.set(component, options)
  // An import in a Solid file results in the Solid component around it.
  return component as unknown as ReactIsland<Props>
}

/** Returns the options that `island()` received for a component. */
export function getIslandOptions(component: object): IslandOptions | undefined {
  return OPTIONS.get(component)
}
