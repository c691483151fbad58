/** Validates JSON values against a derived type, for `@default` and `@example` in its comment. */
import {
  areUnique,
  codePoints,
  hasFormat,
  isBigintText,
  isBytesText,
  isDateText,
  isMultipleOf,
  isRecord,
  isUrlText,
} from '@fw/runtime/contract'
import type { CodecNode, NumberNode, ObjectNode, StringNode, TupleNode, TypeNode } from '../type-tree.ts'

type Resolve = (name: string) => TypeNode | undefined

/** Accepts every value for a reference that isn't resolved yet. */
export function acceptsValue(node: TypeNode, value: unknown, resolve: Resolve): boolean {
  switch (node.kind) {
    case 'unknown':
      return true
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return typeof value === 'string' && stringFits(node, value)
    case 'number':
      return typeof value === 'number' && numberFits(node, value)
    case 'literal':
      return node.values.some((literal) => literal === value)
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= (node.minItems ?? 0) &&
        value.length <= (node.maxItems ?? Number.POSITIVE_INFINITY) &&
        (node.uniqueItems !== true || areUnique(value)) &&
        value.every((item) => acceptsValue(node.items, item, resolve))
      )
    case 'tuple':
      return Array.isArray(value) && tupleFits(node, value, resolve)
    case 'object':
      return isRecord(value) && objectFits(node, value, resolve)
    case 'union':
      return node.options.some((option) => acceptsValue(option, value, resolve))
    case 'ref': {
      const target = resolve(node.name)
      return target === undefined || acceptsValue(target, value, resolve)
    }
    case 'codec':
      return codecFits(node, value, resolve)
  }
}

function stringFits(node: StringNode, value: string): boolean {
  const length = codePoints(value)
  return (
    length >= (node.minLength ?? 0) &&
    length <= (node.maxLength ?? Number.POSITIVE_INFINITY) &&
    (node.pattern === undefined || new RegExp(node.pattern, 'u').test(value)) &&
    (node.format === undefined || hasFormat(node.format, value))
  )
}

function numberFits(node: NumberNode, value: number): boolean {
  return (
    Number.isFinite(value) &&
    (node.integer !== true || Number.isInteger(value)) &&
    (node.format !== 'money-minor-units' || Number.isSafeInteger(value)) &&
    value >= (node.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (node.maximum ?? Number.POSITIVE_INFINITY) &&
    (node.exclusiveMinimum === undefined || value > node.exclusiveMinimum) &&
    (node.exclusiveMaximum === undefined || value < node.exclusiveMaximum) &&
    (node.multipleOf === undefined || isMultipleOf(value, node.multipleOf))
  )
}

function tupleFits(node: TupleNode, value: readonly unknown[], resolve: Resolve): boolean {
  if (value.length < node.required) return false
  return value.every((item, index) => {
    const type = node.items[index] ?? node.rest
    return type !== undefined && acceptsValue(type, item, resolve)
  })
}

function objectFits(node: ObjectNode, value: Record<string, unknown>, resolve: Resolve): boolean {
  const missing = node.properties.some(
    ({ name, optional, type }) => !optional && type.default === undefined && !Object.hasOwn(value, name),
  )
  if (missing) return false
  return Object.entries(value).every(([key, member]) => {
    const property = node.properties.find((candidate) => candidate.name === key)
    if (property !== undefined) return acceptsValue(property.type, member, resolve)
    const patterns = (node.patterns ?? []).filter((entry) => new RegExp(entry.pattern, 'u').test(key))
    if (patterns.length > 0) return patterns.every((entry) => acceptsValue(entry.type, member, resolve))
    return node.index !== undefined && acceptsValue(node.index, member, resolve)
  })
}

function codecFits({ codec, item, values, keyPattern }: CodecNode, value: unknown, resolve: Resolve): boolean {
  const fits = (members: readonly unknown[]) =>
    members.every((member) => item === undefined || acceptsValue(item, member, resolve))
  switch (codec) {
    case 'date':
      return isDateText(value)
    case 'bigint':
      return typeof value === 'string' && isBigintText(value) && (values?.includes(value) ?? true)
    case 'url':
      return isUrlText(value)
    case 'bytes':
      return isBytesText(value)
    case 'set':
      return Array.isArray(value) && areUnique(value) && fits(value)
    case 'map':
      return (
        isRecord(value) &&
        fits(Object.values(value)) &&
        (keyPattern === undefined || Object.keys(value).every((key) => new RegExp(keyPattern, 'u').test(key)))
      )
  }
}
