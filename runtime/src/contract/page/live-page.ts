/** The parts of a live page that the server and the browser share. */

/**
 * Id of the script that keeps a page current. Its data attributes are the receipt of its reads (`live`), its build and user (`page`),
 * whether only its regions change (`regions`), and whether it has islands (`islands`).
 */
export const LIVE_ELEMENT = 'fw-live'
/** Selects that script. HTML of users that an app has sanitized can have elements with any id, but no scripts. */
export const LIVE_SCRIPT = `script#${LIVE_ELEMENT}` as const
/** Start of the comment before a region. Its place in the page follows. */
export const LIVE_REGION = 'fw-live '
/** The comment after a region. */
export const LIVE_REGION_END = '/fw-live'

/** A region in a document: siblings in `parent` before `end`. */
export interface LiveRegion {
  /** The comment before it; empty for the children of an element. */
  readonly name: string
  readonly parent: Node & ParentNode
  readonly nodes: readonly ChildNode[]
  readonly end: Node | null
}
