/** The head of the document becomes that of the next page: nodes are matched by the ids that the server gave them. */
import { adoptNode } from './adopt-node.ts'

/** They are of the document and not of a page: navigations come without the styles. */
const KEPT = /^fw-(?:styles|navigation)$/

/** A tag that both pages have is updated in place, one that only the old page has goes. What has no id of ours stays. */
export function updateHead({ head: next }: Document): void {
  const { head } = document
  const own = new Map([...head.children].map((node) => [keyOf(node), node]))
  for (const node of [...next.children]) {
    const key = keyOf(node)
    const same = own.get(key)
    own.delete(key)
    if (!key || KEPT.test(key)) continue
    // What has no id of ours is the loader, the app's own script, or what islands of the page import.
    if (!same) head.append(adoptNode(node))
    else if (node.id && textOf(same) !== textOf(node)) updateNode(same, node)
  }
  for (const [key, node] of own) if (key?.startsWith('fw-') && !KEPT.test(key)) node.remove()
}

function keyOf(node: Element): string | null {
  return node.id || node.getAttribute('src') || node.getAttribute('href')
}

function updateNode(own: Element, node: Element): void {
  // A script does not run again, and no element becomes another.
  if (own.localName !== node.localName || own.localName === 'script') {
    own.replaceWith(adoptNode(node))
    return
  }
  for (const name of own.getAttributeNames()) if (!node.hasAttribute(name)) own.removeAttribute(name)
  for (const { name, value } of node.attributes) own.setAttribute(name, value)
  own.textContent = node.textContent
}

/** Once a node is in a document, it hides its nonce. */
function textOf({ outerHTML }: Element): string {
  return outerHTML.replace(/ nonce="\S*"/, '')
}
