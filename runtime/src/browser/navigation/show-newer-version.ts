/**
 * Shows a newer version of a live page with islands. Loaded when such a page changes. It imports the code of navigation
 * dynamically, because other pages would load more for a file that is shared.
 */
import { LIVE_SCRIPT, type LiveRegion } from '#contract/page/live-page.ts'
import { findRegions, joinNames } from '../live-page/live-data.ts'
import { getAgentNavigation } from './agent-navigation.ts'
import type { KeptIslands } from './kept-islands.ts'
import type { Merge } from './merge-nodes.ts'
import { parsePage } from './next-page.ts'
import { ownNonce } from './own-nonce.ts'
import { removeNode } from './remove-node.ts'

/**
 * Merges the page, or its regions, unless the user has left it. Islands that stay get their new props. Returns `false` if it's of
 * another build or user, or not a live page.
 */
export async function showNewerVersion(html: string, headers: Headers): Promise<boolean> {
  const next = parsePage(html, headers)
  if (!next) return false
  const { href } = location
  const isCurrent = () => href === location.href
  const nonce = ownNonce()
  const [own, newer] = [document, next].map(
    (page) =>
      [...page.querySelectorAll<HTMLElement>(LIVE_SCRIPT)].find((script) => !nonce || script.nonce === nonce)?.dataset,
  )
  if (!own || !newer || own.page !== newer.page) return false
  const nextRegions = own.regions === undefined ? [] : findRegions(next)
  const parts = nextRegions.length > 0 ? await importParts() : undefined
  if (!isCurrent()) return true
  const regions = findRegions(document)
  // An island may show a slot with a region that it doesn't show at first.
  if (parts && joinNames(regions) === joinNames(nextRegions)) {
    getAgentNavigation()?.show()
    own.live = newer.live
    await showRegions(regions, nextRegions, next, parts)
  } else {
    const { loadStyles, showPage } = await import('./show-page.ts')
    await loadStyles(next)
    await showPage({ next, url: href, before: href, keepsView: true, transitions: false, isCurrent })
  }
  return true
}

/** Elements with data of the islands, which are outside of regions. */
const PAGE_DATA = 'body>script[type="application/json"][id^=fw-]'

async function importParts() {
  const [{ disposeIslands, renewStores }, { getSlots, updateState }, { mergeSiblings }] = await Promise.all([
    import('./end-islands.ts'),
    import('./renew-props.ts'),
    import('./merge-body.ts'),
  ])
  return { disposeIslands, renewStores, getSlots, updateState, mergeSiblings }
}

async function showRegions(
  regions: readonly LiveRegion[],
  nextRegions: readonly LiveRegion[],
  next: Document,
  { disposeIslands, renewStores, getSlots, updateState, mergeSiblings }: Awaited<ReturnType<typeof importParts>>,
) {
  const kept = new Map<Element, Element>()
  const merge: Merge = { kept, old: new Set(), keepsKeys: true, getSlots }
  for (const [index, { parent, nodes, end }] of regions.entries())
    mergeSiblings(merge, parent, { live: nodes, next: nextRegions[index]?.nodes ?? [], end })
  const old = [...merge.old]
  disposeIslands(({ host }) => kept.has(host) || !old.some((node) => node.contains(host)))
  for (const node of old) if (!kept.has(node as Element)) removeNode(node)
  for (const data of next.querySelectorAll(PAGE_DATA)) {
    const own = document.querySelector(`script#${data.id}`)
    if (own) own.replaceWith(data)
    else document.body.append(data)
  }
  await updateState(kept as KeptIslands, renewStores)
  // The loader scans for islands again.
  document.dispatchEvent(new Event('fw:part'))
}
