/** The live reads of this page: which write has refreshed them. */
import type { ExplainedRead, PageExplanation } from '@fw/runtime/contract'
import type { DevLiveList } from './live-list.ts'

/** URL that returns the last live reads and writes. */
export const LIVE_URL = '/_fw/dev/live'

/** Time in milliseconds in which reads that change together are collected. */
const TOGETHER_MS = 50

/** `fetch`, before the app can replace it. */
const ownFetch = globalThis.fetch.bind(globalThis)

/** Returns the live reads that the page shows. */
export async function explainPage(): Promise<PageExplanation> {
  const response = await ownFetch(LIVE_URL)
  if (!response.ok) throw new Error(`${LIVE_URL} failed with status ${response.status}.`)
  return { reads: findShown(await response.json()) }
}

/** Writes a line to the console whenever the page shows a newer state of a read. */
export function watchLiveReads(): void {
  /** Time of the shown state, by read. */
  const shown = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = Promise.resolve()
  const show = async (): Promise<void> => {
    const { reads } = await explainPage()
    for (const read of reads) {
      const key = `${read.read} ${JSON.stringify(read.input)}`
      const before = shown.get(key)
      if (before !== undefined && before !== read.at && read.refreshedBy !== undefined) console.info(describe(read))
      shown.set(key, read.at)
    }
  }
  const update = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // The server is restarting.
      turn = turn.then(show).catch(() => undefined)
    }, TOGETHER_MS)
  }
  let page: string | undefined
  const followPage = (): void => {
    const receipt = readPageReceipt()
    if (receipt === page) return
    page = receipt
    update()
  }
  // The runtime has the same literal, because it loads separately.
  document.addEventListener('fw:live-reads', update)
  // A newer version of a page with islands replaces the element with the receipt.
  new MutationObserver(followPage).observe(document, { subtree: true, childList: true, attributeFilter: ['data-live'] })
  followPage()
  if (listReceipts().length > 0) update()
}

function listReceipts(): readonly string[] {
  const islands = (globalThis as { fwLiveReceipts?: readonly string[] }).fwLiveReceipts ?? [] // set by the runtime
  const page = readPageReceipt()
  return page === undefined ? islands : [page, ...islands]
}

/** Returns the receipt of a live page. */
function readPageReceipt(): string | undefined {
  return document.getElementById('fw-live')?.dataset.live
}

function findShown({ reads }: DevLiveList): readonly ExplainedRead[] {
  return listReceipts().flatMap((receipt) => {
    for (const { states, ...read } of reads)
      for (const { receipts, ...state } of states)
        if (receipts.some((start) => receipt.startsWith(start))) return { ...read, ...state }
    return []
  })
}

function describe({ read, tags, refreshedBy }: ExplainedRead): string {
  const { by = '', tags: written = [] } = refreshedBy ?? {}
  const common = written.filter((tag) => tags.includes(tag))
  const what = common.length === 0 ? 'changed its data' : `invalidated ${common.join(', ')}`
  return `[fw] ${read} was read again: ${by} ${what}`
}
