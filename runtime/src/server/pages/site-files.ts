/** Files by which crawlers and agents discover the pages of an app: created on request, cached for five minutes. */
import type { CallHost } from '#api/host.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { ManifestTool } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import { AGENT_CARD_PATH, LLMS_TXT_PATH, ROBOTS_PATH, RSS_PATH, SITEMAP_PATH } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { KnownPage } from '#contract/page/page.ts'
import type { Pages } from '#page/pages.ts'
import { buildFeed } from '#site/feed.ts'
import { buildLlmsTxt } from '#site/llms-txt.ts'
import { buildRobotsTxt, buildSitemap, sitemapPart } from '#site/sitemap.ts'
import { createAppCard } from '../app/agent-card.ts'
import type { FwServerOptions } from '../app/options.ts'
import { createFileReply } from '../http/file-reply.ts'
import type { IsRedirected } from './redirected-pages.ts'

/** The data that the files are created from. */
interface SiteParts {
  readonly pages: Pick<Pages, 'listPages' | 'hasStatic'>
  readonly isRedirected: IsRedirected
  /** Returns the tools that an anonymous caller sees. */
  readonly openTools: () => Promise<readonly ManifestTool[]>
  readonly production: boolean
  readonly log: Logger
  /** Call host for functions of the app, such as `items` of the feed. */
  readonly host: CallHost
}

/** Selects the pages that every visitor can read. */
type SelectPages = (pages: readonly KnownPage[]) => Promise<readonly KnownPage[]>

/** Creates the file at a path. */
type MakeFile = (select: SelectPages) => Promise<FwReply | undefined>

/** Returns the function that creates the file at a path, or `undefined` if the app has no such file. */
export type SiteFiles = (path: string) => MakeFile | undefined

const CACHE_MS = 5 * 60_000
const CACHED = `public, max-age=${CACHE_MS / 1000}`
/** Cache time of files without the pages of a route that failed. */
const RETRY_MS = 10_000
const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Creates the files of `options`. A page of the app with the same path takes precedence. */
export function createSiteFiles(options: FwServerOptions, parts: SiteParts): SiteFiles {
  const { siteUrl, llmsTxt, feed, title, description, lang, isListed } = options
  const { pages, log } = parts
  const now = options.now ?? Date.now
  const reply = (type: string, text: string, isWhole = true) =>
    createFileReply(type, text, parts.production && isWhole ? CACHED : 'no-cache')
  const reachable = (select: SelectPages) =>
    listReachable(parts, isListed === undefined ? select : (all) => selectListed(all, isListed))
  // A static site has no endpoints for tools.
  const openTools = async () => (options.agentLinks === false ? [] : parts.openTools())
  const files = new Map<string, MakeFile>()
  // All visitors share the files, so the caller whose request creates them has no influence.
  const share = <Value>(make: (select: SelectPages) => Promise<Made<Value>>) =>
    keep<Value>((select) => withoutCaller(parts.host, () => make(select)), now)
  const add = (path: string, make: (select: SelectPages) => Promise<Made<FwReply>>) => {
    if (!pages.hasStatic(path)) files.set(path, share(make))
  }
  const whole = async (type: string, text: string | Promise<string>) => ({
    value: reply(type, await text),
    isWhole: true,
  })
  const card = async () => JSON.stringify(createAppCard(options, await parts.openTools()))
  add(AGENT_CARD_PATH, () => whole('application/json', card()))
  if (llmsTxt !== undefined)
    add(LLMS_TXT_PATH, async (select) => {
      const [{ value, isWhole }, tools] = await Promise.all([reachable(select), openTools()])
      const text = buildLlmsTxt({ title, description, siteUrl, llmsTxt }, value, tools)
      return { value: reply(TEXT, text, isWhole), isWhole }
    })
  if (feed !== undefined && siteUrl === undefined)
    log.warnOnce('The feed is not served, because its URLs need siteUrl. Set siteUrl in fw.config.ts.')
  if (siteUrl === undefined) return (path) => files.get(path)
  add(ROBOTS_PATH, () => whole(TEXT, buildRobotsTxt(siteUrl)))
  if (feed !== undefined)
    add(RSS_PATH, () =>
      whole(
        'application/rss+xml; charset=utf-8',
        buildFeed(feed, { siteUrl, title, description, lang }, (problem) => log.warnOnce(problem, {}, 'feed')),
      ),
    )
  const sitemap = share(async (select) => {
    const { value, isWhole } = await reachable(select)
    return { value: buildSitemap(siteUrl, value).map((text) => reply(XML, text, isWhole)), isWhole }
  })
  const part =
    (index: number): MakeFile =>
    async (select) =>
      (await sitemap(select))[index]
  if (pages.hasStatic(SITEMAP_PATH)) return (path) => files.get(path)
  return (path) => {
    if (path === SITEMAP_PATH) return part(0)
    const index = sitemapPart(path)
    return index === undefined || pages.hasStatic(path) ? files.get(path) : part(index)
  }
}

/** A promise is truthy, so it is awaited before it decides. */
async function selectListed(
  pages: readonly KnownPage[],
  isListed: NonNullable<FwServerOptions['isListed']>,
): Promise<readonly KnownPage[]> {
  const listed = await Promise.all(pages.map(({ path }) => isListed(path)))
  return pages.filter((_, index) => listed[index] === true)
}

/**
 * Returns the pages that respond to every visitor, without pages that fail and pages that a redirect of the configuration
 * replaces.
 */
async function listReachable(
  { pages, isRedirected }: SiteParts,
  select: SelectPages,
): Promise<Made<readonly KnownPage[]>> {
  // A pattern whose `staticParams` failed may still have pages.
  const known = await pages.listPages()
  const reachable = known.filter(
    (page) => !page.noDocument && (page.problem === undefined || !page.concrete) && !isRedirected(page),
  )
  return {
    value: await select(reachable),
    isWhole: known.every(({ problem }) => problem === undefined),
  }
}

/** `isWhole` is false if a route failed and its pages are missing. */
interface Made<Value> {
  readonly value: Value
  readonly isWhole: boolean
}

/**
 * Caches a value: runs `make` once at a time, and returns its value for five minutes, or for a short time if it isn't
 * whole. A failure isn't cached.
 */
function keep<Value>(
  make: (select: SelectPages) => Promise<Made<Value>>,
  now: () => number,
): (select: SelectPages) => Promise<Value> {
  let cached: { readonly value: Promise<Value>; until: number } | undefined
  return (select) => {
    if (cached !== undefined && now() < cached.until) return cached.value
    const making = make(select)
    const entry = { value: making.then(({ value }) => value), until: now() + CACHE_MS }
    cached = entry
    making.then(
      ({ isWhole }) => {
        if (!isWhole) entry.until = now() + RETRY_MS
      },
      () => {
        if (cached === entry) cached = undefined
      },
    )
    return entry.value
  }
}
