/** The islands of this page that another library than Solid has mounted. Without Solid, so that a page of them needs none. */

interface ForeignIsland {
  readonly id: string
  /** Unmounts it. */
  end(): void
}

/** Until their page goes: navigation ends them. */
export const foreignIslands: Set<ForeignIsland> = new Set()
