/** Redirects of forms, for the script that sends the form. */
import { FORM_HEADER } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { getSite } from '#identity/cross-site.ts'
import { discardBody } from './bind-body.ts'
import { jsonReply } from './reply.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Returns the reply for a script that sends a form: a redirect to another site becomes a header with its URL, which the
 * script opens. `fetch` would request the other site itself, and then fail. The request can also be the one that follows a
 * redirect of the form within this site. A script that reads JSON receives the URL in it, also that of a page of this site, which
 * isn't JSON.
 */
export function withReadableRedirect(request: FwRequest, reply: FwReply): FwReply {
  if (!REDIRECTS.has(reply.status) || request.header(FORM_HEADER) === undefined) return reply
  const target = parseTarget(request, reply.headers.location)
  const asJson = request.header('accept') === 'application/json'
  // A POST that follows a 307 or 308 within this site reads JSON there.
  if (target === undefined || !(target.isOther || (asJson && reply.status <= 303))) return reply
  if (getSite(request) !== 'same') return reply
  const { url } = target
  const { location: _, 'content-length': _length, ...headers } = reply.headers
  const uncached = { ...headers, 'cache-control': 'no-store' }
  const body = discardBody(reply.body)
  if (asJson) {
    const { status, headers: types, body: json } = jsonReply(200, { ok: true, location: url })
    return { ...reply, status, headers: { ...uncached, ...types }, body: json }
  }
  // 307 and 308 send the fields to the other site. Only the browser can: the script lets it send a refused form itself.
  const sendsFields = reply.status > 303 && request.method !== 'GET' && request.method !== 'HEAD'
  return sendsFields
    ? { ...reply, status: 400, headers: uncached, body }
    : { ...reply, status: 204, headers: { ...uncached, [FORM_HEADER]: url }, body }
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
