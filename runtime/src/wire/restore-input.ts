/** Converts a model's input for a lowered schema back to the tool's schema. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { listOptions, resolveToolSchema, rootObject } from './tool-schema.ts'

/**
 * Returns `value` without nulls that represent absent members: members that the tool's schema allows to be absent and not
 * to be null. The validation judges all other values. `schema` is the tool's schema, not the lowered one.
 */
export function restoreInput(schema: JsonSchema, value: unknown): unknown {
  // The parts of an intersection apply together, as in the lowered schema, and so do own members and options.
  const { allOf, anyOf, oneOf, properties } = schema
  const isJoined = allOf !== undefined || (properties !== undefined && (anyOf ?? oneOf) !== undefined)
  const root = isJoined ? rootObject(schema).schema : schema
  return restoreValue(root, [root], value)
}

/** `schemas` are the schemas that may apply to the value. */
function restoreValue(root: JsonSchema, schemas: readonly JsonSchema[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  // Each option once: several options may have the same recursive member, and would double on each level of the value.
  const options = [...new Set(schemas.flatMap((schema) => listOptions(root, schema)))]
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      restoreValue(
        root,
        options.flatMap((option) => listItemSchemas(option, index)),
        item,
      ),
    )
  const object = value as Readonly<Record<string, unknown>>
  const fitting = options.filter((option) => couldBe(root, option, object))
  const meant = fitting.length === 0 ? options : fitting
  const entries = Object.entries(object).flatMap(([key, member]): [string, unknown][] => {
    const declared = meant.filter((option) => option.properties?.[key] !== undefined || !('properties' in option))
    const schemasOfKey = meant.flatMap((option) => memberSchema(option, key))
    if (member === null && declared.length === meant.length && isAbsence(root, meant, key)) return []
    // In a merged union, the members of the other options are null.
    if (member === null && schemasOfKey.length === 0 && options.some((option) => key in (option.properties ?? {})))
      return []
    return [[key, restoreValue(root, schemasOfKey, member)]]
  })
  return Object.fromEntries(entries)
}

function isAbsence(root: JsonSchema, options: readonly JsonSchema[], key: string): boolean {
  const owners = options.filter((option) => option.properties?.[key] !== undefined)
  return (
    owners.length > 0 &&
    owners.every((option) => !option.required?.includes(key)) &&
    !owners.some((option) => acceptsNull(root, option.properties?.[key] ?? {}))
  )
}

function memberSchema(option: JsonSchema, key: string): readonly JsonSchema[] {
  const own = option.properties?.[key]
  if (own !== undefined) return [own]
  return typeof option.additionalProperties === 'object' ? [option.additionalProperties] : []
}

function listItemSchemas(option: JsonSchema, index: number): readonly JsonSchema[] {
  const placed = option.prefixItems?.[index]
  if (placed !== undefined) return [placed]
  return typeof option.items === 'object' ? [option.items] : []
}

/** Whether the value has the option's required members, and matches its literals. */
function couldBe(root: JsonSchema, option: JsonSchema, value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(option.properties ?? {}).every(([key, member]) => {
    if (!Object.hasOwn(value, key) || value[key] === null)
      return option.required?.includes(key) !== true || (Object.hasOwn(value, key) && acceptsNull(root, member))
    const literal = resolveToolSchema(root, member)
    const values = literal?.enum ?? (literal?.const === undefined ? undefined : [literal.const])
    return values === undefined || values.includes(value[key])
  })
}

function acceptsNull(root: JsonSchema, schema: JsonSchema): boolean {
  return listOptions(root, schema).some((option) => {
    if (option.enum !== undefined) return option.enum.includes(null)
    if ('const' in option) return option.const === null
    return option.type === undefined || [option.type].flat().includes('null')
  })
}
