/** Pages that were made before an edit, and reached Vite's socket only after it: nobody told them, so they load again. */
import type { HotChannelClient, ViteDevServer } from 'vite'

export interface DevEdits {
  /** How many there were up to now. */
  count(): number
  /** Something that pages are made of changed. Comes before what is sent to them of it. */
  add(): void
  /** Answers the pages that this server's socket reaches. */
  watch(vite: ViteDevServer): void
}

/** What a page sends, once it hears of edits: the count at which it began to be made. */
const MADE_EVENT = 'fw:made'

/** Outlives the parts of dev. */
export function createDevEdits(): DevEdits {
  let count = 0
  return {
    count: () => count,
    add() {
      count += 1
    },
    watch({ environments: { client } }) {
      // A page hears of all that comes after this, be its own message late.
      const connectedAt = new WeakMap<HotChannelClient, number>()
      client.hot.on('vite:client:connect', (_data: unknown, page: HotChannelClient) => {
        connectedAt.set(page, count)
      })
      client.hot.on(MADE_EVENT, (madeAt: unknown, page: HotChannelClient) => {
        if (madeAt !== connectedAt.get(page)) page.send({ type: 'full-reload' })
      })
    },
  }
}

/**
 * Makes the pages load again that hear of edits. Vite would keep it for the next one to come, which is newer. `edits`: counts
 * it, where that has not been done.
 */
export function reloadPages({ ws, environments: { client } }: ViteDevServer, edits?: DevEdits): void {
  edits?.add()
  if (ws.clients.size > 0) client.hot.send({ type: 'full-reload' })
}
