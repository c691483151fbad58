/** The two kinds with members: objects with declared fields, and lists. */
import { formatCount } from '../format-count.ts'
import { isRecord } from '../is-object.ts'
import { joinPath, MAX_ISSUES, prefixIssues } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import { REFUSED_KEYS } from './refused-keys.ts'
import { fail, type Kind } from './schema-kind.ts'
import type { Issue } from './validation.ts'

/** A field or item: a kind that also knows whether it is optional. */
export interface GroupMember extends Kind {
  /** May be absent in the value that a caller sends: it is optional, or has a default. */
  readonly omittable: boolean
  /** May be absent in the value that `run` receives or returns. */
  readonly optional: boolean
}

/** Options of `list`. `unique` compares items by their JSON. */
export interface ListSchemaOptions {
  readonly min?: number
  readonly max?: number
  readonly unique?: boolean
}

/**
 * Creates an object kind with declared fields: closed as an input, open as an output. Reads own keys only and returns a new
 * object.
 */
export function objectKind(fields: Readonly<Record<string, GroupMember>>): Kind {
  const entries = Object.entries(fields)
  const declared = new Set(entries.map(([key]) => key))
  const map = (convert: 'encode' | 'decode') => (value: unknown) => {
    if (!isRecord(value)) return value
    const out: Record<string, unknown> = { ...value }
    for (const [key, member] of entries) {
      const change = member[convert]
      if (change !== undefined && Object.hasOwn(value, key)) out[key] = change(value[key])
    }
    return out
  }

  return {
    read(value, issues, side) {
      if (!isRecord(value)) return fail(issues, 'must be an object')
      refuseKeys(value, declared, issues, side === 'input')
      const out: Record<string, unknown> = {}
      for (const [key, member] of entries) {
        if (issues.length >= MAX_ISSUES) break
        const before = issues.length
        const given = Object.hasOwn(value, key) ? value[key] : undefined
        const read = member.read(given, issues, side)
        if (issues.length > before) prefixIssues(issues, before, key)
        else if (read !== undefined) out[key] = read
      }
      return out
    },
    toJsonSchema(side) {
      const properties: Record<string, JsonSchema> = {}
      for (const [key, member] of entries) properties[key] = member.toJsonSchema(side)
      const required = entries
        .filter(([, member]) => !(side === 'input' ? member.omittable : member.optional))
        .map(([key]) => key)
      return {
        type: 'object',
        properties,
        ...(required.length === 0 ? {} : { required }),
        ...(side === 'input' ? { additionalProperties: false } : {}),
      }
    },
    ...(entries.some(([, member]) => member.encode !== undefined)
      ? { encode: map('encode'), decode: map('decode') }
      : {}),
  }
}

function refuseKeys(value: object, declared: ReadonlySet<string>, issues: Issue[], closed: boolean): void {
  for (const key of Object.keys(value)) {
    if (declared.has(key)) continue
    if (issues.length >= MAX_ISSUES) return
    if (REFUSED_KEYS.has(key)) issues.push({ path: joinPath('', key), message: 'is a key that is never allowed' })
    else if (closed) issues.push({ path: joinPath('', key), message: 'is not a known key' })
  }
}

export function listKind(item: GroupMember, options: ListSchemaOptions): Kind {
  const { min, max, unique } = options
  const { encode, decode } = item
  return {
    read(value, issues, side) {
      if (!Array.isArray(value)) return fail(issues, 'must be an array')
      if (min !== undefined && value.length < min) fail(issues, `must have at least ${formatCount(min, 'item')}`)
      // Items of a list that is too long aren't checked, because the length itself may be an attack.
      if (max !== undefined && value.length > max) return fail(issues, `must have at most ${formatCount(max, 'item')}`)
      const out: unknown[] = []
      for (let index = 0; index < value.length && issues.length < MAX_ISSUES; index++) {
        const before = issues.length
        out.push(item.read(value[index], issues, side))
        if (issues.length > before) prefixIssues(issues, before, index)
      }
      if (unique && new Set(value.map((entry) => JSON.stringify(entry))).size < value.length)
        fail(issues, 'must not contain the same item twice')
      return out
    },
    toJsonSchema: (side) => ({
      type: 'array',
      items: item.toJsonSchema(side),
      ...(min === undefined ? {} : { minItems: min }),
      ...(max === undefined ? {} : { maxItems: max }),
      ...(unique ? { uniqueItems: true } : {}),
    }),
    ...(encode && decode
      ? {
          encode: (value: unknown) => (Array.isArray(value) ? value.map((entry) => encode(entry)) : value),
          decode: (value: unknown) => (Array.isArray(value) ? value.map((entry) => decode(entry)) : value),
        }
      : {}),
    withLimit: (limit, value) => listKind(item, { ...options, [limit]: value }),
  }
}
