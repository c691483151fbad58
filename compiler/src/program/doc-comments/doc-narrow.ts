/**
 * Adds a constraint to a type that may have some already, from an alias: both apply. JSON Schema has only one keyword
 * of each name, so they are merged, or rejected if that is impossible.
 */
import { readTemplate } from '@fw/runtime/contract'
import type { ArrayNode, CodecNode, NumberNode, StringNode, TupleNode, TypeNode } from '#type-tree.ts'
import { NUMBER_FORMATS } from './doc-values.ts'

/** The narrower type; a message if there is a conflict; undefined if the keyword doesn't apply to this kind. */
export type Narrowed = { readonly node: TypeNode } | { readonly conflict: string } | undefined

export function narrow(node: TypeNode, name: string, value: unknown): Narrowed {
  switch (node.kind) {
    case 'number':
      return narrowNumber(node, name, value)
    case 'string':
      return narrowString(node, name, value)
    case 'array':
      return narrowArray(node, name, value as number)
    case 'tuple':
      return narrowTuple(node, name, value as number)
    case 'codec':
      return narrowCodec(node, name, value)
    default:
      return undefined
  }
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

/** Returns the stricter of two limits. */
function limit(name: string, before: number | undefined, value: number): number {
  if (before === undefined) return value
  return LOWER.includes(name) ? Math.max(before, value) : UPPER.includes(name) ? Math.min(before, value) : value
}

function narrowNumber(node: NumberNode, name: string, value: unknown): Narrowed {
  switch (name) {
    case 'integer':
      return checkRange({ ...node, integer: true })
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return checkRange({ ...node, [name]: limit(name, node[name], value as number) })
    case 'multipleOf': {
      const step = commonMultiple(node.multipleOf, value as number)
      if (step === undefined) return { conflict: `The type already has @multipleOf ${node.multipleOf}.` }
      return checkRange({ ...node, multipleOf: step })
    }
    case 'format':
      if (!NUMBER_FORMATS.includes(String(value))) return { conflict: `"${value}" is a format of strings.` }
      return sameText(node, 'format', node.format, String(value))
    default:
      return undefined
  }
}

function checkRange(node: NumberNode): Narrowed {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node
  const step = node.multipleOf ?? (integer ? 1 : undefined)
  const low = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
  const high = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  const open = low === exclusiveMinimum || high === exclusiveMaximum
  const nothing = { conflict: `No number matches: it would be ${rangeText(node)}.` }
  if (low > high || (low === high && open)) return nothing
  if (step === undefined || low === Number.NEGATIVE_INFINITY || high === Number.POSITIVE_INFINITY) return { node }
  const first = Math.ceil(low / step) * step
  const next = first === exclusiveMinimum ? first + step : first
  return next > high || (next === high && next === exclusiveMaximum) ? nothing : { node }
}

function rangeText({ integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: NumberNode): string {
  return [
    ...(integer ? ['whole'] : []),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
  ].join(' and ')
}

/** Returns `undefined` if neither is a multiple of the other: their least common multiple may not exist in decimals. */
function commonMultiple(before: number | undefined, value: number): number | undefined {
  if (before === undefined) return value
  const [small, large] = before < value ? [before, value] : [value, before]
  const ratio = large / small
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 ? large : undefined
}

function narrowString(node: StringNode, name: string, value: unknown): Narrowed {
  switch (name) {
    case 'minLength':
    case 'maxLength': {
      const next = { ...node, [name]: limit(name, node[name], value as number) }
      if ((next.minLength ?? 0) <= (next.maxLength ?? Number.POSITIVE_INFINITY)) return { node: next }
      return {
        conflict: `No string matches: it would be at least ${next.minLength} and at most ${next.maxLength} long.`,
      }
    }
    case 'pattern':
      return sameText(node, 'pattern', node.pattern, String(value))
    case 'format':
      if (NUMBER_FORMATS.includes(String(value))) return { conflict: `"${value}" is a format of numbers.` }
      return sameText(node, 'format', node.format, String(value))
    default:
      return undefined
  }
}

function sameText(
  node: StringNode | NumberNode,
  name: 'pattern' | 'format',
  before: string | undefined,
  value: string,
): Narrowed {
  if (before === undefined || before === value) return { node: { ...node, [name]: value } }
  const advice = name === 'pattern' ? ' Write one pattern for both, or use a type without a pattern.' : ''
  const form = name === 'pattern' ? readTemplate(before) : undefined
  const present = form === undefined ? `the ${name} ${before}` : `the form ${form}`
  return { conflict: `The type already has ${present}, and JSON Schema allows only one ${name}.${advice}` }
}

function narrowArray(node: ArrayNode, name: string, value: number): Narrowed {
  if (name === 'uniqueItems') return { node: { ...node, uniqueItems: true } }
  if (name !== 'minItems' && name !== 'maxItems') return undefined
  const next = { ...node, [name]: limit(name, node[name], value) }
  if ((next.minItems ?? 0) <= (next.maxItems ?? Number.POSITIVE_INFINITY)) return { node: next }
  return { conflict: `No array matches: it would have at least ${next.minItems} and at most ${next.maxItems} items.` }
}

/** Items beyond this limit aren't listed individually. */
const MAX_TUPLE_ITEMS = 100

/** A limit that the tuple has already changes nothing; json-schema-to-typescript adds it to every tuple. */
function narrowTuple(node: TupleNode, name: string, value: number): Narrowed {
  const { items, required, rest } = node
  const most = rest === undefined ? items.length : Number.POSITIVE_INFINITY
  if (name === 'minItems') {
    if (value <= required) return { node }
    if (value > Math.min(most, MAX_TUPLE_ITEMS)) return tupleConflict(node, `at least ${value}`)
    return { node: { ...node, items: extendItems(node, value), required: value } }
  }
  if (name !== 'maxItems') return undefined
  if (value >= most) return { node }
  if (value < required || value > MAX_TUPLE_ITEMS) return tupleConflict(node, `at most ${value}`)
  const { rest: _, ...closed } = node
  return { node: { ...closed, items: extendItems(node, value).slice(0, value) } }
}

/** Returns at least `count` items: those after the last one have the type of the rest. */
function extendItems({ items, rest }: TupleNode, count: number): readonly TypeNode[] {
  if (rest === undefined || items.length >= count) return items
  return [...items, ...Array.from({ length: count - items.length }, () => rest)]
}

function tupleConflict({ items, required, rest }: TupleNode, wanted: string): Narrowed {
  const bounds = required === items.length ? `exactly ${required}` : `${required} to ${items.length}`
  const has = rest === undefined ? bounds : `at least ${required}`
  return { conflict: `The tuple has ${has} items, and this would be ${wanted}.` }
}

const CODEC_FORMATS: Readonly<Partial<Record<CodecNode['codec'], string>>> = {
  date: 'date-time',
  url: 'uri',
  bytes: 'byte',
}

/** A codec has its format already; repeating it changes nothing. */
function narrowCodec(node: CodecNode, name: string, value: unknown): Narrowed {
  return name === 'format' && CODEC_FORMATS[node.codec] === value ? { node } : undefined
}
