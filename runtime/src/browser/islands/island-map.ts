/** The page's map of its islands, which the server wrote: component names and the URLs of their modules. */

interface IslandMap {
  /**
   * Maps a chunk id to the path of its module, without the slash at its start; with the suffix `*`, to the module that mounts its
   * islands, if it isn't `h`.
   */
  readonly m: Readonly<Record<string, string>>
  /** Maps a component id (`<chunk>#<export>`) to its name. */
  readonly n: Readonly<Record<string, string>>
  /** Path of the module that exports `mountIsland`. */
  readonly h: string
}

/** Selects the maps. HTML of users that an app has sanitized can have elements with any id, but no scripts. */
export const ISLAND_MAPS = 'script[id^=fw-islands]'

/** Reads the current map of the document. Late parts of the page have their own maps. */
export function readIslandMap(): IslandMap {
  const map = { m: {}, n: {}, h: '' }
  for (const part of document.querySelectorAll<HTMLScriptElement>(ISLAND_MAPS)) {
    const { m, n, h } = JSON.parse(part.text) as IslandMap // the server wrote it
    Object.assign(map.m, m)
    Object.assign(map.n, n)
    map.h = h
  }
  return map
}
