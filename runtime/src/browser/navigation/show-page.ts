/** Shows a fetched page in this document. */
import { swapBody } from './swap-body.ts'
import { updateHead } from './update-head.ts'

/** Solid's data of the islands of a page (`SOLID_DATA_BOOTSTRAP`), by their ids: those of the next page begin again. */
interface IslandData {
  _$HY?: { r: object }
}

/** Rejects when the page could not be shown; the document is then neither page. */
export async function showPage(next: Document, event: NavigateEvent, transitions: boolean): Promise<void> {
  // Only pages with islands pay for what ends them.
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
    // The loader looks for islands again.
    document.dispatchEvent(new Event('fw:part'))
  }
  // Few apps ask for them: the others do not pay.
  await (transitions ? (await import('./swap-smoothly.ts')).swapSmoothly(swap) : swap())
}
