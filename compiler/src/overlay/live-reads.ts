/** The live reads of this page: what they depend on, and which write has refreshed them. */
import type { ExplainedRead, PageExplanation } from '@fw/runtime/contract'
import type { DevLiveList, DevLiveRead } from './live-list.ts'
import { createLivePanel } from './live-panel.ts'

/** URL that returns the last live reads and writes. */
export const LIVE_URL = '/_fw/dev/live'

/** Time in milliseconds in which reads that change together are collected. */
const TOGETHER_MS = 50

/** `fetch`, before the app can replace it. */
const ownFetch = globalThis.fetch.bind(globalThis)

/** Returns the live reads that the page shows. */
export async function explainPage(): Promise<PageExplanation> {
  return { reads: findShown(await loadReads(), listReceipts()) }
}

/** Lists the live reads of the page in a panel, and writes a line to the console when the page shows a newer state of one. */
export function watchLiveReads(): void {
  const panel = createLivePanel()
  /** All receipts of this document. The first list may already contain a newer state than the page has shown first. */
  const seen = new Set<string>()
  /** Time of the state that had its line, by read. */
  const reported = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = Promise.resolve()
  const show = async (): Promise<void> => {
    const reads = await loadReads()
    const current = findShown(reads, listReceipts())
    panel.show(current)
    const states = findShown(reads, [...seen])
    for (const read of current) {
      const key = createKey(read)
      const isNewer = states.some((state) => createKey(state) === key && state.at !== read.at)
      if (isNewer && reported.get(key) !== read.at && read.refreshedBy !== undefined) {
        reported.set(key, read.at)
        console.info(describe(read))
      }
    }
  }
  const update = (): void => {
    for (const receipt of listReceipts()) seen.add(receipt)
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
  return document.querySelector<HTMLElement>('script#fw-live')?.dataset.live
}

async function loadReads(): Promise<readonly DevLiveRead[]> {
  const response = await ownFetch(LIVE_URL)
  if (!response.ok) throw new Error(`${LIVE_URL} failed with status ${response.status}.`)
  const { reads } = (await response.json()) as DevLiveList
  return reads
}

/** Returns the states that were shown with the receipts, in their order. */
function findShown(reads: readonly DevLiveRead[], receipts: readonly string[]): readonly ExplainedRead[] {
  return receipts.flatMap((receipt) => {
    for (const { states, ...read } of reads)
      for (const { receipts, ...state } of states)
        if (receipts.some((start) => receipt.startsWith(start))) return { ...read, ...state }
    return []
  })
}

function createKey({ read, input }: ExplainedRead): string {
  return `${read} ${JSON.stringify(input)}`
}

function describe({ read, tags, refreshedBy }: ExplainedRead): string {
  const { by = '', tags: written = [] } = refreshedBy ?? {}
  const common = written.filter((tag) => tags.includes(tag))
  const what = common.length === 0 ? 'changed its data' : `invalidated ${common.join(', ')}`
  return `[fw] ${read} was read again: ${by} ${what}`
}
