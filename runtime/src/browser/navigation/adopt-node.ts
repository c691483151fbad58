/** Nodes of a page that was fetched, made to work in this document. */
import { ownNonce } from './next-page.ts'

/**
 * What stands for `node` in this document. Scripts that carry the nonce of their own answer, which is that of the document
 * by now, are made anew, so that they run; those without it were not written by the server, and stay as inert as the
 * parser left them. Ask before `node` is in the document: there it hides its nonce.
 */
export function adoptNode(node: Element): Element {
  if (node.localName !== 'script' || (node.getAttribute('nonce') ?? '') !== ownNonce()) return node
  const made = document.createElement('script')
  for (const { name, value } of node.attributes) made.setAttribute(name, value)
  made.text = node.textContent as string // an element has one
  // In the order of the document, as the parser would.
  made.async = false
  return made
}
