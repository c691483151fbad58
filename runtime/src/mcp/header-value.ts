/** Values of the headers `Mcp-Name` and `Mcp-Param-…`, which repeat parts of the body. */

const SENTINEL = /^=\?base64\?(.*)\?=$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Returns the value of a header. Values that aren't plain ASCII are sent as `=?base64?…?=`.
 *
 * @returns `undefined` for a missing header and for one that isn't encoded correctly.
 */
export function decodeHeaderValue(value: string | undefined): string | undefined {
  if (value === undefined || !/^[\x20-\x7e\t]*$/.test(value)) return undefined
  const encoded = SENTINEL.exec(value)?.[1]
  if (encoded === undefined) return value
  if (!BASE64.test(encoded) || encoded.length % 4 !== 0) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
