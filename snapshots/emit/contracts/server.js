import { compiledValidator as $compiledValidator, hasOnlyKeys as $hasOnlyKeys } from '@fw/runtime/compiled'
const keys$0 = ["limit"]
const hasOwn$1 = Object.prototype.hasOwnProperty
function is$2(v) {
  if (typeof v !== "object" || v === null || Array.isArray(v)) return false
  let n0 = 1
  const m1 = v.limit
  if (!(Number.isInteger(m1) && m1 >= 1)) return false
  for (const k2 in v) if (hasOwn$1.call(v, k2)) n0--; else n0 = NaN
  if (n0 !== 0 && !$hasOnlyKeys(v, keys$0)) return false
  return true
}
function build$3(v) {
  return { limit: v.limit }
}
function is$4(v) {
  if (!Array.isArray(v)) return false
  for (let i0 = 0; i0 < v.length; i0++) {
    const m1 = v[i0]
    if (!(Number.isInteger(m1) && m1 >= 1)) return false
  }
  return true
}
function text$5(v) {
  if (!Array.isArray(v) || Object.getPrototypeOf(v) !== Array.prototype || v.toJSON !== undefined) return undefined
  let o = "["
  for (let i = 0; i < v.length; i++) {
    const m = v[i]
    if (!(Number.isInteger(m) && m >= 1)) return undefined
    if (i !== 0) o += ","
    o += m
  }
  return o + "]"
}
export const search = {
  hash: "JigLzJ4Q",
  input: $compiledValidator({ type: "object", properties: { limit: { type: "integer", minimum: 1 } }, required: ["limit"], additionalProperties: false }, { is: is$2, build: build$3 }),
  output: $compiledValidator({ type: "array", items: { type: "integer", minimum: 1 } }, { is: is$4, stringify: text$5 }),
  description: "Finds\u2028\"books\".",
}
export const ping = {
  hash: "Q5CD84lW",
}
export const built = {
  hash: "c2aIO2nf",
}
