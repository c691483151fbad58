/** The page's map of its islands, which the server wrote: component names and the URLs of their modules. */

interface IslandMap {
  /**
   * Maps a chunk id to the URL of its module; with the suffix `*`, to the module that mounts its islands, if it isn't
   * `h`.
   */
  readonly m: Readonly<Record<string, string>>
  /** Maps a component id (`<chunk>#<export>`) to its name. */
  readonly n: Readonly<Record<string, string>>
  /** URL of the module that exports `mountIsland`. */
  readonly h: string
}

/** Reads the current map of the document. Late parts of the page have their own maps. */
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
