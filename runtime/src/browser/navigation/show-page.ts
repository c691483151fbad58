/** Shows a fetched page in this document. */
import { swapBody } from './swap-body.ts'
import { updateHead } from './update-head.ts'

export { loadStyles } from './update-head.ts'

/** Solid's data of a page's islands (`SOLID_DATA_BOOTSTRAP`) by their ids, which start again on the next page. */
interface IslandData {
  _$HY?: { r: object }
}

/** Shows the page. Rejects if it couldn't be shown; the document is then inconsistent. */
export async function showPage(next: Document, event: NavigateEvent, transitions: boolean): Promise<void> {
  // Loaded only for pages with islands.
  const islands = document.querySelector('fw-island') && (await import('./end-islands.ts'))
  const swap = async () => {
    const data = globalThis as IslandData
    if (data._$HY) data._$HY.r = {}
    const { lang, dir } = next.documentElement
    Object.assign(document.documentElement, { lang, dir })
    const kept = swapBody(next, (staying) => islands?.endIslands(staying))
    updateHead(next)
    await islands?.renewState(kept)
    event.scroll()
    // The loader scans for islands again.
    document.dispatchEvent(new Event('fw:part'))
  }
  // Loaded only for apps that use transitions.
  await (transitions ? (await import('./swap-smoothly.ts')).swapSmoothly(swap) : swap())
}
