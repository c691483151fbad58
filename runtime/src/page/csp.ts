/** The strict content security policy. */

/** Whether a string may be a nonce of a policy: base64 or base64url. */
export function isNonce(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
}

/**
 * Returns a policy under which only scripts with this nonce run, and scripts that they load.
 *
 * @throws TypeError for a nonce that isn't base64: a quote or a semicolon in it would change the policy.
 */
export function strictPolicy(nonce: string): string {
  if (!isNonce(nonce)) throw new TypeError('The nonce of a policy must be base64 or base64url.')
  return `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`
}
