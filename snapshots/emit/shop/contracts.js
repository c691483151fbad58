import { compiledValidator as $compiledValidator, decodeDate as $decodeDate, encodeDate as $encodeDate, hasOnlyKeys as $hasOnlyKeys, isDateText as $isDateText } from '@fw/runtime/compiled'
const keys$0 = ["query", "limit"]
const hasOwn$1 = Object.prototype.hasOwnProperty
const re$11 = /[\u0000-\u001f"\\\ud800-\udfff]/
const keys$17 = ["since"]
function is$2(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.query
  if (!(typeof m1 === "string")) return false
  const m2 = v.limit
  if (m2 !== undefined) {
    if (!(Number.isFinite(m2))) return false
    n0++
  }
  for (const k3 in v) if (hasOwn$1.call(v, k3)) n0--; else n0 = NaN
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$0)) return false
  return true
}
function build$3(v) {
  const o = { query: v.query }
  if (v.limit !== undefined) o.limit = v.limit
  return o
}
function is$4(v) {
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
function encode$6(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.published !== undefined) o.published = $encodeDate(o.published)
  return o
}
function encode$5(v) {
  return Array.isArray(v) ? v.map((m) => encode$6(m)) : v
}
function decode$8(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.published !== undefined) o.published = $decodeDate(o.published)
  return o
}
function decode$7(v) {
  return Array.isArray(v) ? v.map((m) => decode$8(m)) : v
}
function is$9(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  const m0 = v.title
  if (!(typeof m0 === "string")) return false
  const m1 = v.cents
  if (!(Number.isFinite(m1))) return false
  const m2 = v.published
  if (!($isDateText(m2))) return false
  return true
}
function quoted$12(s) {
  if (s.length > 40) return re$11.test(s) ? JSON.stringify(s).slice(1, -1) : s
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i)
    if (c < 32 || c === 34 || c === 92 || (c >= 0xd800 && c <= 0xdfff)) return JSON.stringify(s).slice(1, -1)
  }
  return s
}
function text$13(v) {
  if (typeof v !== "object" || v === null) return undefined
  const p = Object.getPrototypeOf(v)
  if (p !== Object.prototype && p !== null) return undefined
  if (v.toJSON !== undefined) return undefined
  let n = 3
  const m0 = v.title
  if (!(typeof m0 === "string")) return undefined
  const m1 = v.cents
  if (!(Number.isFinite(m1))) return undefined
  const m2 = v.published
  if (!($isDateText(m2))) return undefined
  const m2t = JSON.stringify(m2)
  if (m2t === undefined) return undefined
  for (const k in v) {
    switch (k) {
      case "title":
        n--
        break
      case "cents":
        n--
        break
      case "published":
        n--
        break
      default:
        return undefined
    }
  }
  if (n !== 0) return undefined
  return "{\"title\":\"" + quoted$12(m0) + "\",\"cents\":" + m1 + ",\"published\":" + m2t + "}"
}
function text$14(v) {
  if (!Array.isArray(v) || Object.getPrototypeOf(v) !== Array.prototype || v.toJSON !== undefined) return undefined
  let o = "["
  for (let i = 0; i < v.length; i++) {
    const m = v[i]
    const mt = text$13(m)
    if (mt === undefined) return undefined
    if (i !== 0) o += ","
    o += mt
  }
  return o + "]"
}
function is$15(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  const m0 = v.refunded
  if (!(Number.isFinite(m0))) return false
  return true
}
function text$16(v) {
  if (typeof v !== "object" || v === null) return undefined
  const p = Object.getPrototypeOf(v)
  if (p !== Object.prototype && p !== null) return undefined
  if (v.toJSON !== undefined) return undefined
  let n = 1
  const m0 = v.refunded
  if (!(Number.isFinite(m0))) return undefined
  for (const k in v) {
    switch (k) {
      case "refunded":
        n--
        break
      default:
        return undefined
    }
  }
  if (n !== 0) return undefined
  return "{\"refunded\":" + m0 + "}"
}
function is$18(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.since
  if (!($isDateText(m1))) return false
  for (const k2 in v) if (hasOwn$1.call(v, k2)) n0--; else n0 = NaN
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$17)) return false
  return true
}
function build$19(v) {
  return { since: $decodeDate(v.since) }
}
function encode$20(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.since !== undefined) o.since = $encodeDate(o.since)
  return o
}
function decode$21(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return v
  const o = { ...v }
  if (o.since !== undefined) o.since = $decodeDate(o.since)
  return o
}
export const search = {
  hash: "tBgKeO0U",
  input: $compiledValidator({ type: "object", properties: { query: { type: "string", description: "Words of the title." }, limit: { type: "number" } }, required: ["query"], additionalProperties: false, description: "What a search asks for." }, { is: is$2, build: build$3 }),
  output: $compiledValidator({ type: "array", items: { type: "object", properties: { title: { type: "string" }, cents: { type: "number", description: "Minor units." }, published: { type: "string", format: "date-time" } }, required: ["title", "cents", "published"] } }, { is: is$4, encode: encode$5, decode: decode$7, build: decode$7, items: { "/items": is$9 }, stringify: text$14 }),
  description: "Finds books by title – ‘ü’ and “é” included.",
  types: {"input":{"$ref":"#/$defs/Search","$defs":{"Search":{"type":"object","properties":{"query":{"type":"string","description":"Words of the title."},"limit":{"type":"number"}},"required":["query"],"additionalProperties":false,"description":"What a search asks for."}}},"output":{"type":"array","items":{"$ref":"#/$defs/Book"},"$defs":{"Book":{"type":"object","properties":{"title":{"type":"string"},"cents":{"type":"number","description":"Minor units."},"published":{"type":"string","format":"date-time"}},"required":["title","cents","published"]}}}},
}
export const refund = {
  hash: "f1Oa6GxS",
  output: $compiledValidator({ type: "object", properties: { refunded: { type: "number" } }, required: ["refunded"] }, { is: is$15, stringify: text$16 }),
  description: "Gives the money for an order back.",
}
export const latest = {
  hash: "B3-iizJA",
  input: $compiledValidator({ type: "object", properties: { since: { type: "string", format: "date-time" } }, required: ["since"], additionalProperties: false }, { is: is$18, build: build$19, encode: encode$20, decode: decode$21 }),
  output: $compiledValidator({ type: "array", items: { type: "object", properties: { title: { type: "string" }, cents: { type: "number", description: "Minor units." }, published: { type: "string", format: "date-time" } }, required: ["title", "cents", "published"] } }, { is: is$4, encode: encode$5, decode: decode$7, build: decode$7, items: { "/items": is$9 }, stringify: text$14 }),
  types: {"output":{"type":"array","items":{"$ref":"#/$defs/Book"},"$defs":{"Book":{"type":"object","properties":{"title":{"type":"string"},"cents":{"type":"number","description":"Minor units."},"published":{"type":"string","format":"date-time"}},"required":["title","cents","published"]}}}},
}
