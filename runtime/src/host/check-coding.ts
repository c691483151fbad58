/** The transfer coding of a request body, on every runtime. */
import { FwError } from '#contract/error.ts'

/**
 * Throws `invalid_request` for every coding but `chunked`. Parsers of HTTP remove that one and leave the others in the
 * body; a proxy that removes them too reads another body (RFC 9112, 6.1).
 */
export function checkTransferCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    throw new FwError('invalid_request', { message: 'The only transfer coding of this server is chunked.' })
}
