/** The transfer coding of a request body, on every runtime. */
import { FwError } from '#contract/error.ts'

/**
 * Throws `invalid_request` for every coding but `chunked`. Parsers of HTTP remove that one and leave the others in the
 * body; a proxy that removes them too reads another body. HTTP/1.0 has no transfer coding at all: a proxy of that version
 * forwards the header and reads the body by another framing (RFC 9112, 6.1).
 */
export function checkTransferCoding(coding: string | undefined, httpVersion = '1.1'): void {
  if (coding === undefined) return
  if (httpVersion === '1.0') throw new FwError('invalid_request', { message: 'HTTP/1.0 has no transfer codings.' })
  if (coding.trim().toLowerCase() !== 'chunked')
    throw new FwError('invalid_request', { message: 'The only transfer coding of this server is chunked.' })
}
