/** Converts nodes of a fetched page for this document. */
import { ownNonce } from './own-nonce.ts'

/**
 * Returns the node for this document. Scripts with the nonce of their own response, which the document has by now,
 * are recreated, so that they run; scripts without it weren't written by the server and stay inert. Call it before
 * `node` is in the document, where it hides its nonce.
 */
export function adoptNode(node: Element): Element {
  if (node.localName !== 'script' || (node.getAttribute('nonce') ?? '') !== ownNonce()) return node
  const made = document.createElement('script')
  for (const { name, value } of node.attributes) made.setAttribute(name, value)
  made.text = node.textContent as string // an element has text content
  // Runs in the order of the document, as with the parser.
  made.async = false
  return made
}
