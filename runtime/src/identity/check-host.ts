/** Validates `Host` the same way on every runtime, so that all parsers of the header see the same host (RFC 9112, 3.2). */
import { FwError } from '#contract/http/error.ts'

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Throws `invalid_request` for several hosts, and for a host that a URL can't contain. HTTP/1.0 may omit it. */
export function checkHost(host: string | undefined): void {
  if (host !== undefined && !isHost(host))
    throw new FwError('invalid_request', { message: 'The Host header is not a valid host.' })
}

/** The last host that was accepted: most requests to a server have the same one, and parsing a URL takes long. */
let accepted: string | undefined

/** Whether `host` is a single host with or without a port. App code parses a URL with this host. */
export function isHost(host: string): boolean {
  if (host === accepted) return true
  if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) return false
  accepted = host
  return true
}
