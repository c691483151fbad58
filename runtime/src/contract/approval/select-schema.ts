/** Finds the part of a JSON Schema that describes a value: references, nullable types and unions are resolved by the value. */
import { isRecord } from '../is-object.ts'
import type { JsonSchema, JsonSchemaType } from '../schema/json-schema.ts'

/** The schema of a value, and the name that a union has for it. */
interface SelectedSchema {
  readonly schema: JsonSchema | undefined
  /** Title or description of the union's member that the value matches, such as the doc comment of one of several constants. */
  readonly choice?: JsonSchema
}

/** A schema may refer to itself. */
const MAX_STEPS = 20

/**
 * Resolves references and unions. A value that matches several members of a union, or none, has no schema: a label or a
 * format of the wrong member would mislead.
 *
 * @param root The schema with the `$defs`.
 */
export function selectSchema(
  schema: JsonSchema | undefined,
  value: unknown,
  root: JsonSchema | undefined,
): SelectedSchema {
  let current = schema
  let choice: JsonSchema | undefined
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const members = current?.anyOf ?? current?.oneOf
    if (current?.$ref !== undefined) current = findDefinition(current.$ref, root)
    else if (Array.isArray(members)) {
      const matches = members.filter((member) => isMatch(followReferences(member, root), value, root))
      if (matches.length !== 1) return { schema: undefined }
      current = matches[0]
      choice = current
    } else return { schema: current, ...(choice !== undefined && { choice }) }
  }
  return { schema: undefined }
}

/** Returns the schema of an object's member; `undefined` if it isn't declared. Patterns of names are never run. */
export function getMemberSchema(
  schema: JsonSchema | undefined,
  key: string,
  root?: JsonSchema,
): JsonSchema | undefined {
  const { allOf, additionalProperties } = schema ?? {}
  const parts = Array.isArray(allOf) ? allOf.map((part) => followReferences(part, root)) : []
  for (const part of [schema, ...parts]) {
    const properties = part?.properties
    if (isRecord(properties) && Object.hasOwn(properties, key)) return asSchema(properties[key])
  }
  return asSchema(additionalProperties)
}

/** Returns the schema of a list's item. */
export function getItemSchema(schema: JsonSchema | undefined, index: number): JsonSchema | undefined {
  const { prefixItems, items } = schema ?? {}
  return asSchema((Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items)
}

/** Returns the schema that a reference leads to; other schemas are returned unchanged. */
export function followReferences(schema: JsonSchema | undefined, root: JsonSchema | undefined): JsonSchema | undefined {
  let current = asSchema(schema)
  for (let step = 0; step < MAX_STEPS && current?.$ref !== undefined; step += 1)
    current = findDefinition(current.$ref, root)
  return current
}

const DEFINITION = '#/$defs/'

/** A reference of another server may be no string. */
function findDefinition(reference: unknown, root: JsonSchema | undefined): JsonSchema | undefined {
  if (typeof reference !== 'string') return undefined
  if (reference === '#') return root
  const name = reference.startsWith(DEFINITION) ? reference.slice(DEFINITION.length) : ''
  return isRecord(root?.$defs) && Object.hasOwn(root.$defs, name) ? asSchema(root.$defs[name]) : undefined
}

/** Schemas of other servers and libraries may contain anything. */
function asSchema(value: unknown): JsonSchema | undefined {
  return isRecord(value) ? (value as JsonSchema) : undefined
}

/** Whether a value may be meant by a member of a union: by its type, its constants, and the names of its members. */
function isMatch(schema: JsonSchema | undefined, value: unknown, root: JsonSchema | undefined): boolean {
  if (schema === undefined || !isOfType(value, schema.type)) return false
  if ('const' in schema && schema.const !== value) return false
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false
  if (!isRecord(value)) return true
  const { required, properties, additionalProperties } = schema
  if (Array.isArray(required) && required.some((key) => !Object.hasOwn(value, key))) return false
  return Object.entries(value).every(([key, member]) => {
    if (!isRecord(properties) || !Object.hasOwn(properties, key)) return additionalProperties !== false
    const declared = followReferences(properties[key], root)
    if (declared === undefined) return true
    if ('const' in declared) return declared.const === member
    return Array.isArray(declared.enum) ? declared.enum.includes(member) : isOfType(member, declared.type)
  })
}

function isOfType(value: unknown, type: JsonSchema['type']): boolean {
  if (type === undefined) return true
  return [type].flat().some((one) => isOfOneType(value, one))
}

function isOfOneType(value: unknown, type: JsonSchemaType): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}
