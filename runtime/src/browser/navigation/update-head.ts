/**
 * Replaces the head of the document by that of the next page. Nodes are matched by the ids that the server gave them.
 */
import { adoptNode } from './adopt-node.ts'
import { getMarkup } from './node-markup.ts'

/** They belong to the document instead of a page, because navigation responses have no styles. */
const KEPT = '#fw-styles,#fw-navigation'
/**
 * Loads the stylesheets that only the next page has, for at most two seconds, without applying them: `updateHead`
 * does that together with the page.
 */
export async function loadStyles({ head: next }: Document): Promise<void> {
  const { head } = document
  const own = indexNodes(head)
  const loading = [...next.children].map(
    (node) =>
      !isStyles(node) ||
      own.has(getNodeKey(node)) ||
      new Promise((resolve) => {
        const link = node.cloneNode() as HTMLLinkElement // only links have a rel
        link.id = ''
        link.media = 'not all'
        link.onload = link.onerror = resolve
        // The position in a new document: styles of a page precede the styles of the app.
        head[node.id ? 'prepend' : 'append'](link)
      }),
  )
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, 2_000))])
}

/**
 * Updates the head. A node in both pages is updated in place, a node of the old page only is removed, and nodes
 * without an id of the framework stay.
 */
export function updateHead({ head: next }: Document): void {
  const { head } = document
  const own = indexNodes(head)
  for (const node of [...next.children]) {
    const key = getNodeKey(node)
    const same = own.get(key)
    own.delete(key)
    if (!key || node.matches(KEPT)) continue
    // Nodes without such an id are the loader, the app's own script, or imports of islands.
    if (!same) head.append(adoptNode(node))
    else if ((node.id || isStyles(node)) && getMarkup(same) !== getMarkup(node)) updateNode(same, node)
  }
  for (const node of own.values()) if (node.matches('[id^=fw-]') && !node.matches(KEPT)) node.remove()
}

function indexNodes(head: Element): Map<string | null, Element> {
  return new Map([...head.children].map((node) => [getNodeKey(node), node]))
}

function isStyles(node: Element): boolean {
  return node.matches('[rel=stylesheet]')
}

/** A stylesheet is identified by its URL instead of its id, because it would be loaded again otherwise. */
function getNodeKey(node: Element): string | null {
  return (!isStyles(node) && node.id) || node.getAttribute('src') || node.getAttribute('href')
}

function updateNode(own: Element, node: Element): void {
  // A script doesn't run again, and an element can't change its tag.
  if (own.localName !== node.localName || own.localName === 'script') {
    own.replaceWith(adoptNode(node))
    return
  }
  for (const name of own.getAttributeNames()) if (!node.hasAttribute(name)) own.removeAttribute(name)
  for (const { name, value } of node.attributes) if (own.getAttribute(name) !== value) own.setAttribute(name, value)
  own.textContent = node.textContent
}
