/** A page's metadata as head nodes, each with a stable id by which client navigation finds it again. */
import type { PageMeta } from '#contract/page.ts'
import { escapeHtml } from '#wire/html.ts'

/** What the app's configuration says where a page says nothing. */
export interface HeadDefaults {
  readonly title?: string
  readonly description?: string
}

export interface RenderedHeadNode {
  /** Begins with `fw-`. */
  readonly id: string
  readonly tag: 'title' | 'meta' | 'link'
  readonly attrs?: Readonly<Record<string, string>>
  readonly text?: string
}

/** The nodes of a page in their stable order. Absent fields give no node. */
export function headNodes(meta: PageMeta, defaults: HeadDefaults): readonly RenderedHeadNode[] {
  const title = meta.title ?? defaults.title
  const description = meta.description ?? defaults.description
  const nodes: RenderedHeadNode[] = []
  if (title !== undefined) nodes.push({ id: 'fw-title', tag: 'title', text: title })
  if (description !== undefined)
    nodes.push({ id: 'fw-description', tag: 'meta', attrs: { name: 'description', content: description } })
  return nodes
}

/** Head nodes as HTML. Every value is escaped. */
export function printHeadNodes(nodes: readonly RenderedHeadNode[]): string {
  return nodes.map(printHeadNode).join('')
}

function printHeadNode({ id, tag, attrs, text }: RenderedHeadNode): string {
  const attributes = Object.entries({ id, ...attrs }).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  const open = `<${tag}${attributes.join('')}>`
  return text === undefined ? open : `${open}${escapeHtml(text)}</${tag}>`
}
