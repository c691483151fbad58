/** Reading the bytes of a web body under a limit. */
import { FwError } from '#contract/error.ts'

/** Read and thrown away beyond the limit, so that a caller who is a little over it is not cut off before the answer. */
export const GRACE_BYTES = 65_536

/** The bytes of a body, counted while they are read. Throws `payload_too_large`, or what the stream failed with. */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes + GRACE_BYTES) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) throw new FwError('payload_too_large')
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/** Why a body could not be read. Without its cause: what any caller can do makes no line with a stack in the log. */
export function refuseBroken(cause: unknown): never {
  if (cause instanceof FwError) throw cause
  throw new FwError('invalid_request', { message: 'The caller left before the body was complete.' })
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
