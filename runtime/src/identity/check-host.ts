/** One rule for `Host` on every runtime: every reader of the header must see the same host (RFC 9112, 3.2). */
import { FwError } from '#contract/error.ts'

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Throws `invalid_request` for several hosts and for one that no URL can hold. HTTP/1.0 may leave it out. */
export function checkHost(host: string | undefined): void {
  if (host !== undefined && !isHost(host))
    throw new FwError('invalid_request', { message: 'The Host header is not a valid host.' })
}

/** Whether `host` is one host with or without a port. App code parses the URL that is made of it. */
export function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}/`)
}
