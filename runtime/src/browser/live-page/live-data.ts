/** What the script of a live page and the code that shows newer versions read from a page. */
import { AGENT_NAVIGATION_KEY, type AgentNavigation } from '#contract/page/agent-navigation.ts'
import { LIVE_REGION, LIVE_REGION_END, LIVE_SCRIPT, type LiveRegion } from '#contract/page/live-page.ts'

/** Returns the part of an agent's tools in navigations. */
export function readAgentNavigation(): AgentNavigation | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for(AGENT_NAVIGATION_KEY)] as AgentNavigation | undefined // set by `page-cause.ts`
}

/** Returns the data of the page's script. HTML of users is in an element of the page, so it has no script here. */
export function getLiveData(page: Document): DOMStringMap | undefined {
  return page.querySelector<HTMLElement>(`body>${LIVE_SCRIPT}`)?.dataset
}

/** Finds the regions of a page. Empty if the parser has moved the end of one elsewhere, as in invalid HTML. */
export function findRegions({ body }: Document): LiveRegion[] {
  const regions: LiveRegion[] = []
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  while (comments.nextNode()) {
    const { nodeValue: name, parentNode: parent, nextSibling } = comments.currentNode
    if (!(name?.startsWith(LIVE_REGION) && parent)) continue
    const nodes: ChildNode[] = []
    let end = nextSibling
    for (; end && end.nodeValue !== LIVE_REGION_END; end = end.nextSibling) nodes.push(end)
    if (!end) return []
    regions.push({ name, parent, nodes, end })
  }
  return regions
}

/** Returns the names of regions. Equal lists have the same regions. */
export function joinNames(regions: readonly LiveRegion[]): string {
  return regions.map(({ name }) => name).join()
}
