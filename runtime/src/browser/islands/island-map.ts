/** The page's map of its islands, which the server wrote: component names and the URLs of their modules. */
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'

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
  /** Nonce of the document, if it has a policy. */
  readonly own?: string | undefined
}

/**
 * Reads the current map of the document; `h` is empty until a map has arrived. In a page that is still loading, a map follows its
 * islands, so each of them is complete. Late parts of the page have their own maps. HTML of users that an app has sanitized can have
 * elements with any id, but no scripts. Under a content security policy, scripts in markup that was injected into the page don't have the
 * nonce of the document.
 */
export function readIslandMap(): IslandMap {
  const own = document.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce
  const map = { m: {}, n: {}, h: '', own }
  for (const { nonce, text } of document.querySelectorAll<HTMLScriptElement>('script[id^=fw-islands]'))
    if (!own || nonce === own) {
      const { m, n, h } = JSON.parse(text) as IslandMap // the server wrote it
      Object.assign(map.m, m)
      Object.assign(map.n, n)
      map.h = h
    }
  return map
}
