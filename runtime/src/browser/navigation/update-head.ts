/** The head of the document becomes that of the next page: nodes are matched by the ids that the server gave them. */
import { adoptNode } from './adopt-node.ts'

/** They are of the document and not of a page: navigations come without the styles. */
const KEPT = '#fw-styles,#fw-navigation'
/**
 * Loads the stylesheets that only the next page has, for two seconds at most, and applies none of them: `updateHead` does, at
 * one with the page.
 */
export async function loadStyles({ head: next }: Document): Promise<void> {
  const { head } = document
  const own = indexNodes(head)
  const loading = [...next.children].map(
    (node) =>
      !isStyles(node) ||
      own.has(getNodeKey(node)) ||
      new Promise((resolve) => {
        const link = node.cloneNode() as HTMLLinkElement // nothing else has a rel
        link.id = ''
        link.media = 'not all'
        link.onload = link.onerror = resolve
        // Where a document of its own would have it: what a page asks for comes before the styles of the app.
        head[node.id ? 'prepend' : 'append'](link)
      }),
  )
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, 2_000))])
}

/** A tag that both pages have is updated in place, one that only the old page has goes. What has no id of ours stays. */
export function updateHead({ head: next }: Document): void {
  const { head } = document
  const own = indexNodes(head)
  for (const node of [...next.children]) {
    const key = getNodeKey(node)
    const same = own.get(key)
    own.delete(key)
    if (!key || node.matches(KEPT)) continue
    // What has no id of ours is the loader, the app's own script, or what islands of the page import.
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

/** A stylesheet is the same under whatever id, or it would be loaded again. */
function getNodeKey(node: Element): string | null {
  return (!isStyles(node) && node.id) || node.getAttribute('src') || node.getAttribute('href')
}

function updateNode(own: Element, node: Element): void {
  // A script does not run again, and no element becomes another.
  if (own.localName !== node.localName || own.localName === 'script') {
    own.replaceWith(adoptNode(node))
    return
  }
  for (const name of own.getAttributeNames()) if (!node.hasAttribute(name)) own.removeAttribute(name)
  for (const { name, value } of node.attributes) if (own.getAttribute(name) !== value) own.setAttribute(name, value)
  own.textContent = node.textContent
}

/** Once a node is in a document, it hides its nonce. */
function getMarkup({ outerHTML }: Element): string {
  return outerHTML.replace(/ nonce="\S*"/, '')
}
