/** The files by which others find the pages of an app: made when they are asked for, kept for five minutes. */
import { createHash } from 'node:crypto'
import type { ManifestTool } from '#contract/api.ts'
import type { Logger } from '#contract/log.ts'
import { AGENT_CARD_PATH, LLMS_TXT_PATH, ROBOTS_PATH, RSS_PATH, SITEMAP_PATH } from '#contract/path.ts'
import type { FwReply } from '#contract/request.ts'
import type { Pages } from '../page/pages.ts'
import { buildFeed } from '../site/feed.ts'
import { buildLlmsTxt } from '../site/llms-txt.ts'
import { buildRobotsTxt, buildSitemap, sitemapPart } from '../site/sitemap.ts'
import { cardFor } from './agent-card.ts'
import type { FwServerOptions } from './options.ts'
import { DEFAULT_HEADERS } from './reply.ts'

/** What the files are made of. */
export interface SiteParts {
  readonly pages: Pick<Pages, 'listPages' | 'hasStatic'>
  /** What a caller without any identity sees. */
  readonly openTools: () => Promise<readonly ManifestTool[]>
  readonly production: boolean
  readonly log: Logger
}

/** What makes the file at a path; undefined where the app has none. */
export type SiteFiles = (path: string) => (() => Promise<FwReply | undefined>) | undefined

const KEPT_MS = 5 * 60_000
const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Files of `options`. A page of the app with the same path wins. */
export function createSiteFiles(options: FwServerOptions, parts: SiteParts): SiteFiles {
  const { siteUrl, llmsTxt, feed, title, description, lang } = options
  const { pages, log } = parts
  const now = options.now ?? Date.now
  const reply = (type: string, text: string) => fileReply(type, text, parts.production)
  const files = new Map<string, () => Promise<FwReply>>()
  const add = (path: string, make: () => Promise<FwReply>) => {
    if (!pages.hasStatic(path)) files.set(path, keep(make, now))
  }
  add(AGENT_CARD_PATH, async () => reply('application/json', JSON.stringify(cardFor(options, await parts.openTools()))))
  if (llmsTxt !== undefined)
    add(LLMS_TXT_PATH, async () => {
      const [known, tools] = await Promise.all([pages.listPages(), parts.openTools()])
      return reply(TEXT, buildLlmsTxt({ title, description, siteUrl, llmsTxt }, known, tools))
    })
  if (feed !== undefined && siteUrl === undefined)
    log.warnOnce('The feed is not served: its addresses need the siteUrl of fw.config.ts.')
  if (siteUrl === undefined) return (path) => files.get(path)
  add(ROBOTS_PATH, async () => reply(TEXT, buildRobotsTxt(siteUrl)))
  if (feed !== undefined)
    add(RSS_PATH, async () => {
      const text = await buildFeed(feed, { siteUrl, title, description, lang }, (problem) => log.warnOnce(problem))
      return reply('application/rss+xml; charset=utf-8', text)
    })
  const sitemap = keep(async () => {
    return buildSitemap(siteUrl, await pages.listPages()).map((text) => reply(XML, text))
  }, now)
  const part = (index: number) => async () => (await sitemap())[index]
  if (pages.hasStatic(SITEMAP_PATH)) return (path) => files.get(path)
  return (path) => {
    if (path === SITEMAP_PATH) return part(0)
    const index = sitemapPart(path)
    return index === undefined || pages.hasStatic(path) ? files.get(path) : part(index)
  }
}

/** One run at a time, whose value answers everybody for a while. What failed is not kept. */
function keep<Value>(make: () => Promise<Value>, now: () => number): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined
  return () => {
    if (kept !== undefined && now() < kept.until) return kept.value
    const value = make()
    const made = { value, until: now() + KEPT_MS }
    kept = made
    value.catch(() => {
      if (kept === made) kept = undefined
    })
    return value
  }
}

function fileReply(type: string, body: string, production: boolean): FwReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const cache = production ? `public, max-age=${KEPT_MS / 1000}` : 'no-cache'
  return { status: 200, headers: { ...DEFAULT_HEADERS, 'content-type': type, 'cache-control': cache, etag }, body }
}
