/** A page's metadata as head nodes, each with a stable id by which client navigation finds it again. */
import type { PageMeta } from '#contract/page.ts'
import { extraNodes } from './extra-nodes.ts'
import type { RenderedHeadNode } from './rendered-node.ts'
import { robotsContent } from './robots-content.ts'
import { socialNodes } from './social-nodes.ts'
import { siteUrlReader, type Warn } from './web-address.ts'

/** What the app's configuration says where a page says nothing. */
export interface HeadDefaults {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Public origin: what root-relative addresses are resolved against. */
  readonly siteUrl?: string | undefined
}

/**
 * The nodes of a page in their stable order. Absent fields give no node; what cannot stand in a head is left out, and
 * `warn` is told why.
 */
export function headNodes(meta: PageMeta, defaults: HeadDefaults, warn: Warn): readonly RenderedHeadNode[] {
  const address = siteUrlReader(defaults.siteUrl, warn)
  // A blank title is none: a document without one is no valid HTML.
  const title = meta.title?.trim() ? meta.title : defaults.title
  const description = meta.description ?? defaults.description
  const image = address('image', meta.image)
  const canonical = address('canonical', meta.canonical)
  const robots = robotsContent(meta.robots)
  const nodes: RenderedHeadNode[] = []
  if (title !== undefined) nodes.push({ id: 'fw-title', tag: 'title', text: title })
  if (description !== undefined) nodes.push(metaNode('description', description))
  if (canonical !== undefined)
    nodes.push({ id: 'fw-canonical', tag: 'link', attrs: { rel: 'canonical', href: canonical } })
  if (robots !== undefined) nodes.push(metaNode('robots', robots))
  return [
    ...nodes,
    ...socialNodes({ title, description, image, url: canonical }, meta, address, warn),
    ...jsonLdNodes(meta.jsonLd),
    ...extraNodes(meta.head ?? [], warn),
  ]
}

function metaNode(name: string, content: string): RenderedHeadNode {
  return { id: `fw-${name}`, tag: 'meta', attrs: { name, content } }
}

function jsonLdNodes(jsonLd: PageMeta['jsonLd']): readonly RenderedHeadNode[] {
  if (jsonLd === undefined) return []
  const entries: readonly object[] = Array.isArray(jsonLd) ? jsonLd : [jsonLd]
  return entries.map((entry, index) => ({
    id: `fw-jsonld-${index}`,
    tag: 'script',
    attrs: { type: 'application/ld+json' },
    text: JSON.stringify(entry),
  }))
}
