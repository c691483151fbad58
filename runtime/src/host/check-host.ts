/** One rule for `Host` on every runtime: whoever reads it must read one host (RFC 9112, 3.2). */
import { FwError } from '#contract/error.ts'

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Throws `invalid_request` for several hosts and for what is none. HTTP/1.0 may leave it out. */
export function checkHost(host: string | undefined): void {
  if (host !== undefined && !HOST.test(host))
    throw new FwError('invalid_request', { message: 'The Host header names no host.' })
}
