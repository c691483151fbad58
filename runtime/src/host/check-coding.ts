/** Checks the transfer coding of a request body, on every runtime. */
import { FwError } from '#contract/http/error.ts'

/**
 * Throws `invalid_request` for every coding except `chunked`. HTTP parsers decode that one and leave others in the body; a
 * proxy that decodes them too reads a different body. HTTP/1.0 has no transfer codings: a proxy of that version forwards
 * the header and determines the length of the body in another way (RFC 9112, 6.1).
 */
export function checkTransferCoding(coding: string | undefined, httpVersion = '1.1'): void {
  if (coding === undefined) return
  if (httpVersion === '1.0') throw new FwError('invalid_request', { message: 'HTTP/1.0 has no transfer codings.' })
  if (coding.trim().toLowerCase() !== 'chunked')
    throw new FwError('invalid_request', { message: 'The only transfer coding of this server is chunked.' })
}
