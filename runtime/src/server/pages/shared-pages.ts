/**
 * Pages with a cache policy. A cached page is rendered for a request without a caller (`AnonymousRequest`), and its
 * cache key contains exactly the properties of that request. Callers with an identity receive pages of their own.
 */
import { randomBytes } from 'node:crypto'
import type { CacheLookup, CacheRefusal, CreatedValue } from '#cache/cache-entries.ts'
import { type CachedPage, createStateHeaders, toCachedPage } from '#cache/cached-page.ts'
import { readVersions } from '#cache/live-tags.ts'
import { privateHeaders, publicHeaders, withoutSharedCaches } from '#cache/page-headers.ts'
import { fillTags, pathTag, routeTag } from '#cache/tag-text.ts'
import type { Origin } from '#contract/api.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { CachePolicy } from '#contract/page/cache.ts'
import { SharedRenderRefusal } from '#contract/page/render-refusal.ts'
import { prefersMarkdown } from '#page/markdown-twin.ts'
import { isInDocument } from '#page/page-styles.ts'
import type { PageCache } from '#page/pages.ts'
import { DOCUMENT_VARY, LIVE_VARY } from '#page/replies.ts'
import { isDocument, underPolicy } from '../app/open-csp.ts'
import { withCaller } from '../caller-scope.ts'
import { AnonymousRequest, type PageVariant } from '../http/anonymous-request.ts'
import { Exchange } from '../http/exchange.ts'
import { finish } from '../http/finish.ts'
import { InnerRequest } from '../http/inner-request.ts'
import { replyWithPage } from './render-page.ts'

/** Returns the response of a page with a cache policy. `request` may have another path than the exchange's. */
export function renderCachedPage(request: FwRequest, exchange: Exchange, cache: PageCache): FwReply | Promise<FwReply> {
  exchange.route = cache.pattern
  const own = async (reason: string, headers?: Readonly<Record<string, string>>): Promise<FwReply> => {
    const reply = await replyWithPage(request, exchange, headers && { headers })
    return { ...reply, headers: { ...reply.headers, ...createStateHeaders('BYPASS', reason) } }
  }
  if (cache.policy.scope === 'private') return own('private', privateHeaders(cache.policy, DOCUMENT_VARY))
  const reason = getBypassReason(request, exchange)
  if (reason !== undefined) return own(reason)
  const { entries, refused, readTags, now } = exchange.app.pages.cached
  const known = refused.reasonFor(cache.pattern)
  if (known !== undefined) return own(known)

  const form = readForm(request)
  const key = createKey(request, exchange, form)
  const tags = fillTags(cache.policy.tags ?? [], (name) => cache.params[name])
  /** A response that was rendered anonymously and is valid for this caller, although it can't be cached. */
  let reusable: CachedPage | undefined
  const makeFor = async (causeOrigin: Origin) => {
    const onReads = (read: readonly string[]) => readTags.set(key, read)
    const made = await createCachedPage(request, exchange, { policy: cache.policy, form, tags, causeOrigin, onReads })
    refused.record(cache.pattern, made)
    if ('refused' in made) reusable = made.reusable
    return made
  }
  const make = () => makeFor(exchange.causeOrigin)
  // No visitor waits for a refresh.
  const refresh = () => makeFor('agent')
  const replyWith = (found: FoundPage, state: string, why: string) =>
    replyWithCachedPage(found, { policy: cache.policy, state, reason: why }, exchange)
  const bypass = (why: string) =>
    reusable === undefined ? own(why) : replyWith({ value: reusable, madeAt: now() }, 'BYPASS', why)
  const toReply = (found: CacheLookup<CachedPage>) => {
    if (found.state === 'BYPASS') return bypass(found.reason)
    refused.recordCached(cache.pattern)
    return replyWith(found.entry, found.state, found.reason)
  }
  const renderUncached = async (why: string): Promise<FwReply> => {
    const made = await make()
    return 'refused' in made ? bypass(made.refused) : replyWith({ value: made.value, madeAt: now() }, 'BYPASS', why)
  }
  if (entries === undefined) return renderUncached('off')
  const find = (versions: Awaited<ReturnType<typeof readVersions>>) => {
    const found = entries.find(key, versions, make, refresh)
    return found instanceof Promise ? found.then(toReply) : toReply(found)
  }
  const versions = readVersions([...tags, ...ownTags(cache, exchange), ...readTags.get(key)])
  // While the invalidated tags can't be read, cached pages aren't used.
  return versions instanceof Promise ? versions.then(find, () => renderUncached('unavailable')) : find(versions)
}

/** Returns the tags of the page's own path, of the requested path, and of its route. */
function ownTags({ pagePath, pattern }: PageCache, { request: { path } }: Exchange): readonly string[] {
  const tags = [pathTag(pagePath), routeTag(pattern)]
  return path === pagePath ? tags : [...tags, pathTag(path)]
}

/** Longer URLs are not cached, because only their sender uses them. */
const MAX_ADDRESS = 2048

/** Returns why this caller neither receives a cached page nor fills the cache, such as an identity, or undefined. */
function getBypassReason(request: FwRequest, { app, request: outer }: Exchange): string | undefined {
  const { cached: cachedPages } = app.pages
  if (request.header('authorization') !== undefined) return 'authorization'
  if (request.header('signature-input') !== undefined) return 'signature'
  const { session } = app.policy
  if (session !== undefined && request.header('cookie') !== undefined) {
    const headers = { get: (name: string) => request.header(name) ?? null }
    if (session.read({ headers }) !== undefined) return 'session'
  }
  if (outer.path.length + outer.query.length > MAX_ADDRESS) return 'long-address'
  return cachedPages.storesPagesOf(outer.host) ? undefined : 'unknown-host'
}

function readForm(request: FwRequest): PageVariant {
  return {
    markdown: prefersMarkdown(request.header('accept')),
    navigation: isInDocument(request),
  }
}

/** Returns the cache key: every property of the anonymous request. No part can contain a line break. */
function createKey(
  request: FwRequest,
  { app, request: outer, locale }: Exchange,
  { markdown, navigation }: PageVariant,
): string {
  const form = `${markdown ? 'md' : 'html'}${navigation ? '+' : ''} ${locale?.locale ?? ''}`
  const address = `${outer.protocol ?? ''}//${outer.host?.toLowerCase() ?? ''}${outer.path}?${outer.query}`
  const page = request === outer ? '' : `\n${request.path}?${request.query}`
  return `${app.pages.cached.build}\n${form}\n${address}${page}`
}

/** A page that can't be cached, with its response if the caller would get the same one. */
interface Unfit extends CacheRefusal {
  readonly reusable?: CachedPage
}

/** A multiple of three, so its base64 needs no padding. */
const PLACEHOLDER_BYTES = 24

interface CopyParts {
  readonly policy: CachePolicy
  readonly form: PageVariant
  readonly tags: readonly string[]
  readonly causeOrigin: Origin
  /** Receives the tags that a live page has read. */
  readonly onReads: (tags: readonly string[]) => void
}

async function createCachedPage(
  request: FwRequest,
  { app, request: outer, locale }: Exchange,
  { policy, form, tags, causeOrigin, onReads }: CopyParts,
): Promise<CreatedValue<CachedPage> | Unfit> {
  const placeholder = app.policy.csp === undefined ? undefined : randomBytes(PLACEHOLDER_BYTES).toString('base64url')
  const headers = publicHeaders(policy, tags, app.pages.cached.config)
  let usesOrigin = false
  // A call that depends on the origin runs only in the caller's own render, so that it runs once for a user and never for
  // an agent.
  const onOriginUse = () => {
    usesOrigin = true
    throw new SharedRenderRefusal('')
  }
  try {
    const anonymous = new AnonymousRequest(outer, form)
    const page = request === outer ? anonymous : new InnerRequest(anonymous, `${request.path}?${request.query}`)
    const exchange = new Exchange(app, anonymous, { causeOrigin, onOriginUse })
    exchange.locale = locale
    const given = { headers, onReads, ...(placeholder !== undefined && { nonce: placeholder }) }
    const reply = finish(exchange, await withCaller(exchange, () => replyWithPage(page, exchange, given)))
    const cacheControl = headers['cache-control'] ?? ''
    const made = toCachedPage(reply, { policy, cacheControl, varies: [DOCUMENT_VARY, LIVE_VARY], placeholder })
    if (usesOrigin) return { refused: 'origin' }
    return 'refused' in made && !anonymous.isSeen ? { ...made, ...findReusable(reply, placeholder) } : made
  } catch {
    // The page is rendered again for the caller, so that its failure is logged with the request.
    return { refused: usesOrigin ? 'origin' : 'failed' }
  }
}

/**
 * Returns redirects and "not found" pages, whose headers don't depend on the policy. Failures aren't included, because
 * they must be logged with a caller.
 */
function findReusable({ status, headers, body }: FwReply, placeholder: string | undefined): Pick<Unfit, 'reusable'> {
  const isPlain = typeof body !== 'object' || body === null
  if (status < 300 || status >= 500 || !isPlain || headers['cache-control'] !== 'private, no-store') return {}
  if (headers['set-cookie'] !== undefined || headers['content-security-policy'] !== undefined) return {}
  const html = String(body ?? '')
  // Only the cookie header is a list.
  const plain = headers as CachedPage['headers']
  return { reusable: { status, headers: plain, parts: placeholder === undefined ? [html] : html.split(placeholder) } }
}

const SECOND_MS = 1000

/** A cached page with the time of its render. */
interface FoundPage {
  readonly value: CachedPage
  readonly madeAt: number
}

interface CacheState {
  readonly policy: CachePolicy
  /** `x-fw-cache`. */
  readonly state: string
  readonly reason: string
}

/** Returns the response of a cached page, with the nonce of the current policy, if there is one. */
function replyWithCachedPage(
  { value, madeAt }: FoundPage,
  { policy, state, reason }: CacheState,
  { app, request }: Exchange,
): FwReply {
  const { status = 200, parts } = value
  const csp = app.policy.csp?.(request)
  const { config, now } = app.pages.cached
  const isPrivate = status === 200 && !isForSharedCaches(value, policy, app)
  const headers = isPrivate ? withoutSharedCaches(value.headers, policy, config) : value.headers
  const age = Math.max(0, Math.floor((now() - madeAt) / SECOND_MS))
  const reply: FwReply = {
    status,
    headers: { ...headers, age: String(age), ...createStateHeaders(state, reason) },
    body: parts.length === 1 ? (parts[0] ?? '') : parts.join(csp?.nonce ?? ''),
  }
  return csp === undefined ? reply : underPolicy(reply, csp)
}

/**
 * Whether caches in front of the server may store the page. By default they may not if the app has middleware, which may decide
 * about the visitor, and which they don't run. They never store a nonce.
 */
function isForSharedCaches({ headers }: CachedPage, { cdn }: CachePolicy, { policy }: Exchange['app']): boolean {
  return (cdn ?? policy.middleware === undefined) && !(policy.csp !== undefined && isDocument(headers))
}
