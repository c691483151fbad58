/** Redirects of forms to other sites, for the script that sends the form. */
import { FORM_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { getSite } from '#identity/cross-site.ts'
import { discardBody } from './bind-body.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the reply for a script that sends a form: a redirect to another site becomes a header with its URL, which the
 * script opens. `fetch` would request the other site itself, and then fail. The request can also be the one that follows a
 * redirect of the form within this site.
 */
export function withReadableRedirect(request: FwRequest, reply: FwReply): FwReply {
  if (!REDIRECTS.has(reply.status) || request.header(FORM_HEADER) === undefined) return reply
  const url = findOtherSite(request, reply.headers.location)
  if (url === undefined || getSite(request) !== 'same') return reply
  const { location: _, 'content-length': _length, ...headers } = reply.headers
  const uncached = { ...headers, 'cache-control': 'no-store' }
  const body = discardBody(reply.body)
  // 307 and 308 send the fields to the other site. Only the browser can: the script lets it send a refused form itself.
  const sendsFields = reply.status > 303 && request.method !== 'GET' && request.method !== 'HEAD'
  return sendsFields
    ? { ...reply, status: 400, headers: uncached, body }
    : { ...reply, status: 204, headers: { ...uncached, [FORM_HEADER]: url }, body }
}

/** Returns the URL of a redirect to another origin; `undefined` for other redirects, and for schemes that browsers don't open. */
function findOtherSite(
  { protocol = 'http', host = 'localhost' }: FwRequest,
  location: FwReply['headers'][string] | undefined,
): string | undefined {
  const base = `${protocol}://${host}`
  if (typeof location !== 'string' || !URL.canParse(location, base)) return undefined
  const url = new URL(location, base)
  return /^https?:$/.test(url.protocol) && url.origin !== new URL(base).origin ? url.href : undefined
}
