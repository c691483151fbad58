/** `/sitemap.xml` and `/robots.txt` (sitemaps.org). */

import { SITEMAP_PATH } from '#contract/http/path.ts'
import type { KnownPage } from '#contract/page/page.ts'
import { escapeXml } from '#wire/xml.ts'
import { createPathResolver } from './site-address.ts'

/** Limits of one file. */
const MAX_URLS = 50_000
const MAX_BYTES = 50 * 1024 * 1024
/** Maximum length of a URL in characters. */
const MAX_ADDRESS = 2048

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const URLSET = [`${HEAD}<urlset ${NAMESPACE}>\n`, '</urlset>\n'] as const
const LANGUAGE_URLSET = [
  `${HEAD}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`,
  '</urlset>\n',
] as const

/**
 * Builds the files of a sitemap: the first is `/sitemap.xml`, the n-th after it `sitemapPartPath(n)`. If the pages don't
 * fit into one file, the first one is an index. Pages with `noindex`, patterns without `staticParams`, and URLs longer than
 * the protocol allows are omitted.
 */
export function buildSitemap(siteUrl: string, pages: readonly KnownPage[]): readonly string[] {
  const toUrl = createPathResolver(siteUrl)
  const absolute = (path: string) => escapeXml(toUrl(path))
  const known = new Map<string, KnownPage>()
  for (const page of pages) if (page.concrete && page.noindex !== true) known.set(page.path, page)
  const entries: string[] = []
  let isMany = false
  for (const page of known.values()) {
    const url = toUrl(page.path)
    isMany ||= page.alternates !== undefined
    if (url.length > MAX_ADDRESS) continue
    entries.push(`<url><loc>${escapeXml(url)}</loc>${renderAlternates(page, known, absolute)}</url>\n`)
  }
  const parts = split(entries)
  const [open, close] = isMany ? LANGUAGE_URLSET : URLSET
  const files = parts.map((entries) => open + entries.join('') + close)
  if (files.length === 1) return files
  const index = files.map((_, part) => `<sitemap><loc>${absolute(sitemapPartPath(part + 1))}</loc></sitemap>\n`)
  return [`${HEAD}<sitemapindex ${NAMESPACE}>\n${index.join('')}</sitemapindex>\n`, ...files]
}

/**
 * Renders links to the listed pages with the same content in other languages, and to the URL without a
 * language.
 */
function renderAlternates(
  { alternates, barePath }: KnownPage,
  listed: ReadonlyMap<string, KnownPage>,
  absolute: (path: string) => string,
): string {
  if (alternates === undefined || barePath === undefined) return ''
  const others = Object.entries(alternates).filter(([, path]) => listed.has(path))
  const links = [...others, ['x-default', barePath] as const]
  return links
    .map(([language, path]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${absolute(path)}"/>`)
    .join('')
}

/** Returns `/sitemap-<n>.xml`, from 1. */
export function sitemapPartPath(part: number): string {
  return `/sitemap-${part}.xml`
}

/** Returns the number of the part with this path, or undefined for any other path. */
export function sitemapPart(path: string): number | undefined {
  const [, part] = /^\/sitemap-([1-9]\d{0,5})\.xml$/.exec(path) ?? []
  return part === undefined ? undefined : Number(part)
}

/** Splits entries into parts. There is at least one part, which may be empty. */
function split(entries: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const entry of entries) {
    const last = parts.at(-1) ?? []
    const size = entry.length // percent-encoded addresses are ASCII
    if (last.length >= MAX_URLS || (bytes + size > MAX_BYTES - 1024 && last.length > 0)) {
      parts.push([entry])
      bytes = size
      continue
    }
    last.push(entry)
    bytes += size
  }
  return parts
}

/** Builds a robots.txt that allows all crawlers and links to the sitemap. */
export function buildRobotsTxt(siteUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${new URL(SITEMAP_PATH, siteUrl).href}\n`
}
