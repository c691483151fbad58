/** Base64 as bytes travel (RFC 4648, section 4): with padding, without line breaks. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Groups of four are counted, not matched: a group that repeats overflows the stack of the matcher at 16 MiB. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text)
}
