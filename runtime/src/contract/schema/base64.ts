/** Base64 with padding and without line breaks (RFC 4648, section 4). */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Checks the length by a count instead of a repeated group, which overflows the stack of the regular expression engine at
 * 16 MiB.
 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}
