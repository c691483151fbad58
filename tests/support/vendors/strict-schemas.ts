/** The schema subsets of strict mode, as the vendors check them. */
import { type Fields, findFirst, toFields } from './refusal.ts'

/** A schema within another one, with its path. */
export interface SchemaNode {
  readonly schema: Fields
  readonly path: readonly string[]
  readonly depth: number
}

/** Lists a schema and everything within it. */
export function listSchemas(schema: Fields, path: readonly string[] = [], depth = 0): readonly SchemaNode[] {
  const own = depth + (schema.type === 'object' || schema.type === 'array' ? 1 : 0)
  const children: [string[], unknown][] = [
    ...Object.entries(toFields(schema.properties)).map(([name, child]): [string[], unknown] => [
      ['properties', name],
      child,
    ]),
    ...Object.entries(toFields(schema.$defs)).map(([name, child]): [string[], unknown] => [['$defs', name], child]),
    ...(schema.items === undefined ? [] : [[['items'], schema.items] as [string[], unknown]]),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []).map((child, at): [string[], unknown] => [
      ['anyOf', String(at)],
      child,
    ]),
  ]
  return [
    { schema, path, depth: own },
    ...children.flatMap(([step, child]) => listSchemas(toFields(child), [...path, ...step], own)),
  ]
}

export function countMembers(schema: Fields): number {
  return listSchemas(schema).reduce((sum, node) => sum + Object.keys(toFields(node.schema.properties)).length, 0)
}

export function countOptional(schema: Fields): number {
  return listSchemas(schema).reduce((sum, { schema: { properties, required } }) => {
    const names = Object.keys(toFields(properties))
    return sum + names.filter((name) => !(Array.isArray(required) && required.includes(name))).length
  }, 0)
}

export function countUnions(schema: Fields): number {
  return listSchemas(schema).filter(({ schema: { anyOf, type } }) => anyOf !== undefined || Array.isArray(type)).length
}

const STRUCTURE = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf']
const PROSE = ['title', 'description', '$ref', '$defs', 'definitions', '$schema']

const ANTHROPIC_KEYWORDS = new Set([...STRUCTURE, ...PROSE, 'allOf', 'format', 'minItems', 'default'])
const OPENAI_KEYWORDS = new Set([
  ...[...STRUCTURE, ...PROSE, 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minItems', 'maxItems'],
])

const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const ANTHROPIC_FORMATS: ReadonlySet<unknown> = new Set([...FORMATS, 'uri'])
const OPENAI_FORMATS: ReadonlySet<unknown> = new Set(FORMATS)

/** Returns what Anthropic's compiler does not support. */
export function findAnthropicFault(schema: Fields): string | undefined {
  if (isRecursive(schema)) return 'Recursive schemas are not supported.'
  return findFirst(listSchemas(schema), ({ schema: node }) => {
    const { type, format, minItems, additionalProperties } = node
    const unknown = Object.keys(node).find((keyword) => !ANTHROPIC_KEYWORDS.has(keyword))
    if (unknown !== undefined) return `For '${String(type)}' type, property '${unknown}' is not supported`
    if (type === 'object' && additionalProperties !== false)
      return `For 'object' type, 'additionalProperties' must be explicitly set to false`
    if (format !== undefined && !ANTHROPIC_FORMATS.has(format))
      return `For 'string' type, format '${String(format)}' is not supported`
    if (minItems !== undefined && minItems !== 0 && minItems !== 1)
      return `For 'array' type, 'minItems' values other than 0 or 1 are not supported`
    return undefined
  })
}

function isRecursive(schema: Fields): boolean {
  const definitions = toFields(schema.$defs)
  const reaches = (node: Fields, seen: ReadonlySet<string>): boolean =>
    listSchemas({ ...node, $defs: undefined }).some(({ schema: { $ref } }) => {
      if (typeof $ref !== 'string') return false
      if ($ref === '#' || seen.has($ref)) return true
      return reaches(toFields(definitions[$ref.replace('#/$defs/', '')]), new Set([...seen, $ref]))
    })
  return reaches(schema, new Set())
}

/** Returns what OpenAI's strict mode refuses, in its words. */
export function findOpenaiFault(schema: Fields): string | undefined {
  if (schema.type !== 'object') return `schema must be a JSON Schema of 'type: "object"', got 'type: "${schema.type}"'.`
  return findFirst(listSchemas(schema), ({ schema: node, path }) => {
    const context = `In context=(${path.map((step) => `'${step}'`).join(', ')}), `
    const { type, format, properties, required, additionalProperties, anyOf, $ref } = node
    const unknown = Object.keys(node).find((keyword) => !OPENAI_KEYWORDS.has(keyword))
    if (unknown !== undefined) return `${context}'${unknown}' is not permitted.`
    if (
      type === undefined &&
      anyOf === undefined &&
      $ref === undefined &&
      node.enum === undefined &&
      !('const' in node)
    )
      return `${context}schema must have a 'type' key.`
    if (format !== undefined && !OPENAI_FORMATS.has(format))
      return `${context}'${String(format)}' is not a valid format.`
    if (type === 'array' && node.items === undefined) return `${context}array schema missing items.`
    if (type !== 'object') return undefined
    if (additionalProperties !== false)
      return `${context}'additionalProperties' is required to be supplied and to be false.`
    const missing = Object.keys(toFields(properties)).find(
      (name) => !Array.isArray(required) || !required.includes(name),
    )
    if (missing !== undefined)
      return `${context}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
    return undefined
  })
}
