/** The keys of programs that call the API. The app knows only their digests, so a leaked environment contains no key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@fw/runtime/server'

export interface ApiKey {
  /** Name of the program, for the log and the rate limit. */
  name: string
  /** SHA-256 of the key, in hexadecimal. */
  sha256: string
  scopes: ('invoices:read' | 'invoices:write')[]
}

/** Returns the entry of a key; `undefined` for a key that isn't known. */
export function findKey(key: string): ApiKey | undefined {
  const digest = createHash('sha256').update(key).digest()
  return env.API_KEYS?.find(({ sha256 }) => {
    const known = Buffer.from(sha256, 'hex')
    return known.length === digest.length && timingSafeEqual(known, digest)
  })
}
