/** `/rss.xml`: the app's feed as RSS 2.0. */

import { RSS_PATH } from '#contract/http/path.ts'
import type { FeedConfig, FeedItem } from '#contract/page/feed.ts'
import { escapeXml } from '#wire/xml.ts'

/** Configuration of the whole app. */
interface FeedSite {
  readonly siteUrl: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly lang?: string | undefined
}

/** Builds the feed from `items()`. Items without a valid URL are omitted, with a warning. */
export async function buildFeed(feed: FeedConfig, site: FeedSite, warn: (problem: string) => void): Promise<string> {
  const origin = new URL(site.siteUrl)
  const title = feed.title ?? site.title ?? origin.host
  const items = await feed.items()
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">\n' +
    '<channel>\n' +
    element('title', title) +
    element('link', origin.href) +
    element('description', feed.description ?? site.description ?? title) +
    element('language', site.lang ?? 'en') +
    `<atom:link href="${escapeXml(new URL(RSS_PATH, origin).href)}" rel="self" type="application/rss+xml"/>\n` +
    items.map((item) => printItem(item, origin, warn)).join('') +
    '</channel>\n</rss>\n'
  )
}

function printItem(item: FeedItem, site: URL, warn: (problem: string) => void): string {
  const { title, description, author } = item
  const url = toSiteUrl(item.url, site)
  if (url === undefined) {
    warn(
      `The feed item ${JSON.stringify(title)} was omitted. Its url must be a path that begins with "/", or an http(s) URL.`,
    )
    return ''
  }
  const date = item.date === undefined ? undefined : toRfc822(item.date)
  if (item.date !== undefined && date === undefined)
    warn(`The feed item ${JSON.stringify(title)} has no date, because ${JSON.stringify(item.date)} is not an ISO date.`)
  return (
    '<item>\n' +
    element('title', title) +
    element('link', url) +
    `<guid isPermaLink="true">${escapeXml(url)}</guid>\n` +
    element('description', description) +
    element('pubDate', date) +
    element('dc:creator', author) +
    '</item>\n'
  )
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>\n`
}

function toSiteUrl(url: string, site: URL): string | undefined {
  if (!URL.canParse(url, site)) return undefined
  const resolved = new URL(url, site)
  if (/^https?:\/\//i.test(url)) return resolved.href
  // URLs such as `//other.example` are other sites.
  return url.startsWith('/') && resolved.origin === site.origin ? resolved.href : undefined
}

/** Returns a date such as `Fri, 02 Jan 2026 00:00:00 GMT`; undefined for an invalid date, or a year without four digits. */
function toRfc822(iso: string): string | undefined {
  const date = new Date(iso)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toUTCString() : undefined
}
