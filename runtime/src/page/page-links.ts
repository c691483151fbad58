/** `<link rel=alternate>` of a page: its Markdown, and the app's feed. */
import { markdownPathOf, RSS_PATH } from '#contract/path.ts'
import type { RenderedHeadNode } from '../head/rendered-node.ts'
import type { PageOptions } from './pages.ts'

/** `path` is the page's own. */
export function pageLinks(
  path: string,
  { feed, siteUrl, title }: Pick<PageOptions, 'feed' | 'siteUrl' | 'title'>,
): readonly RenderedHeadNode[] {
  const markdown = alternate('fw-markdown', 'text/markdown', markdownPathOf(path))
  if (feed === undefined || siteUrl === undefined) return [markdown]
  return [markdown, alternate('fw-feed', 'application/rss+xml', RSS_PATH, feed.title ?? title)]
}

function alternate(id: string, type: string, href: string, title?: string): RenderedHeadNode {
  return { id, tag: 'link', attrs: { rel: 'alternate', type, ...(title === undefined ? {} : { title }), href } }
}
