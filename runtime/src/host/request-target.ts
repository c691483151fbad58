/** The forms of a request target that Node hands on as they came (RFC 9112, 3.2). */
import { FwError } from '#contract/error.ts'
import type { FwReply } from '#contract/request.ts'

/**
 * Path and query of a target: an absolute one (`GET http://host/path`) loses its scheme and host. Throws `invalid_request`
 * where that host is not the one of the `Host` header, since two readers of the request could disagree about its host.
 */
export function toOriginForm(target: string, host: string | undefined): string {
  if (target.startsWith('/')) return target
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(target) ?? []
  if (authority === undefined) return target
  if (authority.toLowerCase() !== host?.toLowerCase())
    throw new FwError('invalid_request', { message: 'The host of the request target differs from the Host header.' })
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The reply to `OPTIONS *`, which asks about the server as a whole (RFC 9110, 9.3.7). */
export const SERVER_OPTIONS: FwReply = { status: 204, headers: { allow: 'GET, HEAD, POST, OPTIONS' }, body: null }
