/** The forms of a request target that Node passes unchanged (RFC 9112, 3.2). */
import { FwError } from '#contract/http/error.ts'
import type { FwReply } from '#contract/http/request.ts'

/**
 * Returns path and query of a target. The scheme and host of an absolute one (`GET http://host/path`) are removed. Throws
 * `invalid_request` for a fragment, and if its host differs from the `Host` header, because two parsers of the request could
 * disagree about its host.
 */
export function toOriginForm(target: string, host: string | undefined): string {
  refuseFragment(target)
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? []
  if (authority === undefined) return target
  if (authority.toLowerCase() !== host?.toLowerCase())
    throw new FwError('invalid_request', { message: 'The host of the request target differs from the Host header.' })
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Throws `invalid_request` for a target with a `#`, which HTTP allows in no form of a target. URL parsers end the query there,
 * so a page would read parameters that `new URL(req.url)` hides from middleware and `@query` from a signature.
 */
export function refuseFragment(target: string): void {
  if (target.includes('#')) throw new FwError('invalid_request', { message: 'The request target contains a "#".' })
}

/** The reply to `OPTIONS *`, which concerns the server as a whole (RFC 9110, 9.3.7). */
export const SERVER_OPTIONS: FwReply = { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' }, body: null }
