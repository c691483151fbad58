/** The parts of a live page that the server and the browser share. */

/** Id of the script that keeps a page current. Its data attributes are the receipt, the build, and whether the page has regions. */
export const LIVE_ELEMENT = 'fw-live'
/** Selects that script. HTML of users that an app has sanitized can have elements with any id, but no scripts. */
export const LIVE_SCRIPT = `script#${LIVE_ELEMENT}` as const
/** Start of the comment before a region. The name of the region follows. */
export const LIVE_REGION = 'fw-live '

/** A region in a document: siblings between two equal comments. */
export interface LiveRegion {
  readonly name: string | null
  readonly parent: Node & ParentNode
  readonly nodes: ChildNode[]
  readonly end: Node | null
}
