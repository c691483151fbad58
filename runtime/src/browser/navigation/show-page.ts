/** Shows a fetched page in this document. */
import { getAgentNavigation } from './agent-navigation.ts'
import { swapBody } from './swap-body.ts'
import { updateHead } from './update-head.ts'

export { loadStyles } from './update-head.ts'

/** Solid's data of a page's islands (`SOLID_DATA_BOOTSTRAP`) by their ids, which start again on the next page. */
interface IslandData {
  _$HY?: { r: object }
}

/** A fetched page, and how it is shown. */
interface Showing {
  readonly next: Document
  /** Its final URL. */
  readonly url: string
  /** Absent if the document stays at its URL, as after a rejected form. */
  readonly event?: NavigateEvent
  /** URL of the page before it. */
  readonly before: string
  /** Whether the user stays at the same position if the page is shown again. */
  readonly keepsView: boolean
  readonly transitions: boolean
  /** Whether the document still shows the page before it. Called when everything has loaded, in the task that changes the document. */
  readonly isCurrent: () => boolean
}

/**
 * Shows the page. Resolves with whether it is a newer version of the page in the document, which was merged with it, or with
 * `undefined` if the user has left that page before, and then nothing changes. Rejects if it couldn't be shown; the document is
 * then inconsistent.
 */
export async function showPage(showing: Showing): Promise<boolean | undefined> {
  const { next, url, event, before, keepsView, transitions, isCurrent } = showing
  const { documentElement } = document
  const { lang, dir } = next.documentElement
  const isSame = new URL(before).pathname === new URL(url).pathname && lang === documentElement.lang
  // Loaded only for pages with islands.
  const islands = document.querySelector('fw-island') && (await import('./end-islands.ts'))
  const mergeBody = isSame && (await import('./merge-body.ts')).mergeBody
  const state = islands && isSame && (await importState())
  let isShown: boolean | undefined
  const swap = async () => {
    if (!isCurrent()) return
    isShown = isSame
    const data = globalThis as IslandData
    if (data._$HY) data._$HY.r = {}
    getAgentNavigation()?.show(event)
    Object.assign(documentElement, { lang, dir })
    const endIslands = islands?.disposeIslands
    const parts = state && endIslands && { endIslands, getSlots: state.getSlots }
    const kept = mergeBody ? mergeBody(next, parts || undefined, !event) : swapBody(next, endIslands)
    updateHead(next)
    await (state && islands ? state.updateState(kept, islands.renewStores) : islands?.renewState(kept))
    if (event && (!mergeBody || !keepsView || new URL(event.destination.url).hash)) event.scroll()
    // The loader scans for islands again.
    document.dispatchEvent(new Event('fw:part'))
  }
  // Loaded only for apps that use transitions.
  await (transitions && !mergeBody ? (await import('./swap-smoothly.ts')).swapSmoothly(swap) : swap())
  return isShown
}

const importState = () => import('./renew-props.ts').then(({ getSlots, updateState }) => ({ getSlots, updateState }))
