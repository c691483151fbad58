/** Selects the options of a union that can apply to a value: by its type, then by a discriminating property. */

import { once } from '../once.ts'
import { describeExpectation } from './describe-expectation.ts'
import type { JsonSchema } from './json-schema.ts'
import { resolveSchema } from './schema-ref.ts'
import { getTypeBits } from './type-bits.ts'

/** The prepared options of a union. `Part` is the prepared form of an option. */
export interface UnionPart<Part> {
  /** Returns the message for a value that matches no option. */
  readonly mustBe: () => string
  /** Returns the options for a value. `type` contains the bits of the value. */
  readonly choose: (type: number) => Choice<Part>
}

/** The options that can apply to a value of one type. */
interface Choice<Part> {
  /** The options of that type. */
  readonly candidates: readonly Part[]
  /** The property whose literal discriminates the candidates. */
  readonly tag: string | undefined
  readonly byTag: ReadonlyMap<unknown, Part>
  /** The message for a tag that no candidate has. */
  readonly tagMustBe: string
}

interface Option<Part> {
  readonly part: Part
  /** The schema with its refs followed. */
  readonly schema: JsonSchema
}

/** Prepares a union. `partOf` returns the part of an option as written, without following refs. */
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
    mustBe: once(() => `must be ${describeExpectation({ anyOf: options().map(({ schema }) => schema) })}`),
    // There are few types, so each choice is cached.
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
  const tagMustBe = `must be ${describeExpectation({ enum: pairs.map(([value]) => value) })}`
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
