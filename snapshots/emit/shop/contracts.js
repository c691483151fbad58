import { compiledValidator as $compiledValidator, decodeDate as $decodeDate, encodeDate as $encodeDate, hasOnlyKeys as $hasOnlyKeys, isDateText as $isDateText } from '@fw/runtime/contract'
const keys$0 = ["query", "limit"]
const keys$9 = ["since"]
function is$1(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.query
  if (!(typeof m1 === "string")) return false
  const m2 = v.limit
  if (m2 !== undefined) {
    if (!(Number.isFinite(m2))) return false
    n0++
  }
  for (const k3 in v) if (Object.hasOwn(v, k3)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$0)) return false
  return true
}
function build$2(v) {
  const o = { query: v.query }
  if (v.limit !== undefined) o.limit = v.limit
  return o
}
function is$3(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (typeof m1 !== "object" || m1 === null || Array.isArray(m1)) return false
    const m2 = m1.title
    if (!(typeof m2 === "string")) return false
    const m3 = m1.cents
    if (!(Number.isFinite(m3))) return false
    const m4 = m1.published
    if (!($isDateText(m4))) return false
  }
  return true
}
function encode$5(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.published !== undefined) o.published = $encodeDate(o.published)
  return o
}
function encode$4(v) {
  return Array.isArray(v) ? v.map((m) => encode$5(m)) : v
}
function decode$7(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.published !== undefined) o.published = $decodeDate(o.published)
  return o
}
function decode$6(v) {
  return Array.isArray(v) ? v.map((m) => decode$7(m)) : v
}
function is$8(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  const m0 = v.refunded
  if (!(Number.isFinite(m0))) return false
  return true
}
function is$10(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.since
  if (!($isDateText(m1))) return false
  for (const k2 in v) if (Object.hasOwn(v, k2)) n0--
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$9)) return false
  return true
}
function build$11(v) {
  return { since: $decodeDate(v.since) }
}
function encode$12(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.since !== undefined) o.since = $encodeDate(o.since)
  return o
}
function decode$13(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.since !== undefined) o.since = $decodeDate(o.since)
  return o
}
export const search = {
  input: $compiledValidator({ type: "object", properties: { query: { type: "string", description: "Words of the title." }, limit: { type: "number" } }, required: ["query"], additionalProperties: false, description: "What a search asks for." }, { is: is$1, build: build$2 }),
  output: $compiledValidator({ type: "array", items: { type: "object", properties: { title: { type: "string" }, cents: { type: "number", description: "Minor units." }, published: { type: "string", format: "date-time" } }, required: ["title", "cents", "published"] } }, { is: is$3, encode: encode$4, decode: decode$6, build: decode$6 }),
  description: "Finds books by title – ‘ü’ and “é” included.",
}
export const refund = {
  output: $compiledValidator({ type: "object", properties: { refunded: { type: "number" } }, required: ["refunded"] }, { is: is$8 }),
  description: "Gives the money for an order back.",
}
export const latest = {
  input: $compiledValidator({ type: "object", properties: { since: { type: "string", format: "date-time" } }, required: ["since"], additionalProperties: false }, { is: is$10, build: build$11, encode: encode$12, decode: decode$13 }),
  output: $compiledValidator({ type: "array", items: { type: "object", properties: { title: { type: "string" }, cents: { type: "number", description: "Minor units." }, published: { type: "string", format: "date-time" } }, required: ["title", "cents", "published"] } }, { is: is$3, encode: encode$4, decode: decode$6, build: decode$6 }),
}
