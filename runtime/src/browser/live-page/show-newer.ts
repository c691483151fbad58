/** Shows a newer version of a live page: the whole page, or its `<Live>` regions. */
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'
import { LIVE_REGION, LIVE_REGION_END, LIVE_SCRIPT, type LiveRegion } from '#contract/page/live-page.ts'
import { mergeRegions, toRegion } from './merge-nodes.ts'

/** Returns the part of an agent's tools in navigations. A file for this function would be another one of the page. */
export function readAgentNavigation(): AgentNavigation | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for(AGENT_NAVIGATION_KEY)] as AgentNavigation | undefined // set by `page-cause.ts`
}

/** `NodeFilter.SHOW_COMMENT`, in fewer bytes. */
const SHOW_COMMENT = 128

/** Finds the regions of a page. */
export function findRegions({ body }: Document): LiveRegion[] {
  const regions: LiveRegion[] = []
  const comments = document.createTreeWalker(body, SHOW_COMMENT)
  while (comments.nextNode()) {
    let end = comments.currentNode as ChildNode
    if (end.nodeValue === LIVE_REGION) {
      const nodes: ChildNode[] = []
      // The server writes both comments.
      for (end = end.nextSibling as ChildNode; end.nodeValue !== LIVE_REGION_END; end = end.nextSibling as ChildNode)
        nodes.push(end)
      regions.push({ parent: end.parentNode as Element, nodes, end })
    }
  }
  return regions
}

/** Returns the data of the page's script. HTML of users is in an element of the page, so it has no script here. */
export function getLiveData(page: Document): DOMStringMap | undefined {
  return page.querySelector<HTMLElement>(`body>${LIVE_SCRIPT}`)?.dataset
}

/**
 * Selects what the user has chosen: checked boxes and buttons, and options of menus, that the page hasn't checked. The first option of
 * a menu is chosen by itself.
 */
const CHOSEN = ':checked:not(:default,select:not(:has(:default)) :first-child)'

/** Merges the page. Returns `false` if it's of another build or user, or not a live page. */
export function showNewer(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const pages = [document, page]
  const [own, newer] = pages.map(getLiveData)
  // A page with a refused form, which has come meanwhile, stays.
  if (!own || own.page !== newer?.page) return !own
  readAgentNavigation()?.show()
  const { activeElement: focused } = document
  const chosen = document.querySelectorAll<HTMLInputElement & HTMLOptionElement>(CHOSEN)
  own.live = newer?.live
  document.title = page.title
  const [regions, next] = pages.map(
    own.regions && own.regions === newer?.regions ? findRegions : ({ body }) => [toRegion(body)],
  ) as [LiveRegion[], LiveRegion[]] // two pages
  regions.forEach((region, index) => {
    mergeRegions(region, next[index] as LiveRegion) // as many
  })
  // A choice of the page has replaced that of the user in a group of buttons, or in a menu.
  for (const choice of chosen)
    choice.checked = choice.selected = true
    // A browser without `moveBefore` takes the focus from an element that it moves.
  ;(focused as HTMLElement | null)?.focus({ preventScroll: true }) // an element that has the focus can take it
  return true
}
