/** The strict content security policy. */

/** Only scripts with this nonce run, and what they load (spec: Low-level server exports). */
export function strictPolicy(nonce: string): string {
  return `script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`
}
