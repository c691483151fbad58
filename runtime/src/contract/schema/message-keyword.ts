/** The keyword `x-fw-messages` of schemas: removes it, and checks that its rules exist. */
import { isObject } from '../is-object.ts'
import type { FieldRule } from './field-messages.ts'
import type { JsonSchema } from './json-schema.ts'

/** The keyword with the messages. Only schemas for forms have it. */
const KEYWORD = 'x-fw-messages'

/** Keywords whose values are data and not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required'])

/** Returns the schema as agents read it: without messages. Returns the same object if it has none. */
export function withoutMessages(schema: JsonSchema): JsonSchema {
  return removeMessages(schema, false) as JsonSchema // only members are removed
}

/** `isMap`: the keys of the value are names of the app, as those of `properties`. */
function removeMessages(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => removeMessages(item, false))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  const members = Object.entries(value)
  const rest = members
    .filter(([key]) => isMap || key !== KEYWORD)
    .map(([key, member]): [string, unknown] => {
      if (!isMap && DATA.has(key)) return [key, member]
      return [
        key,
        removeMessages(member, !isMap && (key === 'properties' || key === 'patternProperties' || key === '$defs')),
      ]
    })
  const isSame = rest.length === members.length && rest.every(([, member], index) => member === members[index]?.[1])
  return isSame ? value : Object.fromEntries(rest)
}

/** Returns whether the field has the rule. `isRequired`: the field must be present. */
export function hasRule(schema: JsonSchema, rule: FieldRule, isRequired: boolean): boolean {
  if (rule === 'required') return isRequired
  if (rule === 'type') return true
  if (rule === 'enum' && schema.const !== undefined) return true
  if (schema[rule] !== undefined) return true
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((option) => hasRule(option, rule, isRequired))
}
