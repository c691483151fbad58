import { FwError } from './error.ts'

/** Creates the error for a body above a limit in bytes. Its message names the limit, and what the caller can do. */
export function createBodyLimitError(maxBytes: number): FwError {
  return new FwError('payload_too_large', {
    message: `The request body is larger than ${maxBytes} bytes, which is the most that this server accepts. Send smaller files, or less at a time.`,
  })
}
