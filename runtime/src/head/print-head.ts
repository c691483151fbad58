/** Prints head nodes as HTML, with each value escaped for its context. */
import { escapeHtml, escapeScript, escapeScriptJson, escapeStyle } from '#wire/html.ts'
import type { RenderedHeadNode } from './rendered-node.ts'

/** Data blocks need no nonce, because content security policies don't apply to them. */
const JSON_LD = 'application/ld+json'
const JSON_TYPE = /json$|^(?:importmap|speculationrules)$/i

/**
 * Prints head nodes.
 *
 * @param nonce Added to every script to which a content security policy applies.
 */
export function printHeadNodes(nodes: readonly RenderedHeadNode[], nonce?: string): string {
  return nodes.map((node) => printHeadNode(node, nonce)).join('')
}

function printHeadNode({ id, tag, attrs = {}, text }: RenderedHeadNode, nonce: string | undefined): string {
  let open = `<${tag} id="${escapeHtml(id)}"`
  // No list of pairs: this runs for each node of each page.
  for (const name in attrs) {
    const value = attrs[name]
    if (value !== undefined) open += value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`
  }
  const needsNonce = tag === 'script' && nonce !== undefined && attrs.type !== JSON_LD
  open += needsNonce ? ` nonce="${escapeHtml(nonce)}">` : '>'
  if (tag === 'meta' || tag === 'link' || tag === 'base') return open
  return `${open}${escapeContent(tag, String(attrs.type ?? ''), text ?? '')}</${tag}>`
}

function escapeContent(tag: 'title' | 'script' | 'style', type: string, text: string): string {
  if (tag === 'title') return escapeHtml(text)
  if (tag === 'style') return escapeStyle(text)
  return JSON_TYPE.test(type) ? escapeScriptJson(text) : escapeScript(text)
}
