/** The page's own list of its islands, which the server wrote: component names and the URLs of their modules. */

export interface IslandMap {
  /** Chunk id -> URL of its module. */
  readonly m: Readonly<Record<string, string>>
  /** Component id (`<chunk>#<export>`) -> name. */
  readonly n: Readonly<Record<string, string>>
  /** URL of the module that exports `mountIsland`. */
  readonly h: string
}

/** Reads the map of the document as it is now. A page without islands has an empty one. */
export function readIslandMap(): IslandMap {
  return JSON.parse(document.getElementById('fw-islands')?.textContent ?? '{"m":{},"n":{},"h":""}')
}
