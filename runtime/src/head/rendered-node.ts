/** A node of the head as data: printed on the server, compared on client navigation. */

export interface RenderedHeadNode {
  /** Begins with `fw-`. */
  readonly id: string
  readonly tag: 'title' | 'meta' | 'link' | 'script' | 'style' | 'base'
  readonly attrs?: Readonly<Record<string, string | true>>
  /** What stands inside, before it is escaped for its place. */
  readonly text?: string
}
