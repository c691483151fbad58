/** The strict content security policy. */

/** Whether a text can stand in a policy as a nonce: base64 or base64url. */
export function isNonce(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
}

/**
 * Only scripts with this nonce run, and what they load (spec: Low-level server exports). Throws a `TypeError` for a nonce
 * that is no base64: a quote or a semicolon in it would write a policy of its own.
 */
export function strictPolicy(nonce: string): string {
  if (!isNonce(nonce)) throw new TypeError('The nonce of a policy must be base64 or base64url.')
  return `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`
}
