/**
 * A value as people read it before a decision: members with the labels of their doc comments, and the formats of their
 * types. The exact value always accompanies its format, and no member is left out.
 */
import { countParts, PARTS_MAX } from '../agent/count-parts.ts'
import { escapeHidden } from '../agent/hidden-text.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { formatScalar, type Reader } from './format-scalar.ts'
import { followReferences, getItemSchema, getMemberSchema, selectSchema } from './select-schema.ts'

export type ShownValue = ShownScalar | ShownFields | ShownItems | ShownJson

/** A string, a number, `true`, `false` or `null`. */
export interface ShownScalar {
  readonly kind: 'scalar'
  /** The string itself, or the JSON of another value. */
  readonly exact: string
  readonly isString: boolean
  /** The value in the format of its type, such as an amount with its currency. Absent if the exact value is enough. */
  readonly words?: string
  /** What a reader must know about the exact value. */
  readonly note?: string
  /** The type declares it as a secret (`@format password`): it is shown on request only. */
  readonly isSecret?: true
}

interface ShownFields {
  readonly kind: 'fields'
  readonly fields: readonly ShownField[]
}

/** A member of an object. */
export interface ShownField {
  /** Its name in the input. */
  readonly name: string
  /** Its title, or the first line of its doc comment. */
  readonly label?: string
  /** The whole doc comment, if the label is only a part of it. */
  readonly about?: string
  readonly value: ShownValue
}

interface ShownItems {
  readonly kind: 'items'
  readonly items: readonly ShownValue[]
}

/** A value with too many parts or levels for a form of its own. */
interface ShownJson {
  readonly kind: 'json'
  /** All of it. */
  readonly json: string
}

/** Deeper values are shown as JSON. */
export const DEPTH_MAX = 10

/** Describes a value. `schema` describes its members; without it, they have no labels and no formats. */
export function describeValue(value: unknown, schema: JsonSchema | undefined, reader: Reader): ShownValue {
  if (countParts(value, PARTS_MAX, DEPTH_MAX) > PARTS_MAX) return { kind: 'json', json: JSON.stringify(value) }
  return describePart(value, schema, { root: schema, reader, currency: undefined })
}

interface Scope {
  /** The schema with the definitions that others refer to. */
  readonly root: JsonSchema | undefined
  readonly reader: Reader
  /** The currency that the object around a value names. */
  readonly currency: string | undefined
}

function describePart(value: unknown, schema: JsonSchema | undefined, scope: Scope): ShownValue {
  const resolved = selectSchema(schema, value, scope.root)
  if (Array.isArray(value)) {
    const items = value.map((item, index) => describePart(item, getItemSchema(resolved.schema, index), scope))
    return { kind: 'items', items }
  }
  if (typeof value === 'object' && value !== null) return describeFields(value, resolved.schema, scope)
  const { title, description } = resolved.choice ?? {}
  const name = takeLine(title) ?? takeLine(description)
  return {
    kind: 'scalar',
    exact: String(value),
    isString: typeof value === 'string',
    ...formatScalar(value, resolved.schema, scope),
    ...(name !== undefined && resolved.schema !== undefined && 'const' in resolved.schema && { words: name }),
  }
}

function describeFields(value: object, schema: JsonSchema | undefined, scope: Scope): ShownFields {
  const own = Object.entries(value).find(([name]) => name === 'currency')?.[1] as unknown
  const currency = typeof own === 'string' ? own : scope.currency
  const fields = Object.entries(value).map(([name, member]): ShownField => {
    const declared = getMemberSchema(schema, name, scope.root)
    return {
      name,
      ...describeName(declared, scope.root),
      value: describePart(member, declared, { ...scope, currency }),
    }
  })
  return { kind: 'fields', fields }
}

function describeName(
  schema: JsonSchema | undefined,
  root: JsonSchema | undefined,
): Pick<ShownField, 'label' | 'about'> {
  const target = followReferences(schema, root)
  const description = readText(schema?.description ?? target?.description)
  const label = takeLine(schema?.title ?? target?.title) ?? takeLine(description)
  if (description === undefined) return label === undefined ? {} : { label }
  const isWhole = label !== undefined && withoutStop(description) === label
  return { ...(label !== undefined && { label }), ...(!isWhole && { about: escapeHidden(description, '\n') }) }
}

/** Longer lines aren't labels. */
const LABEL_MAX = 60

/** Returns the first line as a label, without its full stop; `undefined` if it is too long. */
function takeLine(given: unknown): string | undefined {
  const line = withoutStop(readText(given)?.split('\n', 1)[0] ?? '')
  return line === '' || line.length > LABEL_MAX ? undefined : escapeHidden(line)
}

function withoutStop(text: string): string {
  return text.trim().replace(/(?<!\.)\.$/, '')
}

/** Schemas of other servers may contain anything. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
