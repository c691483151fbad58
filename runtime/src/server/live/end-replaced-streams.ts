/** Ends the live streams of a browser whose cookies a response changes: its next requests may be another user's. */
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/http/request.ts'
import { LIVE_HEADER, LIVE_PATH } from '#contract/live/wire.ts'
import { isSafeMethod } from '#identity/cross-site.ts'
import type { SessionStore } from '#session/store.ts'
import { withCaller } from '../caller-scope.ts'
import { Exchange } from '../http/exchange.ts'
import { copyHead, HeadRequest } from '../http/request-head.ts'
import { applyCookies } from './changed-cookies.ts'
import { hashSession, isRefusal, nameBrowser, nameVisitor } from './stream-caller.ts'

/** `cookies`: the cookies of the response. A renewal of the same session ends nothing. */
export function endReplacedStreams(exchange: Exchange, cookies: FwReply['headers'][string] | undefined): void {
  const { request, session, entry } = exchange
  // No browser stores these cookies. A build observes which code reads those of the request.
  if (cookies === undefined || entry.inProcess) return
  // A read must not end its own stream, because it would be made again and again.
  if (request.header(LIVE_HEADER) !== undefined || request.path === LIVE_PATH) return
  const set = (typeof cookies === 'string' ? [cookies] : cookies).filter((cookie) => cookie !== session?.renew)
  if (!changesCookies(exchange, set)) return
  // An app without live reads must not create a second ctx for each response, or publish to its store.
  const hasStreams = exchange.app.live.mayHaveStreams()
  const name = hasStreams === false ? undefined : findStreamName(exchange, set)
  if (name !== undefined) void endIfReplaced(exchange, set, name, hasStreams)
}

async function endIfReplaced(
  exchange: Exchange,
  cookies: readonly string[],
  name: string,
  hasStreams: boolean | Promise<boolean>,
): Promise<void> {
  const { app, made } = exchange
  if (!(await hasStreams)) return
  const isReplaced =
    mayReplaceUser(exchange, cookies) ||
    (made !== undefined && needsComparison(exchange, made) && (await replacesUser(exchange, made, cookies)))
  if (isReplaced) app.live.endStreams(name)
}

/**
 * Whether the next requests of the browser may be another user's, because of these cookies of the response. With a session store,
 * these are its cookies only, and after a request that should change nothing, `ctxFor` has to compare the users.
 */
export function mayReplaceUser(exchange: Exchange, cookies: readonly string[]): boolean {
  const { app, request } = exchange
  const isOwn = app.policy.session === undefined ? !isSafeMethod(request.method) : setsSession(exchange, cookies)
  return isOwn && changesCookies(exchange, cookies)
}

/** Whether the next requests of the browser are those of another user, because of these cookies of the response. */
export async function changesUser(exchange: Exchange, made: Ctx, cookies: readonly string[]): Promise<boolean> {
  return changesCookies(exchange, cookies) && (await replacesUser(exchange, made, cookies))
}

function setsSession({ app: { policy }, session }: Exchange, cookies: readonly string[]): boolean {
  if (policy.session === undefined) return false
  const prefix = `${findCookieName(policy.session)}=`
  return cookies.some((cookie) => cookie.startsWith(prefix) && cookie !== session?.renew)
}

/** Whether a browser has other cookies after the response. */
function changesCookies({ request }: Exchange, cookies: readonly string[]): boolean {
  const sent = request.header('cookie')
  return cookies.length > 0 && applyCookies(sent, cookies) !== applyCookies(sent, [])
}

/** Returns the name of the streams that the cookies end: those of a session, or those of the browser. */
function findStreamName(exchange: Exchange, cookies: readonly string[]): string | undefined {
  const { app, request, session } = exchange
  if (!setsSession(exchange, cookies)) return findBrowserName(exchange)
  const replaced = session ?? app.policy.session?.read({ headers: { get: (name) => request.header(name) ?? null } })
  return replaced === undefined ? findBrowserName(exchange) : hashSession(replaced.sid)
}

/** Returns the name of the browser's streams; undefined if they can't be distinguished from those of others. */
function findBrowserName({ app, request, made }: Exchange): string | undefined {
  // Without a ctx, such as in a response of the middleware, the user isn't known.
  return made === undefined ? nameVisitor(request) : nameBrowser(request, app.policy.subjectOf(made))
}

/** Whether the users have to be compared. The first page of each visitor often sets a cookie. */
function needsComparison({ app, request }: Exchange, made: Ctx): boolean {
  const isForPage =
    /text\/html/i.test(request.header('accept') ?? '') || request.header('sec-fetch-mode') === 'navigate'
  return app.policy.subjectOf(made) !== undefined || !isForPage || request.header('cookie') !== undefined
}

/**
 * Whether `ctxFor` returns another user for the new cookies, or refuses them. Other errors, such as a rate limit, don't say that
 * the user is another one: under load, all reads would be made again.
 */
async function replacesUser({ app, request }: Exchange, made: Ctx, cookies: readonly string[]): Promise<boolean> {
  const next = new HeadRequest(copyHead(request), applyCookies(request.header('cookie'), cookies))
  const exchange = new Exchange(app, next)
  try {
    const ctx = await withCaller(exchange, () => exchange.ctx())
    return app.policy.subjectOf(ctx) !== app.policy.subjectOf(made)
  } catch (error) {
    return isRefusal(error)
  }
}

const names = new WeakMap<SessionStore, string>()

function findCookieName(store: SessionStore): string {
  const known = names.get(store)
  if (known !== undefined) return known
  const [name = ''] = store.clear().split('=', 1)
  names.set(store, name)
  return name
}
