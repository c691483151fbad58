/** `<link>` elements of a page: its Markdown, the app's feed, and the endpoints for agents. */

import { AGENT_CARD_PATH, MCP_PATH, RSS_PATH, toMarkdownPath } from '#contract/http/path.ts'
import { addLocale } from '#contract/page/locale-urls.ts'
import type { PageLocale } from '#contract/page/page-locale.ts'
import type { RenderedHeadNode } from '../head/rendered-node.ts'
import type { PageOptions } from './pages.ts'

/**
 * Returns the links of a page.
 *
 * @param path The page's own path, without its language.
 */
export function createPageLinks(
  path: string,
  { feed, siteUrl, title, agentLinks }: Pick<PageOptions, 'feed' | 'siteUrl' | 'title' | 'agentLinks'>,
  locale?: PageLocale,
): readonly RenderedHeadNode[] {
  const twin = toMarkdownPath(path)
  const markdown = alternate('fw-markdown', 'text/markdown', locale ? addLocale(twin, locale.locale, locale) : twin)
  const hasFeed = feed !== undefined && siteUrl !== undefined
  return [
    markdown,
    ...(hasFeed ? [alternate('fw-feed', 'application/rss+xml', RSS_PATH, feed.title ?? title)] : []),
    ...(agentLinks === true ? AGENT_LINKS : []),
  ]
}

/**
 * Returns links to the page in every language; `x-default` links to the URL without a language. Empty without
 * `siteUrl`.
 */
export function createLanguageLinks(
  path: string,
  siteUrl: string | undefined,
  page: PageLocale,
): readonly RenderedHeadNode[] {
  if (siteUrl === undefined) return []
  const link = (language: string, to: string): RenderedHeadNode => ({
    id: `fw-lang-${language}`,
    tag: 'link',
    attrs: { rel: 'alternate', hreflang: language, href: new URL(to, siteUrl).href },
  })
  return [...page.locales.map((language) => link(language, addLocale(path, language, page))), link('x-default', path)]
}

/** RFC 8631: descriptions of a service for people (`service-doc`) and for programs (`service-desc`). */
const AGENT_LINKS: readonly RenderedHeadNode[] = [
  { id: 'fw-mcp', tag: 'link', attrs: { rel: 'service-doc', title: 'MCP', href: MCP_PATH } },
  { id: 'fw-a2a', tag: 'link', attrs: { rel: 'service-desc', title: 'A2A', href: AGENT_CARD_PATH } },
]

function alternate(id: string, type: string, href: string, title?: string): RenderedHeadNode {
  return { id, tag: 'link', attrs: { rel: 'alternate', type, ...(title === undefined ? {} : { title }), href } }
}
