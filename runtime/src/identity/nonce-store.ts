/** Stores used nonces, so that a captured request can't be sent again. */

/** Stores the nonces of verified signatures. */
export interface NonceStore {
  /** Returns true for the first use of this pair before `expiresAt` (epoch milliseconds), otherwise false. Atomic. */
  claim(keyId: string, nonce: string, expiresAt: number): Promise<boolean>
}

const MAX_NONCES = 100_000

/**
 * Creates a store in the memory of this process. If it is full of unexpired nonces, it refuses new ones instead of removing
 * old ones.
 */
export function createMemoryNonceStore(now: () => number = Date.now): NonceStore {
  const seen = new Map<string, number>()
  return {
    claim: async (keyId, nonce, expiresAt) => {
      const key = `${keyId} ${nonce}`
      const at = now()
      const until = seen.get(key)
      if (expiresAt <= at || (until !== undefined && until > at)) return false
      if (seen.size >= MAX_NONCES) for (const [one, end] of seen) if (end <= at) seen.delete(one)
      if (seen.size >= MAX_NONCES) return false
      seen.set(key, expiresAt)
      return true
    },
  }
}
