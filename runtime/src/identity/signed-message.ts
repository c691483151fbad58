/** The request that a signature is verified against: as the client sent it, before any normalization. */
import type { FwRequest } from '#contract/http/request.ts'
import type { SignedMessage } from '#wire/http-signature.ts'

/**
 * Returns the signed message of a request. `Host` is used as received, because a client signs the header that it sends.
 * `scheme`, with its colon, is the scheme of `siteUrl`; without it a trusted proxy reports the scheme that the client used.
 * Throws for an invalid `Host`.
 */
export function toSignedMessage(request: FwRequest, scheme: string | undefined): SignedMessage {
  const web = new URL(request.web.url)
  return {
    method: request.method,
    url: createUrl(
      scheme ?? schemeFromProxy(request) ?? web.protocol,
      request.header('host') ?? web.host,
      request.target,
    ),
    header: (name) => request.header(name),
  }
}

/** Returns the signed message of a web `Request`, whose URL contains the scheme. */
export function toSignedWebMessage(request: Request): SignedMessage {
  const { protocol, host, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    url: createUrl(protocol, request.headers.get('host') ?? host, pathname + search),
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

/** Returns the scheme that the client used, if a trusted proxy terminates TLS. */
function schemeFromProxy({ protocol }: FwRequest): string | undefined {
  return protocol === undefined ? undefined : `${protocol}:`
}

/** Creates the URL. Refuses two hosts, a user name or a path in the authority, which would make another URL. */
function createUrl(scheme: string, authority: string, target: string): URL {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(authority)) throw new Error('The Host header is not a valid host.')
  if (!target.startsWith('/')) throw new Error('The request target is not a path.')
  return new URL(`${scheme}//${authority}${target}`)
}
