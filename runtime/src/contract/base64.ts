/** Base64 as bytes travel (RFC 4648, section 4): with padding, without line breaks. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function isBase64(text: string): boolean {
  return BASE64.test(text)
}
