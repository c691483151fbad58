/** Analyzes JSON Schemas of tool inputs: references, cycles, and a root that is an object. */
import type { JsonSchema } from '#contract/schema/json-schema.ts'

/** A third-party schema may contain keywords that the framework never emits. */
type AnySchema = JsonSchema & Readonly<Record<string, unknown>>

const DEFINITION = /^#\/(?:\$defs|definitions)\/(.+)$/

/** Returns the name of the definition of a reference, or undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  const name = DEFINITION.exec(ref)?.[1]
  return name?.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Follows the references of `schema`. Returns undefined for a broken or circular reference. */
export function resolveToolSchema(root: JsonSchema, schema: JsonSchema): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema
  for (let step = 0; found?.$ref !== undefined; step += 1) {
    const name = definitionName(found.$ref)
    const next: JsonSchema | undefined =
      found.$ref === '#' ? root : name === undefined ? undefined : findDefinition(root, name)
    if (next === undefined || step > 64) return undefined
    found = next
  }
  return found
}

/** Each reference looks up one definition, so the definitions aren't copied. Inherited members aren't definitions. */
function findDefinition(root: JsonSchema, name: string): JsonSchema | undefined {
  const { $defs = {}, definitions = {} } = root as JsonSchema & { definitions?: Record<string, JsonSchema> }
  if (Object.hasOwn($defs, name)) return $defs[name]
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined
}

function getDefinitions(root: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { definitions } = root as { definitions?: Record<string, JsonSchema> }
  return { ...definitions, ...root.$defs }
}

/**
 * Returns the schemas of which a value matches one: the options of unions, with references followed, each once. Other servers
 * write schemas too: their unions may refer to themselves, or to the same union repeatedly on many levels.
 */
export function listOptions(root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const seen = new Set<JsonSchema>()
  const visit = (one: JsonSchema): readonly JsonSchema[] => {
    const target = resolveToolSchema(root, one)
    if (target === undefined || seen.has(target)) return []
    seen.add(target)
    const choice = target.anyOf ?? target.oneOf
    return choice === undefined ? [target] : choice.flatMap(visit)
  }
  return visit(schema)
}

/** Returns the direct subschemas. */
export function listChildren(schema: JsonSchema): readonly JsonSchema[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? [])
  const maps = [schema.properties, schema.patternProperties].flatMap((map) => Object.values(map ?? {}))
  const single = [schema.items, schema.additionalProperties, schema.propertyNames, schema.not]
  return [...lists, ...maps, ...single].filter((child) => typeof child === 'object')
}

/** Returns all references in `schema`, including its own, without following them. */
export function referencesIn(schema: JsonSchema): readonly string[] {
  const own = schema.$ref === undefined ? undefined : schema.$ref === '#' ? '#' : definitionName(schema.$ref)
  return [...(own === undefined ? [] : [own]), ...listChildren(schema).flatMap(referencesIn)]
}

/** Returns for each definition, and `#` for the root, all definitions that it references directly or indirectly. */
export function reachableFrom(root: JsonSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const { $defs, ...own } = root
  const parts: Readonly<Record<string, JsonSchema>> = { ...getDefinitions(root), '#': own }
  const direct = new Map(Object.entries(parts).map(([name, part]) => [name, referencesIn(part)]))
  const reach = (name: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const queue = [...(direct.get(name) ?? [])]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...(direct.get(next) ?? []))
    }
    return seen
  }
  return new Map([...direct.keys()].map((name) => [name, reach(name)]))
}

interface RootObject {
  readonly schema: JsonSchema
  /** Whether a union of objects became one object with the members of all options. */
  readonly merged: boolean
}

/**
 * Returns the schema with an object at its root, because providers refuse references and unions there.
 *
 * @throws TypeError if the schema accepts no object.
 */
export function rootObject(schema: JsonSchema): RootObject {
  const target = resolveToolSchema(schema, schema)
  if (target === undefined) throw new TypeError('The reference at the root of the schema is broken.')
  const definitions = getDefinitions(schema)
  const { $schema, $id, $defs, definitions: _, ...own } = { ...target, ...pickDescription(schema) } as AnySchema
  const rest = Object.keys(definitions).length === 0 ? {} : { $defs: { ...definitions } }
  const { anyOf, oneOf, allOf, ...shared } = own
  const choice = anyOf ?? oneOf
  // Each option once: many references to one large union would be as many copies of its options.
  const parts = listOptions(schema, { anyOf: choice ?? allOf ?? [] })
  const objects = parts.filter((part) => part.type === 'object')
  const isObject = parts.length > 0 ? objects.length === parts.length : own.type === 'object'
  if (!isObject) throw new TypeError('The input schema of a tool must describe an object.')
  if (parts.length === 0) return { schema: { ...own, ...rest }, merged: false }
  const merged = choice === undefined ? allOfThem([shared, ...objects]) : oneOfThem(objects, shared)
  return { schema: { ...pickDescription(own), ...merged, ...rest }, merged: choice !== undefined }
}

function pickDescription({ title, description }: JsonSchema): JsonSchema {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

/** Returns an object with the members of all options. Its description lists which members belong together. */
function oneOfThem(options: readonly JsonSchema[], shared: JsonSchema): JsonSchema {
  const names = [...new Set(options.flatMap((option) => Object.keys(option.properties ?? {})))]
  const sets = options.map((option) => Object.keys(option.properties ?? {}).join(', ') || 'nothing')
  const hint = `Give exactly one of these sets of members: ${sets.join('; ')}.`
  const alike = (name: string) =>
    distinct(options.flatMap((option) => (option.properties?.[name] === undefined ? [] : [option.properties[name]])))
  const required = names.filter((name) => options.every((option) => option.required?.includes(name)))
  return {
    description: shared.description === undefined ? hint : `${shared.description}\n\n${hint}`,
    type: 'object',
    properties: {
      ...shared.properties,
      ...Object.fromEntries(names.map((name) => [name, createUnion(alike(name))])),
    },
    ...((required.length > 0 || shared.required) && {
      required: [...new Set([...(shared.required ?? []), ...required])],
    }),
    ...(options.every((option) => option.additionalProperties === false) && { additionalProperties: false }),
  }
}

function allOfThem(parts: readonly JsonSchema[]): JsonSchema {
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    ...(required.length > 0 && { required }),
  }
}

/** Joins schemas to a union. Literals of several options become one list. */
function createUnion(schemas: readonly JsonSchema[]): JsonSchema {
  const [first] = schemas
  if (first !== undefined && schemas.length === 1) return first
  const values = schemas.map((schema) => schema.enum ?? (schema.const === undefined ? undefined : [schema.const]))
  if (!values.every((list) => list !== undefined)) return { anyOf: [...schemas] }
  const types = [...new Set(schemas.flatMap((schema) => schema.type ?? []))]
  const [type] = types
  return { ...(type !== undefined && { type: types.length === 1 ? type : types }), enum: [...new Set(values.flat())] }
}

function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const seen = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]))
  return [...seen.values()]
}
