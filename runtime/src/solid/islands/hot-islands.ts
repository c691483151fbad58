/** The islands of the page as `fw dev` made them, for those that are made anew after an edit. No build has any of this. */
import type { Owner } from 'solid-js'
import type { createComponent } from 'solid-js/web'
import { beginIsland, type Former } from './kept-state.ts'

/** What an island is made of. */
export interface HotIsland {
  /** Undefined before its component ran. */
  readonly root: Owner | undefined
  readonly component: Parameters<typeof createComponent>[0]
  readonly name: string
  /** Slots are bound to it already. */
  readonly props: Record<string, unknown>
  scan(root: ParentNode): void
  /** What it kept before it failed, for the next edit, and the islands that stood in its slots. */
  readonly former?: Former | undefined
  readonly inside?: SlottedIslands
}

/** Islands, with what read the slot in which they stand. */
export type SlottedIslands = readonly (readonly [Element, Owner])[]

/** By element. What the page has lost is sorted out when somebody asks. */
export const hotIslands: Map<Element, HotIsland> = new Map()

/** What the islands begin with that are being made anew. */
export const formers: Map<Element, Former> = new Map()

/** An island starts: its component runs next, under `root`. */
export function rememberIsland(element: Element, island: HotIsland): void {
  hotIslands.set(element, island)
  if (island.root) beginIsland(island.root, island.name, formers.get(element))
}
