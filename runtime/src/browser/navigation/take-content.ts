/** The content of a template of a fetched page, such as a slot that an island doesn't show. */
import { ownNonce } from './own-nonce.ts'

/**
 * Returns the nodes for the document. A policy allows every script that a trusted script moves out of a template, and the page may
 * contain injected markup. A script runs once: here in the document of the template, which runs none. This also applies to closed
 * shadow roots. Only copies of the page's own scripts run later.
 */
export function takeContent({ content }: HTMLTemplateElement): ParentNode & Node {
  const nonce = ownNonce()
  if (!nonce) return content
  const inert = content.ownerDocument
  const own = Array.from(
    content.querySelectorAll(`[nonce="${nonce}"]`),
    (node) => [node, node.cloneNode(true)] as const,
  )
  const holder = inert.createElement('div')
  inert.append(holder)
  holder.append(content)
  holder.remove()
  for (const [node, copy] of own) node.replaceWith(copy)
  return holder
}
