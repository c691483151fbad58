/** A page of this app as a manifest or an agent names it, such as `/orders?open=1`. */
export interface PageTarget {
  /** In canonical form. */
  readonly path: string
  /** Without its `?`. */
  readonly query: string
}
