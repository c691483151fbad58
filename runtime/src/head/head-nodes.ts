/** Converts a page's metadata to head nodes with stable ids, by which client navigation finds them again. */
import type { PageMeta } from '#contract/page/page.ts'
import { createExtraNodes } from './extra-nodes.ts'
import type { RenderedHeadNode } from './rendered-node.ts'
import { formatRobots } from './robots-content.ts'
import { createSocialNodes } from './social-nodes.ts'
import { createUrlReader, type Warn } from './web-address.ts'

/** Defaults of the app's configuration for missing metadata of a page. */
export interface HeadDefaults {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Public origin against which root-relative URLs are resolved. */
  readonly siteUrl?: string | undefined
}

/**
 * Returns the nodes of a page in a stable order. Absent fields have no node; invalid values are left out.
 *
 * @param warn Receives the reason why something was left out.
 */
export function createHeadNodes(meta: PageMeta, defaults: HeadDefaults, warn: Warn): readonly RenderedHeadNode[] {
  const toAbsoluteUrl = createUrlReader(defaults.siteUrl, warn)
  // A blank title counts as missing, because a document needs a title to be valid HTML.
  const title = meta.title?.trim() ? meta.title : defaults.title
  const description = meta.description ?? defaults.description
  const image = toAbsoluteUrl('image', meta.image)
  const canonical = toAbsoluteUrl('canonical', meta.canonical)
  const robots = formatRobots(meta.robots)
  const nodes: RenderedHeadNode[] = []
  if (title !== undefined) nodes.push({ id: 'fw-title', tag: 'title', text: title })
  if (description !== undefined) nodes.push(metaNode('description', description))
  if (canonical !== undefined)
    nodes.push({ id: 'fw-canonical', tag: 'link', attrs: { rel: 'canonical', href: canonical } })
  if (robots !== undefined) nodes.push(metaNode('robots', robots))
  return [
    ...nodes,
    ...createSocialNodes({ title, description, image, url: canonical }, meta, toAbsoluteUrl, warn),
    ...jsonLdNodes(meta.jsonLd),
    ...createExtraNodes(meta.head ?? [], warn),
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
