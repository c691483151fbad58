/** Which options of a union a value can mean: by its type, then by a property whose literal tells them apart. */
import { expectation } from './expectation.ts'
import type { JsonSchema } from './json-schema.ts'
import { once } from './once.ts'
import { resolveSchema } from './schema-ref.ts'
import { getTypeBits } from './type-bits.ts'

/** The options of a union, made ready; `Part` is what an option was made into. */
export interface UnionPart<Part> {
  /** The message of a value that fits no option. */
  readonly mustBe: () => string
  /** `type`: the bits of the value. */
  readonly choose: (type: number) => Choice<Part>
}

/** What a value of one type can mean. */
export interface Choice<Part> {
  /** The options of that type. */
  readonly candidates: readonly Part[]
  /** The property whose literal tells the candidates apart. */
  readonly tag: string | undefined
  readonly byTag: ReadonlyMap<unknown, Part>
  /** The message of a tag that no candidate has. */
  readonly tagMustBe: string
}

interface Option<Part> {
  readonly part: Part
  /** Refs followed. */
  readonly schema: JsonSchema
}

/** `partOf`: the part of an option as it is written, refs not followed. */
export function unionPart<Part>(
  root: JsonSchema,
  schemas: readonly JsonSchema[],
  partOf: (schema: JsonSchema) => Part,
): UnionPart<Part> {
  const options = once(() =>
    schemas.map((one): Option<Part> => ({ part: partOf(one), schema: resolveSchema(root, one) })),
  )
  const choices = new Map<number, Choice<Part>>()
  return {
    mustBe: once(() => `must be ${expectation({ anyOf: options().map(({ schema }) => schema) })}`),
    // There are few types, so each choice is made once.
    choose: (type) => {
      const known = choices.get(type)
      if (known !== undefined) return known
      const candidates = options().filter(({ schema }) => (getTypeBits(schema) & type) !== 0)
      const choice = createChoice(root, candidates)
      choices.set(type, choice)
      return choice
    },
  }
}

function createChoice<Part>(root: JsonSchema, options: readonly Option<Part>[]): Choice<Part> {
  const candidates = options.map(({ part }) => part)
  const tag = options.length > 1 ? findTag(root, options) : undefined
  if (tag === undefined) return { candidates, tag, byTag: new Map(), tagMustBe: '' }
  const pairs = options.flatMap(({ part, schema }) =>
    tagValues(root, schema, tag).map((value) => [value, part] as const),
  )
  const tagMustBe = `must be ${expectation({ enum: pairs.map(([value]) => value) })}`
  return { candidates, tag, byTag: new Map(pairs), tagMustBe }
}

function findTag(root: JsonSchema, options: readonly Option<unknown>[]): string | undefined {
  return Object.keys(options[0]?.schema.properties ?? {}).find((key) => {
    const values = options.map(({ schema }) => tagValues(root, schema, key))
    const all = values.flat()
    return values.every((list) => list.length > 0) && new Set(all).size === all.length
  })
}

function tagValues(root: JsonSchema, schema: JsonSchema, key: string): readonly unknown[] {
  const property = schema.properties?.[key]
  if (property === undefined) return []
  const { const: constant, enum: several } = resolveSchema(root, property)
  return constant === undefined ? (several ?? []) : [constant]
}
