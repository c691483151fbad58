/** Records how `fw dev` has mounted the islands of the page, to recreate them after an edit. Never part of a build. */
import type { Owner } from 'solid-js'
import type { createComponent } from 'solid-js/web'
import { beginIsland, type Former } from './kept-state.ts'

/** The arguments of an island. */
export interface HotIsland {
  /** Undefined after a failure. */
  readonly root: Owner | undefined
  readonly component: Parameters<typeof createComponent>[0]
  readonly name: string
  /** Props, including the bound slots. */
  readonly props: Record<string, unknown>
  scan(root: ParentNode): void
  /** State of the island before it failed, for the next edit, and the islands in its slots. */
  readonly former?: Former | undefined
  readonly inside?: SlottedIslands
}

/** Islands, each with the owner that reads the slot around it. */
export type SlottedIslands = readonly (readonly [Element, Owner])[]

/** Islands by element. `listLiveIslands` deletes entries of removed elements. */
export const hotIslands: Map<Element, HotIsland> = new Map()

/** Initial state of the islands that are being recreated. */
export const formers: Map<Element, Former> = new Map()

/** Records an island before its component runs under `root`. */
export function rememberIsland(element: Element, island: HotIsland): void {
  hotIslands.set(element, island)
  if (island.root) beginIsland(island.root, island.name, formers.get(element))
}
