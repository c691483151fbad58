/** `Content-Digest` (RFC 9530): a digest of the body, which a signature can cover instead of the body. */
import { parseDictionary, serializeDictionary } from 'structured-headers'

const ALGORITHMS: Readonly<Record<string, string>> = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' }

/** Whether all supported digests in the header match the body, and at least one is supported. Never rejects. */
export async function matchesContentDigest(header: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    let known = 0
    for (const [name, [value]] of parseDictionary(header)) {
      const algorithm = ALGORITHMS[name]
      if (algorithm === undefined) continue
      if (!(value instanceof ArrayBuffer)) return false
      const digest = new Uint8Array(await crypto.subtle.digest(algorithm, body))
      if (!isSame(digest, new Uint8Array(value))) return false
      known += 1
    }
    return known > 0
  } catch {
    return false
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Returns the header for a body, with SHA-256. */
export async function createContentDigest(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return serializeDictionary(new Map([['sha-256', [digest, new Map()]]]))
}
