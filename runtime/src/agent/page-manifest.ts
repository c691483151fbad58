/** Reads the manifest of the page that the user has open, for a turn. */
import type { Manifest } from '#contract/agent/manifest.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'

/** Time in milliseconds that a turn waits for the page. */
const PAGE_WAIT_MS = 5_000

/**
 * Returns the manifest of the open page; without a page (`path` is undefined), a manifest without content. If the page fails or
 * doesn't finish in time, or this caller may not see it, the agent continues without the page's content.
 */
export async function readPageManifest(path: string | undefined, deps: TurnDeps): Promise<Manifest> {
  const { tools } = deps
  const none: Manifest = { fw: '1', path: path ?? '/', components: [], stores: [], tools, routes: [], skills: [] }
  if (path === undefined) return none
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It takes longer than ${PAGE_WAIT_MS} ms.`)), PAGE_WAIT_MS)
  })
  try {
    return await Promise.race([deps.manifestFor(path), late])
  } catch (error) {
    deps.warn(`The page ${path} failed, so the agent runs without its content.`, error)
    return none
  } finally {
    clearTimeout(timer)
  }
}
