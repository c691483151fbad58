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

/**
 * Returns for each definition, and `#` for the root, a number that it shares with the definitions that refer to it and to
 * which it refers, directly or indirectly. Linear in the size of the schema, which a caller may have written.
 */
export function groupCircular(root: JsonSchema): ReadonlyMap<string, number> {
  const { $defs, ...own } = root
  const parts: Readonly<Record<string, JsonSchema>> = { ...getDefinitions(root), '#': own }
  const targets = new Map(Object.entries(parts).map(([name, part]) => [name, [...new Set(referencesIn(part))]]))
  const sources = new Map<string, string[]>([...targets.keys()].map((name) => [name, []]))
  for (const [name, list] of targets) for (const target of list) sources.get(target)?.push(name)
  // Kosaraju's algorithm: the second walk follows the references backwards, from the definitions that the first left last.
  const order = [...targets.keys()].reduce(collectAfter(targets), { left: [], seen: new Set<string>() }).left
  const groups = new Map<string, number>()
  const seen = new Set<string>()
  for (const [number, name] of order.reverse().entries())
    for (const member of collectAfter(sources)({ left: [], seen }, name).left) groups.set(member, number)
  return groups
}

interface Walk {
  /** The visited names, each after the names that it leads to. */
  readonly left: string[]
  readonly seen: Set<string>
}

/** Returns a function that visits everything that a name leads to. Without recursion, because a chain may be long. */
function collectAfter(next: ReadonlyMap<string, readonly string[]>) {
  return (walk: Walk, start: string): Walk => {
    const { left, seen } = walk
    if (seen.has(start)) return walk
    seen.add(start)
    const open = [{ name: start, targets: (next.get(start) ?? []).values() }]
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { done, value } = last.targets.next()
      if (done) {
        left.push(last.name)
        open.pop()
      } else if (!seen.has(value) && next.has(value)) {
        seen.add(value)
        open.push({ name: value, targets: (next.get(value) ?? []).values() })
      }
    }
    return walk
  }
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
  const options = choice === undefined ? [] : listOptions(schema, { anyOf: choice })
  const parts = (choice === undefined ? (allOf ?? []) : []).map((part) => listOptions(schema, part))
  const objects = [...options, ...parts.flat()]
  const isObject =
    objects.length > 0 ? objects.every(({ type = own.type }) => type === 'object') : own.type === 'object'
  if (!isObject) throw new TypeError('The input schema of a tool must describe an object.')
  if (objects.length === 0) return { schema: { ...own, ...rest }, merged: false }
  const isUnion = (list: readonly JsonSchema[]) => list.length > 1
  const merged =
    choice === undefined
      ? allOfThem([shared, ...parts.map((list) => (isUnion(list) ? oneOfThem(list, {}) : (list[0] ?? {})))])
      : oneOfThem(options, shared)
  return {
    schema: { ...pickDescription(own), ...merged, ...rest },
    merged: choice !== undefined || parts.some(isUnion),
  }
}

function pickDescription({ title, description }: JsonSchema): JsonSchema {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

/**
 * Returns an object with the members of all options. It accepts whatever one of the options accepts: its description lists
 * which members belong together.
 */
function oneOfThem(options: readonly JsonSchema[], shared: JsonSchema): JsonSchema {
  const sharedMembers = Object.entries(shared.properties ?? {})
  const sets = options.map(
    ({ properties = {}, required = [] }) => Object.keys(properties).join(', ') || required.join(', ') || 'nothing',
  )
  const hint = `Give exactly one of these sets of members: ${sets.join('; ')}.`
  const members = new Map<string, JsonSchema[]>()
  const needed = new Map<string, number>()
  for (const { properties = {}, required = [] } of options) {
    for (const [name, member] of Object.entries(properties)) addMember(members, name, member)
    for (const name of new Set(required)) needed.set(name, (needed.get(name) ?? 0) + 1)
  }
  const required = [...members.keys()].filter((name) => needed.get(name) === options.length)
  const index = joinIndexes([...options, shared])
  // An option without the member accepts what is shared, or what its further keys accept.
  const isPartial = (name: string) => members.get(name)?.length !== options.length
  for (const [name, member] of sharedMembers) if (isPartial(name)) addMember(members, name, member)
  const own = new Set(sharedMembers.map(([name]) => name))
  if (index !== undefined)
    for (const [name, list] of members)
      if (list.length < options.length && !own.has(name)) list.push(index === true ? {} : index)
  return {
    description: shared.description === undefined ? hint : `${shared.description}\n\n${hint}`,
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, schemas]) => [name, createUnion(distinct(schemas))])),
    ...((required.length > 0 || shared.required) && {
      required: [...new Set([...(shared.required ?? []), ...required])],
    }),
    ...(index !== undefined
      ? { additionalProperties: index }
      : options.every((option) => option.additionalProperties === false) && { additionalProperties: false }),
  }
}

function addMember(members: Map<string, JsonSchema[]>, name: string, member: JsonSchema): void {
  const list = members.get(name)
  if (list === undefined) members.set(name, [member])
  else list.push(member)
}

/** Returns what the schemas accept as further members; `undefined` if they have none, as far as they declare. */
function joinIndexes(schemas: readonly JsonSchema[]): JsonSchema | true | undefined {
  const indexes = schemas.map(({ additionalProperties }) => additionalProperties)
  if (indexes.includes(true)) return true
  const declared = indexes.filter((index): index is JsonSchema => typeof index === 'object')
  return declared.length === 0 ? undefined : createUnion(distinct(declared))
}

function allOfThem(parts: readonly JsonSchema[]): JsonSchema {
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  const index = parts.some((part) => part.additionalProperties === false) ? undefined : joinIndexes(parts)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    ...(required.length > 0 && { required }),
    ...(index !== undefined && { additionalProperties: index }),
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
