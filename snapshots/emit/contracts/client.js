import { decodeBigint as $decodeBigint, decodeBytes as $decodeBytes, decodeDate as $decodeDate, decodeMap as $decodeMap, decodeSet as $decodeSet, decodeUrl as $decodeUrl, encodeBigint as $encodeBigint, encodeBytes as $encodeBytes, encodeDate as $encodeDate, encodeMap as $encodeMap, encodeSet as $encodeSet, encodeUrl as $encodeUrl, isDateText as $isDateText } from '@fw/runtime/compiled'
function encode$1(v) {
  return $encodeMap(v, $encodeDate)
}
function encode$3(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.at !== undefined) o.at = $encodeDate(o.at)
  return o
}
function encode$2(v) {
  return Array.isArray(v) ? v.map((m) => encode$3(m)) : v
}
function encode$4(v) {
  let w
  if ((w = $encodeDate(v)) !== v) return w
  return v
}
function encode$5(v) {
  if (!Array.isArray(v)) return v
  const o = v.slice()
  if (o.length > 1) o[1] = $encodeDate(o[1])
  return o
}
function encode$0(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.at !== undefined) o.at = $encodeDate(o.at)
  if (o.big !== undefined) o.big = $encodeBigint(o.big)
  if (o.link !== undefined) o.link = $encodeUrl(o.link)
  if (o.raw !== undefined) o.raw = $encodeBytes(o.raw)
  if (o.tags !== undefined) o.tags = $encodeSet(o.tags)
  if (o.byName !== undefined) o.byName = encode$1(o.byName)
  if (o.history !== undefined) o.history = encode$2(o.history)
  if (o.either !== undefined) o.either = encode$4(o.either)
  if (o.pair !== undefined) o.pair = encode$5(o.pair)
  return o
}
function decode$7(v) {
  return $decodeMap(v, $decodeDate)
}
function decode$9(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.at !== undefined) o.at = $decodeDate(o.at)
  return o
}
function decode$8(v) {
  return Array.isArray(v) ? v.map((m) => decode$9(m)) : v
}
function decode$10(v) {
  if ($isDateText(v)) return $decodeDate(v)
  return v
}
function decode$11(v) {
  if (!Array.isArray(v)) return v
  const o = v.slice()
  if (o.length > 1) o[1] = $decodeDate(o[1])
  return o
}
function decode$6(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.at !== undefined) o.at = $decodeDate(o.at)
  if (o.big !== undefined) o.big = $decodeBigint(o.big)
  if (o.link !== undefined) o.link = $decodeUrl(o.link)
  if (o.raw !== undefined) o.raw = $decodeBytes(o.raw)
  if (o.tags !== undefined) o.tags = $decodeSet(o.tags)
  if (o.byName !== undefined) o.byName = decode$7(o.byName)
  if (o.history !== undefined) o.history = decode$8(o.history)
  if (o.either !== undefined) o.either = decode$10(o.either)
  if (o.pair !== undefined) o.pair = decode$11(o.pair)
  return o
}
export const move = { encode: encode$0, decode: decode$6 }
