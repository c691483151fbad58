import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import { type LoweredSchema, lowerSchema } from '../../../runtime/src/wire/lower-schema.ts'
import type { ProviderDialect } from '../../../runtime/src/wire/provider-dialect.ts'
import { restoreInput } from '../../../runtime/src/wire/restore-input.ts'
import { listChildren } from '../../../runtime/src/wire/tool-schema.ts'
import { emitCases } from '../../compiler/emit-cases.ts'

const PROVIDERS: readonly ProviderDialect[] = ['anthropic', 'openai', 'google']

interface Tool {
  readonly name: string
  readonly schema: JsonSchema
  readonly accepts: readonly unknown[]
}

/** Every input schema of the compiler's golden cases, with values that it accepts. */
const derived: readonly Tool[] = (
  await Promise.all(
    emitCases().map(async ({ root, golden }) => {
      const text = golden('instances.json')
      if (text === undefined) return []
      const instances = JSON.parse(text) as Record<string, { accepts: unknown[] }>
      const { model } = await check({ root })
      return model.modules.flatMap(({ apis }) =>
        apis.flatMap(({ tool, input }) =>
          input.source === 'type'
            ? [{ name: tool, schema: input.schema, accepts: instances[tool]?.accepts ?? [] }]
            : [],
        ),
      )
    }),
  )
).flat()

const object = (properties: Record<string, JsonSchema>, required: string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

// One for all schemas: each instance first compiles the whole meta-schema.
const ajv = new Ajv2020({ strict: false, formats: { 'money-minor-units': true } })
formats.default(ajv)
const judge = (schema: JsonSchema): ((value: unknown) => boolean) => ajv.compile(schema)

/** The output of a model under a strict schema: null for every absent member. */
function withNulls(value: unknown, schema: JsonSchema, root: JsonSchema = schema): unknown {
  const target = schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? schema)
  if (target.anyOf !== undefined) {
    const fits = target.anyOf.find((option) => judge({ ...option, $defs: root.$defs })(withNulls(value, option, root)))
    return fits === undefined ? value : withNulls(value, fits, root)
  }
  if (Array.isArray(value)) {
    const { items } = target
    return typeof items === 'object' ? value.map((item: unknown) => withNulls(item, items, root)) : value
  }
  if (typeof value !== 'object' || value === null || target.properties === undefined) return value
  const object = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(target.properties).map(([key, member]) => [
      key,
      Object.hasOwn(object, key) ? withNulls(object[key], member, root) : null,
    ]),
  )
}

function everySchema(schema: JsonSchema): readonly JsonSchema[] {
  return [schema, ...[...listChildren(schema), ...Object.values(schema.$defs ?? {})].flatMap(everySchema)]
}

it('the corpus is not empty', () => {
  expect(derived.length).toBeGreaterThan(20)
  expect(derived.filter(({ schema }) => lowerSchema(schema, 'openai').strict).length).toBeGreaterThan(10)
  expect(derived.filter(({ schema }) => !lowerSchema(schema, 'openai').strict).length).toBeGreaterThan(5)
})

describe.each(PROVIDERS)('the schemas sent to %s', (provider) => {
  it('have an object at the root, for any root of the contract', () => {
    for (const { name, schema } of derived) {
      const lowered = lowerSchema(schema, provider).schema
      expect(lowered.type, name).toBe('object')
      expect(lowered, name).not.toHaveProperty('anyOf')
      expect(lowered, name).not.toHaveProperty('$ref')
    }
  })

  it('accept every value that the contract accepts, and the restored value is valid again', () => {
    let compared = 0
    for (const { name, schema, accepts } of derived) {
      const { schema: lowered, strict } = lowerSchema(schema, provider)
      const fits = judge(lowered)
      for (const value of accepts) {
        const sent = strict && provider === 'openai' ? withNulls(value, lowered) : value
        expect(fits(sent), `${name}: ${JSON.stringify(sent)} under ${JSON.stringify(lowered)}`).toBe(true)
        const back = restoreInput(schema, sent)
        // A null that the contract takes may have been meant.
        expect(back, name).toMatchObject(value as object)
        expect(judge(schema)(back), `${name}: ${JSON.stringify(back)} under ${JSON.stringify(schema)}`).toBe(true)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(30)
  })

  it('have no format that only fw knows, strict or not', () => {
    const others = new Ajv2020({ strict: false })
    formats.default(others)
    for (const { name, schema } of derived) {
      const { schema: lowered, loose } = lowerSchema(schema, provider)
      for (const sent of [lowered, loose]) expect(() => others.compile(sent), name).not.toThrow()
    }
    const amount: JsonSchema = { type: 'integer', format: 'money-minor-units' }
    const { loose } = lowerSchema(object({ amount, list: { type: 'array', items: amount } }), provider)
    expect(JSON.stringify(loose)).not.toContain('money-minor-units')
    expect(loose.properties?.amount?.description).toBe('(in minor units, such as cents)')
  })

  it('report why they are not strict, and a strict one reports every relaxation', () => {
    for (const { schema } of derived) {
      const { strict, blockers } = lowerSchema(schema, provider)
      if (provider === 'google') expect({ strict, blockers }).toEqual({ strict: false, blockers: [] })
      else expect(strict).toBe(blockers.length === 0)
    }
  })
})

it("OpenAI's own transformer takes every strict schema, and finds nothing to change", () => {
  for (const { name, schema } of derived) {
    const lowered = lowerSchema(schema, 'openai')
    if (lowered.strict) expect(toStrictJsonSchema(lowered.schema as never), name).toEqual(lowered.schema)
  }
})

it("Anthropic's own transformer takes every strict schema, and has nothing to move into a description", () => {
  for (const { name, schema } of derived) {
    const lowered = lowerSchema(schema, 'anthropic')
    if (!lowered.strict) continue
    const own = everySchema(lowered.schema).map(({ description }) => description)
    const theirs = everySchema(transformJSONSchema(lowered.schema as never) as JsonSchema)
    expect(theirs.map(({ description }) => description).sort(), name).toEqual(own.sort())
  }
})

it('Gemini is sent only the keywords that it reads', () => {
  const known = new Set(
    '$defs $ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties additionalProperties required'.split(
      ' ',
    ),
  )
  for (const { name, schema } of derived)
    for (const part of everySchema(lowerSchema(schema, 'google').schema)) {
      expect(
        Object.keys(part).filter((keyword) => !known.has(keyword)),
        name,
      ).toEqual([])
      if (part.$ref !== undefined) expect(Object.keys(part), name).toEqual(['$ref'])
      for (const value of part.enum ?? []) expect(['string', 'number'], name).toContain(typeof value)
    }
})

describe('relaxations', () => {
  const reported = (lowered: LoweredSchema) =>
    [...lowered.relaxed, ...lowered.blockers].map(({ path, keyword, became }) => `${path} ${keyword}: ${became}`)

  it('a limit that the provider does not know is moved to the description, and reported', () => {
    const schema = object({ name: { type: 'string', description: 'Full name.', minLength: 2 } })
    for (const provider of PROVIDERS) {
      const lowered = lowerSchema(schema, provider)
      expect(lowered.schema.properties?.name).toEqual({ type: 'string', description: 'Full name. (minLength: 2)' })
      expect(reported(lowered)).toEqual(['name minLength: moved to the description'])
    }
  })

  it('an optional member is nullable for OpenAI, and absent again in the restored input', () => {
    const schema = object({ id: { type: 'string' }, note: { type: 'string' }, kind: { enum: ['a', 'b'] } }, ['id'])
    const lowered = lowerSchema(schema, 'openai')
    expect(lowered.schema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        note: { type: ['string', 'null'] },
        kind: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
      },
      required: ['id', 'note', 'kind'],
      additionalProperties: false,
    })
    expect(restoreInput(schema, { id: '1', note: null, kind: null })).toEqual({ id: '1' })
    expect(restoreInput(schema, { id: null, note: 'x', kind: 'a' })).toEqual({ id: null, note: 'x', kind: 'a' })
  })

  it('a null that the contract has a use for stays', () => {
    const schema = object({ note: { type: ['string', 'null'] }, any: {} }, [])
    expect(restoreInput(schema, { note: null, any: null })).toEqual({ note: null, any: null })
  })

  it('a choice between objects becomes one object, and each option is restored by its tag', () => {
    const card = object({ by: { const: 'card', type: 'string' }, number: { type: 'string' } })
    const cash = object(
      { by: { const: 'cash', type: 'string' }, change: { type: 'number' }, tip: { type: 'number' } },
      ['by', 'change'],
    )
    const schema: JsonSchema = { type: 'object', anyOf: [card, { anyOf: [cash] }], description: 'How it is paid.' }
    const lowered = lowerSchema(schema, 'openai')
    expect(lowered).toMatchObject({ strict: true, relaxed: [{ path: '', keyword: 'union' }, {}, {}, {}] })
    expect(lowered.schema.description).toBe(
      'How it is paid.\n\nGive exactly one of these sets of members: by, number; by, change, tip.',
    )
    expect(lowered.schema.properties?.by).toEqual({ type: 'string', enum: ['card', 'cash'] })
    expect(restoreInput(schema, { by: 'card', number: '4', change: null, tip: null })).toEqual({
      by: 'card',
      number: '4',
    })
    expect(restoreInput(schema, { by: 'cash', number: null, change: 1, tip: null })).toEqual({ by: 'cash', change: 1 })
  })

  it.each<[string, JsonSchema, string]>([
    ['a record', { type: 'object', additionalProperties: { type: 'number' } }, 'value unknown keys'],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'number' }], items: false, minItems: 1 }, 'value tuple'],
    ['anything', {}, 'value any value'],
    ['not', { type: 'string', not: { const: 'x' } }, 'value not'],
  ])('%s costs strictness, and the whole schema is sent', (_, member, reason) => {
    for (const provider of ['openai', 'anthropic'] as const) {
      const lowered = lowerSchema(object({ value: member }), provider)
      expect(lowered.strict).toBe(false)
      expect(lowered.schema.properties?.value).toEqual(member)
      expect(lowered.blockers.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([reason])
    }
  })

  it('recursion is strict for OpenAI, not for Anthropic, and in optional members for Gemini', () => {
    const tree = object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } })
    const schema = { ...object({ tree: { $ref: '#/$defs/Tree' } }), $defs: { Tree: tree } }
    expect(lowerSchema(schema, 'openai').strict).toBe(true)
    expect(lowerSchema(schema, 'anthropic').blockers.map(({ keyword }) => keyword)).toEqual(['recursion'])
    const google = lowerSchema(schema, 'google')
    expect(google.schema.$defs?.Tree?.required).toEqual(['name'])
    expect(reported(google)).toEqual(['ref Tree.children required: optional, because its type is recursive'])
  })

  it('a description beside a reference survives', () => {
    const schema = {
      ...object({ to: { $ref: '#/$defs/Place', description: 'Where it goes.' } }),
      $defs: { Place: object({ city: { type: 'string' } }) },
    }
    for (const provider of PROVIDERS)
      expect(lowerSchema(schema, provider).schema.properties?.to).toEqual({
        description: 'Where it goes.',
        anyOf: [{ $ref: '#/$defs/Place' }],
      })
  })

  it('a schema above a limit of the provider is not strict, and the report has the sizes', () => {
    const members = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`m${index}`, { type: 'string' as const }]),
    )
    const lowered = lowerSchema(object(members, []), 'anthropic')
    expect(reported(lowered)).toEqual([' optional members: 30, but this provider allows at most 24'])
    const deep = Array.from({ length: 11 }).reduce<JsonSchema>((inner) => object({ inner }), { type: 'string' })
    expect(reported(lowerSchema(deep, 'openai'))).toEqual([' levels: 11, but this provider allows at most 10'])
  })

  it('a root that is not an object is refused', () => {
    expect(() => lowerSchema({ type: 'string' }, 'openai')).toThrow(TypeError)
    expect(() => lowerSchema({ $ref: '#/$defs/Gone' }, 'openai')).toThrow('is broken')
  })
})

describe('Schemas of other servers, and inputs of a model, take no time that grows exponentially', () => {
  const MAX_MS = 1_000

  it('a value in which several options have the same recursive member', () => {
    const node = (own: string): JsonSchema => ({
      type: 'object',
      properties: { [own]: { type: 'string' }, child: { $ref: '#/$defs/Node' } },
    })
    const schema: JsonSchema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      $defs: { Node: { anyOf: [node('label'), node('icon')] } },
    }
    let value: unknown = { label: 'x' }
    for (let depth = 0; depth < 60; depth++) value = { child: value }
    const begin = performance.now()
    const restored = restoreInput(schema, { root: value })
    expect(performance.now() - begin).toBeLessThan(MAX_MS)
    expect(JSON.stringify(restored)).toContain('{"label":"x"}')
  })

  it.each(['anyOf', 'oneOf'] as const)('a union of the same union on many levels: %s', (keyword) => {
    const levels = 60
    const twice = (level: number): JsonSchema => ({
      [keyword]: [{ $ref: `#/$defs/A${level + 1}` }, { $ref: `#/$defs/A${level + 1}` }],
    })
    const last: JsonSchema = { type: 'object', properties: { x: { type: 'string' } } }
    const $defs = Object.fromEntries(
      Array.from({ length: levels + 1 }, (_, level) => [`A${level}`, level === levels ? last : twice(level)]),
    )
    const begin = performance.now()
    for (const dialect of PROVIDERS) {
      lowerSchema({ type: 'object', properties: { root: { $ref: '#/$defs/A0' } }, $defs }, dialect)
      expect(lowerSchema({ ...twice(0), $defs }, dialect).schema.properties).toHaveProperty('x')
    }
    const schema: JsonSchema = { type: 'object', properties: { root: { $ref: '#/$defs/A0' } }, $defs }
    expect(restoreInput(schema, { root: { x: null } })).toEqual({ root: {} })
    expect(performance.now() - begin).toBeLessThan(MAX_MS)
  })

  it('a union that contains itself', () => {
    const schema: JsonSchema = { anyOf: [{ $ref: '#' }, { type: 'object', properties: { x: { type: 'string' } } }] }
    expect(lowerSchema(schema, 'google').schema.properties).toHaveProperty('x')
    expect(restoreInput(schema, { x: null })).toEqual({})
  })
})
