/** Splits an object by the values of one member, so that each part can be a value of another option of a union. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { Comparison } from './comparison.ts'
import {
  type Alternative,
  type ContainedAlternative,
  listAlternatives,
  toAlternativeSchema,
} from './schema-alternatives.ts'
import { sortKeys } from './sort-keys.ts'

/** Maximum number of parts of one split. */
const MAX_PARTS = 24

/** Returns the parts, or `undefined` if no member distinguishes the candidates. */
export function splitObject(
  { source: root }: Comparison,
  { kind, schema }: ContainedAlternative,
  candidates: readonly ContainedAlternative[],
): readonly Alternative[] | undefined {
  if (kind !== 'object') return undefined
  const { properties = {}, required = [] } = schema
  for (const [name, member] of Object.entries(properties)) {
    if (candidates.every((one) => describeMember(one.schema, name) === describeMember(candidates[0]?.schema, name)))
      continue
    const isRequired = required.includes(name)
    const alternatives = listAlternatives(root, member)
    const count = alternatives.length + (isRequired ? 0 : 1)
    if (count < 2 || count > MAX_PARTS) continue
    const withMember = (one: JsonSchema): JsonSchema => ({ ...schema, properties: { ...properties, [name]: one } })
    const present = alternatives.map(
      (one): Alternative => ({
        kind,
        schema: { ...withMember(toAlternativeSchema(one)), required: [...new Set([...required, name])] },
      }),
    )
    return isRequired ? present : [...present, { kind, schema: withMember({ not: {} }) }]
  }
  return undefined
}

function describeMember(schema: JsonSchema | undefined, name: string): string {
  const { properties = {}, required = [] } = schema ?? {}
  const member = Object.hasOwn(properties, name) ? properties[name] : undefined
  return JSON.stringify([sortKeys(member), required.includes(name)])
}
