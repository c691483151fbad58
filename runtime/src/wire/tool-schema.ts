/** JSON Schemas of tool inputs, taken apart: references, cycles, and a root that is one object. */
import type { JsonSchema } from '#contract/json-schema.ts'

/** A schema from elsewhere may hold keywords that we never write. */
export type AnySchema = JsonSchema & Readonly<Record<string, unknown>>

const DEFINITION = /^#\/(?:\$defs|definitions)\/(.+)$/

/** The name of the definition that a reference leads to; undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  const name = DEFINITION.exec(ref)?.[1]
  return name?.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** What `schema` stands for, through any number of references. Undefined when one leads nowhere, or in a circle. */
export function resolveToolSchema(root: JsonSchema, schema: JsonSchema): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema
  for (let step = 0; found?.$ref !== undefined; step += 1) {
    const name = definitionName(found.$ref)
    const next: JsonSchema | undefined =
      found.$ref === '#' ? root : name === undefined ? undefined : getDefinitions(root)[name]
    if (next === undefined || step > 64) return undefined
    found = next
  }
  return found
}

export function getDefinitions(root: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { definitions } = root as { definitions?: Record<string, JsonSchema> }
  return { ...definitions, ...root.$defs }
}

/** The schemas of which a value fits one: the options of choices, with references followed. */
export function listOptions(root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const target = resolveToolSchema(root, schema)
  if (target === undefined) return []
  const choice = target.anyOf ?? target.oneOf
  return choice === undefined ? [target] : choice.flatMap((option) => listOptions(root, option))
}

/** Every schema directly below this one. */
export function listChildren(schema: JsonSchema): readonly JsonSchema[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((list) => list ?? [])
  const maps = [schema.properties, schema.patternProperties].flatMap((map) => Object.values(map ?? {}))
  const single = [schema.items, schema.additionalProperties, schema.propertyNames, schema.not]
  return [...lists, ...maps, ...single].filter((child) => typeof child === 'object')
}

/** All references in `schema`, itself included, without following them. */
export function referencesIn(schema: JsonSchema): readonly string[] {
  const own = schema.$ref === undefined ? undefined : schema.$ref === '#' ? '#' : definitionName(schema.$ref)
  return [...(own === undefined ? [] : [own]), ...listChildren(schema).flatMap(referencesIn)]
}

/** For each definition, and `#` for the root, those that it leads to, over any number of steps. */
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

export interface RootObject {
  readonly schema: JsonSchema
  /** A choice between objects became one object that has the members of all. */
  readonly merged: boolean
}

/**
 * The same schema with an object at its root: providers refuse references and choices there.
 *
 * @throws TypeError when no object fits the schema.
 */
export function rootObject(schema: JsonSchema): RootObject {
  const target = resolveToolSchema(schema, schema)
  if (target === undefined) throw new TypeError('The reference at the root of the schema leads nowhere.')
  const definitions = getDefinitions(schema)
  const { $schema, $id, $defs, definitions: _, ...own } = { ...target, ...pickDescription(schema) } as AnySchema
  const rest = Object.keys(definitions).length === 0 ? {} : { $defs: { ...definitions } }
  const { anyOf, oneOf, allOf, ...shared } = own
  const choice = anyOf ?? oneOf
  const parts = (choice ?? allOf ?? []).flatMap((part) => listOptions(schema, part))
  const objects = parts.filter((part) => part.type === 'object')
  const isObject = parts.length > 0 ? objects.length === parts.length : own.type === 'object'
  if (!isObject) throw new TypeError('The input of a tool is an object, and this schema is none.')
  if (parts.length === 0) return { schema: { ...own, ...rest }, merged: false }
  const merged = choice === undefined ? allOfThem([shared, ...objects]) : oneOfThem(objects, shared)
  return { schema: { ...pickDescription(own), ...merged, ...rest }, merged: choice !== undefined }
}

function pickDescription({ title, description }: JsonSchema): JsonSchema {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

/** An object with the members of every option; which of them go together stands in its description. */
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

/** Literals of several options become one list. */
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
