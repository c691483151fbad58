import { decodeDate as $decodeDate, encodeDate as $encodeDate } from '@fw/runtime/compiled'
function decode$1(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.published !== undefined) o.published = $decodeDate(o.published)
  return o
}
function decode$0(v) {
  return Array.isArray(v) ? v.map((m) => decode$1(m)) : v
}
function encode$2(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.since !== undefined) o.since = $encodeDate(o.since)
  return o
}
export const search = { decode: decode$0 }
export const latest = { encode: encode$2, decode: decode$0 }
