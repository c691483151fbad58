/** Nonces that were seen, so that a captured request cannot be sent again. */

/** Remembers the nonces of verified signatures. */
export interface NonceStore {
  /** True the first time that this pair is seen before `expiresAt` (epoch milliseconds), false ever after. Atomic. */
  claim(keyId: string, nonce: string, expiresAt: number): Promise<boolean>
}

const MAX_NONCES = 100_000

/** Nonces of one process. Full of nonces that still count, it takes no more: closed, not forgetful. */
export function createMemoryNonceStore(now: () => number = Date.now): NonceStore {
  const seen = new Map<string, number>()
  return {
    claim: async (keyId, nonce, expiresAt) => {
      const key = `${keyId} ${nonce}`
      const until = seen.get(key)
      if (until !== undefined && until > now()) return false
      if (seen.size >= MAX_NONCES) for (const [one, end] of seen) if (end <= now()) seen.delete(one)
      if (seen.size >= MAX_NONCES) return false
      seen.set(key, expiresAt)
      return true
    },
  }
}
