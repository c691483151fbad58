/** Redirects of forms and links, for the script that follows them. */
import { FORM_HEADER, NAVIGATION_HEADER, ORIGIN_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { getSite } from '#identity/cross-site.ts'
import { discardBody } from './bind-body.ts'
import { jsonReply } from './reply.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the reply for a script that sends a form: a redirect becomes a header with its URL, which the script opens. `fetch` would
 * request another site itself, and then fail. From this site it would request the page without its hash, and the script would do
 * it again, when a message that is shown once is gone. The request can also be the one that follows a redirect of the form
 * within this site. A script that reads JSON receives the URL in it. For a script that follows a link, only URLs of other sites and
 * those with a hash become a header: then the browser loads the page.
 */
export function withReadableRedirect(request: FwRequest, reply: FwReply): FwReply {
  const isForm = request.header(FORM_HEADER) !== undefined
  if (!REDIRECTS.has(reply.status) || !(isForm || request.header(NAVIGATION_HEADER) !== undefined)) return reply
  const { location, 'content-length': _length, ...headers } = reply.headers
  const target = parseTarget(request, location)
  if (target === undefined || getSite(request) !== 'same') return reply
  const { isOther, url } = target
  // 307 and 308 send the fields again.
  const sendsFields = reply.status > 303 && request.method !== 'GET' && request.method !== 'HEAD'
  // An agent's tool reads the page to which its form leads.
  const isFollowed = sendsFields || request.header(ORIGIN_HEADER) === 'agent' || !(isForm || url.includes('#'))
  if (!isOther && isFollowed) return reply
  const uncached = { ...headers, 'cache-control': 'no-store' }
  const body = discardBody(reply.body)
  if (isForm && request.header('accept') === 'application/json') {
    const { status, headers: types, body: json } = jsonReply(200, { ok: true, location: url })
    return { ...reply, status, headers: { ...uncached, ...types }, body: json }
  }
  // Only the browser can send the fields to the other site: the script lets it send a refused form itself.
  return sendsFields
    ? { ...reply, status: 400, headers: uncached, body }
    : { ...reply, status: 204, headers: { ...uncached, [FORM_HEADER]: isOther ? url : `${location}` }, body }
}

/** Returns the URL of a redirect, and whether its origin is another one; `undefined` for schemes that browsers don't open. */
function parseTarget(
  { protocol = 'http', host = 'localhost' }: FwRequest,
  location: FwReply['headers'][string] | undefined,
): { readonly url: string; readonly isOther: boolean } | undefined {
  const base = `${protocol}://${host}`
  if (typeof location !== 'string' || !URL.canParse(location, base)) return undefined
  const { href, protocol: scheme, origin } = new URL(location, base)
  return /^https?:$/.test(scheme) ? { url: href, isOther: origin !== new URL(base).origin } : undefined
}
