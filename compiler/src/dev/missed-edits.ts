/** Reloads pages that were rendered before an edit but connected to Vite's socket after it: they missed the update. */
import type { HotChannelClient, ViteDevServer } from 'vite'

export interface MissedEdits {
  /** Returns the number of edits so far. */
  count(): number
  /** Counts a change of something that pages are made of. Call it before pages are notified of the change. */
  add(): void
  /** Handles the messages of pages that this server's socket reaches. */
  watch(vite: ViteDevServer): void
}

/** Event that a page sends once it receives updates: the count of edits when its rendering began. */
const MADE_EVENT = 'fw:made'

/** Creates the counter, which outlives a restart of dev's parts. */
export function createMissedEdits(): MissedEdits {
  let count = 0
  return {
    count: () => count,
    add() {
      count += 1
    },
    watch({ environments: { client } }) {
      // A page receives all later updates, even if its own message arrives late.
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
 * Reloads the connected pages. Vite would otherwise store the message for the next page to connect, which is newer.
 * `edits` counts the reload, if it isn't counted already.
 */
export function reloadPages({ ws, environments: { client } }: ViteDevServer, edits?: MissedEdits): void {
  edits?.add()
  if (ws.clients.size > 0) client.hot.send({ type: 'full-reload' })
}
