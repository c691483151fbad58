/** Reads the bytes of a web body within a limit. */
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import { FwError } from '#contract/http/error.ts'
import { ByteCollector } from '#wire/collect-bytes.ts'
import { PieceLimit } from '#wire/piece-limit.ts'

/** Bytes that are read and discarded beyond the limit, so that a caller that exceeds it slightly can read the response. */
export const GRACE_BYTES = 65_536

/** Returns the bytes of a body, counted while they are read. Throws `payload_too_large`, or the error of the stream. */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const collected = new ByteCollector()
  const pieces = new PieceLimit()
  let size = 0
  for await (const chunk of body) {
    pieces.count(chunk)
    size += chunk.byteLength
    if (size > maxBytes + GRACE_BYTES) break
    if (size <= maxBytes) collected.add(chunk)
  }
  if (size > maxBytes) throw createBodyLimitError(maxBytes)
  return collected.join()
}

/** Throws the error of a body that couldn't be read. Without its cause, so that callers can't fill the log with stacks. */
export function refuseBroken(cause: unknown): never {
  if (cause instanceof FwError) throw cause
  throw new FwError('invalid_request', { message: 'The client disconnected before the body was complete.' })
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws `invalid_json` for bytes that aren't UTF-8: replacing them would change the message. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new FwError('invalid_json', { message: 'The request body is not valid UTF-8.' })
  }
}
