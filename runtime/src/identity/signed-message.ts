/** What a signature is checked against: the request as its caller wrote it, before anything is made canonical. */
import type { FwRequest } from '#contract/request.ts'
import type { SignedMessage } from '#wire/http-signature.ts'

/**
 * A request of the pipeline. `Host` counts as received: a client signs what it sent. `scheme`, with its colon, is that of
 * `siteUrl`; without it a trusted proxy names the scheme that the client used. Throws for an invalid `Host`.
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

/** The same for a web `Request`, whose URL says the scheme. */
export function toSignedWebMessage(request: Request): SignedMessage {
  const { protocol, host, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    url: createUrl(protocol, request.headers.get('host') ?? host, pathname + search),
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

/** Two hosts, a user name or a path in the authority would make another URL than the one that was asked for. */
/** The scheme that the client used, where a trusted proxy ends TLS. */
function schemeFromProxy({ protocol }: FwRequest): string | undefined {
  return protocol === undefined ? undefined : `${protocol}:`
}

function createUrl(scheme: string, authority: string, target: string): URL {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(authority)) throw new Error('The Host header is no host.')
  if (!target.startsWith('/')) throw new Error('The request target is no path.')
  return new URL(`${scheme}//${authority}${target}`)
}
