/** Shows a newer version of a live page: the whole page, or its `<Live>` regions. */
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'
import { LIVE_REGION, LIVE_SCRIPT, type LiveRegion } from '#contract/page/live-page.ts'
import { NONCE_SCRIPT } from '#contract/page/nonce.ts'
import { mergeNodes } from './merge-nodes.ts'

/** Returns the part of an agent's tools in navigations. A file for this function would be another one of the page. */
export function readAgentNavigation(): AgentNavigation | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for(AGENT_NAVIGATION_KEY)] as AgentNavigation | undefined // set by `page-cause.ts`
}

/** Finds the regions of a page. One in another is a part of that. */
export function findRegions({ body }: Document): LiveRegion[] {
  const regions: LiveRegion[] = []
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  let start: Node | null = null
  for (let end = comments.nextNode(); end; end = comments.nextNode()) {
    const name = end.nodeValue
    if (start?.nodeValue === name) {
      const nodes: ChildNode[] = []
      for (let node = start.nextSibling; node && node !== end; node = node.nextSibling) nodes.push(node)
      regions.push({ name, parent: end.parentNode as Element, nodes, end })
      start = null
    } else if (!start && name?.startsWith(LIVE_REGION)) start = end
  }
  return regions
}

/** Returns the attributes of the page's script. Under a content security policy it has the nonce of the page. */
export function getLiveData(page: Document): DOMStringMap | undefined {
  const own = page.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce
  for (const { nonce, dataset } of page.querySelectorAll<HTMLElement>(LIVE_SCRIPT))
    if (!own || nonce === own) return dataset
  return undefined
}

/**
 * Removes `<noscript>`, also from templates. The parser has no scripts, so it makes elements of this content, which would be active
 * here. A live page loads one file, so the function isn't that of the navigation (`silence-noscript.ts`).
 */
function removeNoscript(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & Partial<HTMLTemplateElement>>('noscript,template'))
    if (node.content) removeNoscript(node.content)
    else node.remove()
}

/** Merges the page. Returns `false` if it's of another build or user, or not a live page. */
export function showNewer(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html')
  removeNoscript(page)
  const pages = [document, page]
  const [own, newer] = pages.map(getLiveData)
  if (!own || !newer || own.page !== newer.page) return false
  readAgentNavigation()?.show()
  const { activeElement: focused } = document
  let [parts = [], nextParts = []] = pages.map(findRegions)
  const [names, nextNames] = [parts, nextParts].map((all) => all.map(({ name }) => name).join())
  if (own.regions === undefined || names !== nextNames) {
    document.title = page.title
    ;[parts = [], nextParts = []] = pages.map(({ body }) => [
      { name: null, parent: body, nodes: [...body.childNodes], end: null },
    ])
  }
  own.live = newer.live
  parts.forEach(({ parent, nodes, end }, index) => {
    mergeNodes(parent, nodes, nextParts[index]?.nodes ?? [], end)
  })
  // A browser without `moveBefore` takes the focus from an element that it moves.
  if (focused?.isConnected && focused !== document.activeElement)
    (focused as HTMLElement).focus({ preventScroll: true }) // it had the focus
  return true
}
