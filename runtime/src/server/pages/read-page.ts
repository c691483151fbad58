/** Reads pages for MCP clients. */

import { noteTags } from '#cache/read-tags.ts'
import { fillTags, pathTag, routeTag } from '#cache/tag-text.ts'
import type { ManifestStore } from '#contract/agent/manifest.ts'
import type { Ctx } from '#contract/api.ts'
import { toSearch } from '#contract/http/query.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import type { PageCache } from '#page/pages.ts'
import type { Exchange } from '../http/exchange.ts'
import { WebFwRequest } from '../http/web-request.ts'
import { withLocale } from './current-locale.ts'
import { describePageForCaller, onPage } from './manifest.ts'
import { canSeePage } from './page-access.ts'

/** Returns the Markdown of the page at `path` as this caller sees it, or `undefined` without a page. */
export async function readPageMarkdown(exchange: Exchange, path: string, ctx: Ctx): Promise<string | undefined> {
  if (!(await canSeePage(exchange, path, 'agent'))) return undefined
  const { pages, policy } = exchange.app
  const { locales } = pages
  const render = async ({ path: canonical, query }: PageTarget) => {
    const place = locales?.read(canonical)
    const locale = place && locales?.pageLocale(place.locale, place.path, '')
    const url = new URL(place?.path ?? canonical, 'http://localhost')
    url.search = toSearch(query)
    const request = new WebFwRequest(new Request(url), () => policy.maxBodyBytes)
    await notePolicy(await pages.cacheOf(request))
    return withLocale(locale, () => pages.render(request, ctx, {}))
  }
  const reply = await onPage(exchange.app, path, ctx, render, { origin: 'agent', tainted: exchange.tainted })
  if (reply?.status !== 200 || !String(reply.headers['content-type']).startsWith('text/markdown')) return undefined
  return typeof reply.body === 'string' ? reply.body : undefined
}

/** Notes the tags of the page itself, which invalidate a cached copy of it. */
function notePolicy(cache: PageCache | undefined): Promise<void> | undefined {
  if (cache === undefined) return undefined
  const tags = fillTags(cache.policy.tags ?? [], (name) => cache.params[name])
  return noteTags([...tags, pathTag(cache.pagePath), routeTag(cache.pattern)])
}

/** Returns the stores of the start page whose values the app exposes. */
export async function readStores(exchange: Exchange, ctx: Ctx): Promise<readonly ManifestStore[]> {
  const { stores } = await describePageForCaller(exchange, '/', ctx, 'agent')
  return stores.filter(({ value }) => value !== undefined)
}
