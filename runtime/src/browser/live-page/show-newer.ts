/** Shows a newer version of a live page without islands: the whole page, or its `<Live>` regions. Loaded with the first change. */
import type { LiveRegion } from '#contract/page/live-page.ts'
import { keepChoices } from './keep-choices.ts'
import { findRegions, getLiveData, joinNames, readAgentNavigation } from './live-data.ts'
import { mergeRegions, toRegion } from './merge-nodes.ts'

/** Merges the page. Returns `false` if the browser has to load it: it is of another build or user, has islands, or isn't live. */
export function showNewer(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const pages = [document, page]
  const [own, newer] = pages.map(getLiveData)
  if (!own || !newer || own.page !== newer.page || newer.islands) return false
  readAgentNavigation()?.show()
  const { activeElement: focused } = document
  const restoreChoices = keepChoices()
  let [regions = [], next = []] = own.regions === undefined ? [] : pages.map(findRegions)
  if (regions.length === 0 || joinNames(regions) !== joinNames(next)) {
    document.title = page.title
    ;[regions = [], next = []] = pages.map(({ body }) => [toRegion(body)])
  }
  own.live = newer.live
  regions.forEach((region, index) => {
    mergeRegions(region, next[index] as LiveRegion) // as many
  })
  restoreChoices()
  // A browser without `moveBefore` takes the focus from an element that it moves.
  ;(focused as HTMLElement | null)?.focus({ preventScroll: true }) // an element that has the focus can take it
  return true
}
