/** A head node as data: printed on the server, compared on client navigation. */

export interface RenderedHeadNode {
  /** Begins with `fw-`. */
  readonly id: string
  readonly tag: 'title' | 'meta' | 'link' | 'script' | 'style' | 'base'
  readonly attrs?: Readonly<Record<string, string | true>>
  /** Content before it is escaped. */
  readonly text?: string
}
