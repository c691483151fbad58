/**
 * Pages with a cache policy. What is kept is made for a request without a caller (`AnonymousRequest`) and found by the very
 * things that are left in it; callers with an identity of their own get pages of their own (security rule 24).
 */
import { randomBytes } from 'node:crypto'
import type { CachePolicy } from '#contract/cache.ts'
import { NAVIGATION_HEADER } from '#contract/path.ts'
import { SharedRenderRefusal } from '#contract/render-refusal.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import type { CacheRefusal, Found, Made } from '../cache/copies.ts'
import { readVersions } from '../cache/live-tags.ts'
import { type PageCopy, stateHeaders, toPageCopy } from '../cache/page-copy.ts'
import { privateHeaders, publicHeaders } from '../cache/page-headers.ts'
import { fillTags, pathTag, routeTag } from '../cache/tag-text.ts'
import { prefersMarkdown } from '../page/markdown-twin.ts'
import type { PageCache } from '../page/pages.ts'
import { DOCUMENT_VARY } from '../page/replies.ts'
import { AnonymousRequest, type AskedForm } from './anonymous-request.ts'
import { Exchange } from './exchange.ts'
import { finish } from './finish.ts'
import { InnerRequest } from './inner-request.ts'
import { underPolicy } from './open-csp.ts'
import { replyWithPage } from './render-page.ts'

/** The answer of a page that has a policy. `request` may be another path of the exchange's. */
export function keptPage(request: FwRequest, exchange: Exchange, cache: PageCache): FwReply | Promise<FwReply> {
  exchange.route = cache.pattern
  const own = async (reason: string, headers?: Readonly<Record<string, string>>): Promise<FwReply> => {
    const reply = await replyWithPage(request, exchange, headers && { headers })
    return { ...reply, headers: { ...reply.headers, ...stateHeaders('BYPASS', reason) } }
  }
  if (cache.policy.scope === 'private') return own('private', privateHeaders(cache.policy, DOCUMENT_VARY))
  const reason = bypassReason(request, exchange)
  if (reason !== undefined) return own(reason)
  const { copies, refused, now } = exchange.app.pageCopies
  const known = refused.reasonFor(cache.pattern)
  if (known !== undefined) return own(known)

  const form = readForm(request)
  const tags = fillTags(cache.policy.tags ?? [], (name) => cache.params[name])
  /** What was made for nobody and is for this caller too, though it cannot be kept. */
  let alike: PageCopy | undefined
  const make = async () => {
    const made = await makeCopy(request, exchange, cache.policy, form, tags)
    refused.note(cache.pattern, made)
    if ('refused' in made) alike = made.alike
    return made
  }
  const unfit = (why: string) =>
    alike === undefined ? own(why) : copyReply({ value: alike, madeAt: now() }, 'BYPASS', why, exchange)
  const answer = (found: Found<PageCopy>) => {
    if (found.state === 'BYPASS') return unfit(found.reason)
    refused.keeps(cache.pattern)
    return copyReply(found.copy, found.state, found.reason, exchange)
  }
  const unkept = async (why: string): Promise<FwReply> => {
    const made = await make()
    return 'refused' in made
      ? unfit(made.refused)
      : copyReply({ value: made.value, madeAt: now() }, 'BYPASS', why, exchange)
  }
  if (copies === undefined) return unkept('off')
  const find = (versions: Awaited<ReturnType<typeof readVersions>>) => {
    const found = copies.find(createKey(request, exchange, form), versions, make)
    return found instanceof Promise ? found.then(answer) : answer(found)
  }
  const versions = readVersions([...tags, ...ownTags(cache, exchange)])
  // While nobody can say what was dropped, nothing that is kept counts.
  return versions instanceof Promise ? versions.then(find, () => unkept('unavailable')) : find(versions)
}

/** A page's own address, the one that was asked for, and its route. */
function ownTags({ pagePath, pattern }: PageCache, { request: { path } }: Exchange): readonly string[] {
  const tags = [pathTag(pagePath), routeTag(pattern)]
  return path === pagePath ? tags : [...tags, pathTag(path)]
}

/** Longer addresses are nobody's but the one who made them up. */
const MAX_ADDRESS = 2048

/** Why this caller gets neither another one's page nor gives one away: it brings an identity. */
function bypassReason(request: FwRequest, { app, request: asked }: Exchange): string | undefined {
  const { pageCopies } = app
  if (request.header('authorization') !== undefined) return 'authorization'
  if (request.header('signature-input') !== undefined) return 'signature'
  const { session } = app.options
  if (session !== undefined && request.header('cookie') !== undefined) {
    const headers = { get: (name: string) => request.header(name) ?? null }
    if (session.read({ headers }) !== undefined) return 'session'
  }
  if (asked.path.length + asked.query.length > MAX_ADDRESS) return 'long-address'
  return pageCopies.storesPagesOf(asked.host) ? undefined : 'unknown-host'
}

function readForm(request: FwRequest): AskedForm {
  return {
    markdown: prefersMarkdown(request.header('accept')),
    navigation: request.header(NAVIGATION_HEADER) === '1',
  }
}

/** Everything that is left in the request that a copy is made for. No part of it can hold a line break. */
function createKey(
  request: FwRequest,
  { app, request: asked, locale }: Exchange,
  { markdown, navigation }: AskedForm,
): string {
  const form = `${markdown ? 'md' : 'html'}${navigation ? '+' : ''} ${locale?.locale ?? ''}`
  const address = `${asked.protocol ?? ''}//${asked.host?.toLowerCase() ?? ''}${asked.path}?${asked.query}`
  const page = request === asked ? '' : `\n${request.path}?${request.query}`
  return `${app.pageCopies.build}\n${form}\n${address}${page}`
}

/** A page that cannot be kept, and what it came to where the one who asked would get the very same. */
interface Unfit extends CacheRefusal {
  readonly alike?: PageCopy
}

/** Three bytes are four letters of base64: no padding. */
const PLACEHOLDER_BYTES = 24

async function makeCopy(
  request: FwRequest,
  { app, request: asked, locale, causeOrigin }: Exchange,
  policy: CachePolicy,
  form: AskedForm,
  tags: readonly string[],
): Promise<Made<PageCopy> | Unfit> {
  const placeholder = app.csp === undefined ? undefined : randomBytes(PLACEHOLDER_BYTES).toString('base64url')
  const headers = publicHeaders(policy, tags, app.pageCopies.config)
  let usesOrigin = false
  // Such a call runs in the caller's own render only, so that it runs once for a person, and never for an agent.
  const onOriginUse = () => {
    usesOrigin = true
    throw new SharedRenderRefusal('')
  }
  try {
    const anonymous = new AnonymousRequest(asked, form)
    const page = request === asked ? anonymous : new InnerRequest(anonymous, `${request.path}?${request.query}`)
    const exchange = new Exchange(app, anonymous, { causeOrigin, onOriginUse })
    exchange.locale = locale
    const given = { headers, ...(placeholder !== undefined && { nonce: placeholder }) }
    const reply = finish(exchange, await replyWithPage(page, exchange, given))
    const cacheControl = headers['cache-control'] ?? ''
    const made = toPageCopy(reply, { policy, cacheControl, vary: DOCUMENT_VARY, placeholder })
    if (usesOrigin) return { refused: 'origin' }
    return 'refused' in made && !anonymous.isSeen ? { ...made, ...findAlike(reply, placeholder) } : made
  } catch {
    // Whoever asked makes the page once more, and then the failure has a caller and a place in the log.
    return { refused: usesOrigin ? 'origin' : 'failed' }
  }
}

/** Redirects, and pages of what is not there: their headers speak of no policy. What fails is to have a caller in the log. */
function findAlike({ status, headers, body }: FwReply, placeholder: string | undefined): Pick<Unfit, 'alike'> {
  const isPlain = typeof body !== 'object' || body === null
  if (status < 300 || status >= 500 || !isPlain || headers['cache-control'] !== 'private, no-store') return {}
  if (headers['set-cookie'] !== undefined || headers['content-security-policy'] !== undefined) return {}
  const html = String(body ?? '')
  // Only cookies are lists.
  const plain = headers as PageCopy['headers']
  return { alike: { status, headers: plain, parts: placeholder === undefined ? [html] : html.split(placeholder) } }
}

const SECOND_MS = 1000

/** A copy as this one answer: with the nonce of its policy, if it has one. */
function copyReply(
  { value: { status = 200, headers, parts }, madeAt }: { readonly value: PageCopy; readonly madeAt: number },
  state: string,
  reason: string,
  { app, request }: Exchange,
): FwReply {
  const policy = app.csp?.(request)
  const age = Math.max(0, Math.floor((app.pageCopies.now() - madeAt) / SECOND_MS))
  const reply: FwReply = {
    status,
    headers: { ...headers, age: String(age), ...stateHeaders(state, reason) },
    body: parts.length === 1 ? (parts[0] ?? '') : parts.join(policy?.nonce ?? ''),
  }
  return policy === undefined ? reply : underPolicy(reply, policy)
}
