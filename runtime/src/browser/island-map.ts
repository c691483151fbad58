/** The page's own list of its islands, which the server wrote: component names and the URLs of their modules. */

export interface IslandMap {
  /** Chunk id -> URL of its module; with `*` behind it, of what mounts its islands, where that is not `h`. */
  readonly m: Readonly<Record<string, string>>
  /** Component id (`<chunk>#<export>`) -> name. */
  readonly n: Readonly<Record<string, string>>
  /** URL of the module that exports `mountIsland`. */
  readonly h: string
}

/** Reads the map of the document as it is now: parts that arrived late bring maps of their own. */
export function readIslandMap(): IslandMap {
  const map = { m: {}, n: {}, h: '' }
  for (const part of document.querySelectorAll('script[id^=fw-islands]')) {
    const { m, n, h } = JSON.parse(part.textContent ?? '') as IslandMap // the server wrote it
    Object.assign(map.m, m)
    Object.assign(map.n, n)
    map.h = h
  }
  return map
}
