/** Mounted islands of other libraries than Solid. Doesn't import Solid, which pages with only such islands don't load. */

interface ForeignIsland {
  /** A page that keeps the island may give it another id. */
  readonly id: string
  readonly host: Element
  /** Renders it with new props. */
  update(props: Record<string, unknown>): void
  /** Unmounts it. */
  end(): void
}

/** Mounted islands. Navigation unmounts and removes them. */
export const foreignIslands: Set<ForeignIsland> = new Set()

/** Work that such a library has postponed, such as effects. The library sets `finish`, which completes it. */
export const pendingWork: { finish?(): void } = {}
