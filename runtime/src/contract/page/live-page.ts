/** The parts of a live page that the server and the browser share. */

/**
 * Id of the script that keeps a page current. Its data attributes are the receipt of its reads (`live`), its build and user (`page`), the
 * places of its regions, if only these change (`regions`), and whether it has islands (`islands`).
 */
export const LIVE_ELEMENT = 'fw-live'
/** Selects that script. HTML of users that an app has sanitized can have elements with any id, but no scripts. */
export const LIVE_SCRIPT = `script#${LIVE_ELEMENT}` as const
/** The comments before and after a region. */
export const LIVE_REGION = 'fw-live'
export const LIVE_REGION_END = '/fw-live'

/** A region in a document: siblings in `parent` before `end`. */
export interface LiveRegion {
  readonly parent: Node & ParentNode
  readonly nodes: readonly ChildNode[]
  readonly end: Node | null
}
