/** Whether an address can express every input of a function, so that the server reads the same values. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ClientRoute } from './client-function.ts'

/**
 * Returns whether the values of the path, and those of the query, have only one reading. The text `1` could be a string or a
 * number, for example.
 */
export function canBeAddressed({ method, segments }: ClientRoute, input: JsonSchema): boolean {
  const { properties = {} } = input
  const names = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
  if (method === 'GET' || method === 'DELETE')
    return input.properties === undefined ? isEmpty(input) : isExact(input, input, [])
  return names.every((name) => isExact(input, properties[name] ?? {}, []))
}

function isEmpty({ additionalProperties, patternProperties, anyOf, oneOf, allOf, $ref }: JsonSchema): boolean {
  return (
    additionalProperties === false && [patternProperties, anyOf, oneOf, allOf, $ref].every((one) => one === undefined)
  )
}

function isExact(root: JsonSchema, schema: JsonSchema, within: readonly JsonSchema[]): boolean {
  if (within.includes(schema)) return false
  const inner = (part: JsonSchema) => isExact(root, part, [...within, schema])
  const { $ref, allOf, anyOf, oneOf, type, patternProperties } = schema
  if ($ref !== undefined) {
    const target = root.$defs?.[$ref.replace('#/$defs/', '')]
    return target !== undefined && inner(target)
  }
  const literals = listLiterals(schema)
  if (literals !== undefined) return new Set(literals.map(String)).size === literals.length
  if (allOf !== undefined || patternProperties !== undefined) return false
  const options = (anyOf ?? oneOf)?.filter((option) => option.type !== 'null')
  if (options !== undefined) {
    const [only] = options
    if (options.length === 1 && only !== undefined) return inner(only)
    const values = options.map(listLiterals)
    const all = values.flatMap((one) => one ?? [])
    return values.every((one) => one !== undefined) && new Set(all.map(String)).size === all.length
  }
  // Null is never sent in a query.
  const [only, second] = [type ?? []].flat().filter((one) => one !== 'null')
  if (only === undefined || second !== undefined) return false
  if (only === 'array') return listItems(schema).every((item) => inner(item))
  return only === 'object' ? listMembers(schema).every((member) => inner(member)) : true
}

function listItems({ prefixItems = [], items }: JsonSchema): readonly JsonSchema[] {
  return [...prefixItems, ...(items === undefined ? [{}] : items === false ? [] : [items])]
}

function listMembers({ properties = {}, additionalProperties }: JsonSchema): readonly JsonSchema[] {
  const others = additionalProperties === undefined || additionalProperties === true ? {} : additionalProperties
  return [...Object.values(properties), ...(others === false ? [] : [others])]
}

function listLiterals({ enum: values, const: value }: JsonSchema): readonly unknown[] | undefined {
  return values ?? (value === undefined ? undefined : [value])
}
