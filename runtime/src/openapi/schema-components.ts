/** The schemas in `#/components/schemas`: a type has its own name there, and equal types are listed once. */
import { canonicalJson } from '#contract/schema/canonical-json.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { mapSchema } from '#wire/map-schema.ts'
import { definitionName, referencesIn } from '#wire/tool-schema.ts'

/** Where a schema is used, for the names of its types. */
interface SchemaUse {
  readonly side: 'input' | 'output'
  /** Module of the function. */
  readonly module: string
  /** Name of a schema that refers to itself. */
  readonly name: string
}

/** The name of a schema itself, in a reference. */
const SELF = '#'

/** Collects the components. Their names depend only on the schemas and their order. */
export class SchemaComponents {
  readonly #schemas: Map<string, JsonSchema>
  /** A type as JSON, with the types that it refers to -> the name of its component. */
  readonly #names = new Map<string, string>()

  /** @param own Schemas of the framework, whose names no type of the app gets. */
  constructor(own: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = new Map(Object.entries(own))
  }

  /** Returns the schema for a place in the document, with references to components instead of its own definitions. */
  place(schema: JsonSchema, use: SchemaUse): JsonSchema {
    const { $schema, $id, $defs, definitions, ...root } = schema as AnySchema
    const types = new Map(Object.entries({ ...definitions, ...$defs, [SELF]: root }))
    const names = new Map([...listReachable(types, root)].map((key) => [key, this.#add(types, key, use)]))
    const refer = (part: JsonSchema) => replaceReference(part, names)
    for (const [key, name] of names)
      if (!this.#schemas.has(name)) this.#schemas.set(name, mapSchema(types.get(key) ?? {}, refer))
    const own = names.get(SELF)
    return own === undefined ? mapSchema(root, refer) : { $ref: createReference(own) }
  }

  /** Returns the components, sorted by name. */
  list(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Returns the name of a type: its own, or a longer one if another type has that. */
  #add(types: Types, key: string, { side, module, name }: SchemaUse): string {
    const type = types.get(key) ?? {}
    const parts = [...listReachable(types, type)].map((other) => [other, types.get(other)])
    const identity = canonicalJson([key === SELF ? name : key, type, parts])
    const known = this.#names.get(identity)
    if (known !== undefined) return known
    const base = (key === SELF ? name : key).replace(/[^A-Za-z0-9._-]/g, '_')
    const suffix = side === 'input' ? 'Input' : 'Output'
    const long = capitalize(module.replace(/[^A-Za-z0-9._-]/g, '_')) + capitalize(base)
    const taken = new Set([...this.#schemas.keys(), ...this.#names.values()])
    let chosen = [base, base + suffix, long].find((one) => !taken.has(one)) ?? long + suffix
    for (let count = 2; taken.has(chosen); count++) chosen = `${long}${suffix}${count}`
    this.#names.set(identity, chosen)
    return chosen
  }
}

type AnySchema = JsonSchema & { readonly definitions?: Readonly<Record<string, JsonSchema>> }
type Types = ReadonlyMap<string, JsonSchema>

/** Returns the names to which a schema refers, directly or indirectly, sorted. */
function listReachable(types: Types, schema: JsonSchema): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const name of referencesIn(next)) {
      const target = types.get(name)
      if (target === undefined || found.has(name)) continue
      found.add(name)
      open.push(target)
    }
  return new Set([...found].sort())
}

function replaceReference(part: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  if (part.$ref === undefined) return part
  const name = names.get(part.$ref === SELF ? SELF : (definitionName(part.$ref) ?? ''))
  return name === undefined ? part : { ...part, $ref: createReference(name) }
}

function createReference(name: string): string {
  return `#/components/schemas/${name}`
}

/** Returns the text with an upper-case first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
