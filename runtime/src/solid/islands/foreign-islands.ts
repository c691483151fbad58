/** Mounted islands of other libraries than Solid. Doesn't import Solid, which pages with only such islands don't load. */

interface ForeignIsland {
  readonly id: string
  /** Unmounts it. */
  end(): void
}

/** Mounted islands. Navigation unmounts and removes them. */
export const foreignIslands: Set<ForeignIsland> = new Set()
