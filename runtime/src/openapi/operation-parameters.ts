/** The path of an operation, and the parts of its input: parameters of the path, the query, or a JSON body. */
import { type ApiAddress, listParams } from '#contract/http/api-address.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import { resolveToolSchema, rootObject } from '#wire/tool-schema.ts'
import type { Parameter } from './openapi-document.ts'

/** Converts a schema for a place in the document. */
type PlaceSchema = (schema: JsonSchema) => JsonSchema

type PathParameter = Exclude<Segment, { readonly kind: 'static' }>

/** A path in the form of OpenAPI, such as `/articles/{slug}`, and its parameters in their order. */
export interface OpenApiPath {
  readonly template: string
  /** The template without names. */
  readonly shape: string
  /** The names in the template. */
  readonly names: readonly string[]
  /** The parameters of the address, which may have other names. */
  readonly parameters: readonly PathParameter[]
}

/** Returns the paths of an address: an optional rest parameter is present in one and absent in the other. */
export function toOpenApiPaths({ segments }: Pick<ApiAddress, 'segments'>): readonly OpenApiPath[] {
  const last = segments.at(-1)
  const whole = toOpenApiPath(segments)
  return last?.kind === 'optional-rest' ? [toOpenApiPath(segments.slice(0, -1)), whole] : [whole]
}

function toOpenApiPath(segments: readonly Segment[]): OpenApiPath {
  const write = (toText: (parameter: PathParameter) => string) =>
    segments.map((one) => `/${one.kind === 'static' ? encodeURIComponent(one.value) : `{${toText(one)}}`}`).join('') ||
    '/'
  const parameters = segments.filter((segment): segment is PathParameter => segment.kind !== 'static')
  const template = write(({ name }) => name)
  return { template, shape: write(() => ''), names: parameters.map(({ name }) => name), parameters }
}

/** Returns the parameters of the path. Clients send the segments of a rest parameter as one text. */
export function listPathParameters(
  input: JsonSchema,
  { names, parameters }: OpenApiPath,
  place: PlaceSchema,
): readonly Parameter[] {
  const { schema } = rootObject(input)
  return parameters.map(({ name, kind }, index) => {
    const member = schema.properties?.[name] ?? { type: 'string' }
    const isText = kind === 'param'
    const shown = isText ? place({ ...member, ...pickDefinitions(schema) }) : { type: 'string' as const }
    const { description, ...rest } = shown
    const about = isText ? description : (member.description ?? 'One or more segments, separated by "/".')
    return {
      name: names[index] ?? name,
      in: 'path',
      required: true,
      ...(about && { description: about }),
      schema: rest,
    }
  })
}

/** Returns the input of an operation without the parameters of its path; undefined if nothing is left. */
export function omitPathParameters(input: JsonSchema, segments: readonly Segment[]): JsonSchema | undefined {
  const names = new Set(listParams(segments))
  const { schema } = rootObject(input)
  const { properties = {}, required = [], patternProperties, additionalProperties = false } = schema
  const left = Object.keys(properties).filter((name) => !names.has(name))
  if (left.length === 0 && patternProperties === undefined && additionalProperties === false) return undefined
  if (left.length === Object.keys(properties).length) return input
  const stillRequired = required.filter((name) => !names.has(name))
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(left.map((name) => [name, properties[name] ?? {}])),
    ...(stillRequired.length > 0 && { required: stillRequired }),
  }
}

/** Returns the parameters of the query. Members of objects have dots in their names; a list is a repeated name. */
export function listQueryParameters(input: JsonSchema, place: PlaceSchema): readonly Parameter[] {
  const { schema } = rootObject(input)
  return listMembers(schema, schema, { prefix: '', isRequired: true, within: new Set() }, place)
}

interface Level {
  readonly prefix: string
  readonly isRequired: boolean
  /** The objects around it: a type may contain itself. */
  readonly within: ReadonlySet<JsonSchema>
}

function listMembers(root: JsonSchema, object: JsonSchema, level: Level, place: PlaceSchema): readonly Parameter[] {
  const { properties = {}, required = [] } = object
  return Object.entries(properties).flatMap(([key, member]): readonly Parameter[] => {
    const name = level.prefix + key
    const isRequired = level.isRequired && required.includes(key)
    const target = resolveToolSchema(root, member)
    if (target?.type === 'object' && target.properties !== undefined && !level.within.has(target)) {
      const within = new Set([...level.within, target])
      return listMembers(root, target, { prefix: `${name}.`, isRequired, within }, place)
    }
    const { description, deprecated, ...schema } = place({ ...member, ...pickDefinitions(root) })
    return [
      {
        name,
        in: 'query',
        ...(isRequired && { required: true }),
        ...(deprecated && { deprecated }),
        ...(description !== undefined && { description }),
        schema,
      },
    ]
  })
}

function pickDefinitions({ $defs }: JsonSchema): JsonSchema {
  return $defs === undefined ? {} : { $defs }
}
