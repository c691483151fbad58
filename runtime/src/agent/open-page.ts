/** The page that the user has open, as an agent's turn sees it. */
import type { Manifest } from '#contract/agent/manifest.ts'
import type { FollowedRead, TurnDeps } from '#contract/agent/turn-deps.ts'

/** Time in milliseconds that a turn waits for the page. */
const PAGE_WAIT_MS = 5_000

export class OpenPage {
  readonly #path: string | undefined
  readonly #deps: TurnDeps
  #read: FollowedRead<Manifest> | undefined

  /** `path`: undefined for a client without a page. */
  constructor(path: string | undefined, deps: TurnDeps) {
    this.#path = path
    this.#deps = deps
  }

  /**
   * Returns the manifest of the page; the same object until a write has changed the data of the page. Without a page it has no
   * content. If the page fails or doesn't finish in time, or this caller may not see it, the agent continues without the page's
   * content.
   */
  async read(): Promise<Manifest> {
    const path = this.#path
    if (this.#read === undefined || !(await this.#read.isCurrent()))
      this.#read = path === undefined ? keep(this.#createEmpty('/')) : await this.#follow(path)
    return this.#read.result
  }

  async #follow(path: string): Promise<FollowedRead<Manifest>> {
    const deps = this.#deps
    const follow = deps.followRead ?? readOnce
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It takes longer than ${PAGE_WAIT_MS} ms.`)), PAGE_WAIT_MS)
    })
    try {
      return await Promise.race([follow(() => deps.manifestFor(path)), late])
    } catch (error) {
      deps.warn(`The page ${path} failed, so the agent runs without its content.`, error)
      return keep(this.#createEmpty(path))
    } finally {
      clearTimeout(timer)
    }
  }

  #createEmpty(path: string): Manifest {
    return { fw: '1', path, components: [], stores: [], tools: this.#deps.tools, routes: [], skills: [] }
  }
}

function keep(manifest: Manifest): FollowedRead<Manifest> {
  return { result: manifest, isCurrent: () => true }
}

/** Without knowledge of writes, a turn reads the page once. */
async function readOnce(read: () => Promise<Manifest>): Promise<FollowedRead<Manifest>> {
  return keep(await read())
}
