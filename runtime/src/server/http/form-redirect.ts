/** Redirects of forms and links, for the script that follows them. */
import { FwError } from '#contract/http/error.ts'
import { FORM_HEADER, NAVIGATION_HEADER, ORIGIN_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { getSite } from '#identity/cross-site.ts'
import { discardBody } from './bind-body.ts'
import { errorReply, jsonReply } from './reply.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the reply for a script that sends a form: a redirect becomes a header with its URL, which the script opens. `fetch` can't
 * follow a redirect to another site. It would follow one within this site, but without reporting the hash of the URL, and the
 * script would then request the page again, after a message that is shown once is gone. The request can also be the one that follows
 * a redirect of the form within this site. A script that reads JSON receives the URL in it. For a script that follows a link, only
 * URLs of other sites and those with a hash become a header: then the browser loads the page.
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
  // An agent's tool reads the page to which its form redirects.
  const isFollowed = sendsFields || request.header(ORIGIN_HEADER) === 'agent' || !(isForm || url.includes('#'))
  if (!isOther && isFollowed) return reply
  const uncached = { ...headers, 'cache-control': 'no-store' }
  const body = discardBody(reply.body)
  if (isForm && request.header('accept') === 'application/json') {
    const answer = sendsFields
      ? errorReply(new FwError('invalid_request', { message: NOT_SENT }))
      : jsonReply(200, { ok: true, location: url })
    const { status, headers: types, body: json } = answer
    return { ...reply, status, headers: { ...uncached, ...types }, body: json }
  }
  // Only the browser can send the fields to the other site: the script lets it send a refused form itself.
  return sendsFields
    ? { ...reply, status: 400, headers: uncached, body }
    : { ...reply, status: 204, headers: { ...uncached, [FORM_HEADER]: url }, body }
}

const NOT_SENT = 'The server redirects this form to another site, and this page cannot send it there.'

/**
 * Returns the URL of a redirect, and whether it is on another site; `undefined` for schemes that browsers don't open. Within this
 * site the URL has no origin: only the browser knows the public one. The scheme is compared only if it is known.
 */
function parseTarget(
  request: FwRequest,
  location: FwReply['headers'][string] | undefined,
): { readonly url: string; readonly isOther: boolean } | undefined {
  const { protocol, host = 'localhost', target } = request
  // A URL of another site can begin with two slashes: it has the scheme of the page, which a browser sends with a form.
  const isSecure = protocol === 'https' || (protocol === undefined && request.header('origin')?.startsWith('https:'))
  const base = `${isSecure ? 'https' : 'http'}://${host}${target}`
  if (typeof location !== 'string' || !URL.canParse(location, base)) return undefined
  const { href, protocol: scheme, host: targetHost, pathname, search, hash } = new URL(location, base)
  if (!/^https?:$/.test(scheme)) return undefined
  // The URL removes the default port of its scheme.
  const isOther =
    targetHost !== new URL(`${scheme}//${host}`).host || (protocol !== undefined && scheme !== `${protocol}:`)
  if (isOther) return { url: href, isOther }
  // Two slashes before a path would be followed by a host.
  return { url: `${pathname.startsWith('//') ? '/.' : ''}${pathname}${search}${hash}`, isOther }
}
