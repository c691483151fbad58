/** A provider's projection of a contract accepts every input that the contract accepts. */
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import { lowerSchema } from '../../../runtime/src/wire/lower-schema.ts'
import type { ProviderDialect } from '../../../runtime/src/wire/provider-dialect.ts'
import { restoreInput } from '../../../runtime/src/wire/restore-input.ts'

const TEXT: JsonSchema = { type: 'string' }
const COUNT: JsonSchema = { type: 'integer' }

const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
})
const literal = (value: string): JsonSchema => ({ const: value })

/** Contracts with inputs that they accept. */
const CONTRACTS: Readonly<Record<string, readonly [JsonSchema, ...object[]]>> = {
  'a discriminated union': [
    { anyOf: [object({ kind: literal('a'), text: TEXT }), object({ kind: literal('b'), count: COUNT })] },
    { kind: 'a', text: 'x' },
    { kind: 'b', count: 1 },
  ],
  'a member of several types': [
    { anyOf: [object({ a: TEXT }), object({ a: COUNT }), object({ a: { type: 'null' } })] },
    { a: 'x' },
    { a: 1 },
    { a: null },
  ],
  'a member that one option narrows': [
    {
      type: 'object',
      properties: { a: TEXT },
      anyOf: [
        { type: 'object', properties: { a: literal('x') }, required: ['a'] },
        { type: 'object', properties: { b: COUNT }, required: ['b'] },
      ],
    },
    { a: 'x' },
    { a: 'other', b: 1 },
  ],
  'an option with further keys': [
    { anyOf: [object({ kind: literal('a'), size: TEXT }), { type: 'object', additionalProperties: COUNT }] },
    { kind: 'a', size: 'x' },
    { size: 1, other: 2 },
  ],
  'an option with any keys': [
    { anyOf: [object({ a: TEXT }), { type: 'object', additionalProperties: true }] },
    { a: 'x' },
    { a: [1], b: 2 },
  ],
  'a union within an intersection': [
    {
      allOf: [
        { type: 'object', properties: { id: TEXT }, required: ['id'] },
        {
          anyOf: [
            { type: 'object', properties: { b: COUNT }, required: ['b'] },
            { type: 'object', properties: { c: COUNT }, required: ['c'] },
          ],
        },
      ],
    },
    { id: 'x', b: 1 },
    { id: 'x', c: 1 },
  ],
  'an intersection with a map': [
    {
      allOf: [
        { type: 'object', properties: { id: TEXT }, required: ['id'] },
        { type: 'object', additionalProperties: { anyOf: [TEXT, COUNT] } },
      ],
    },
    { id: 'x', other: 5 },
  ],
  'options that only require members of the object': [
    {
      type: 'object',
      properties: { phone: TEXT, email: TEXT },
      anyOf: [{ required: ['phone'] }, { required: ['email'] }],
    },
    { phone: '1' },
    { email: 'a@b.c' },
  ],
  'an intersection with a condition': [
    {
      ...object({ name: TEXT, phone: TEXT, email: TEXT }, { required: ['name'] }),
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { name: literal('Ann') } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['phone'] },
    } as JsonSchema,
    { name: 'Ann', phone: '1' },
    { name: 'Bob', email: 'a@b.c' },
  ],
  'optional members': [
    { anyOf: [object({ a: TEXT, b: COUNT }, { required: ['a'] }), object({ c: COUNT })] },
    { a: 'x' },
    { a: 'x', b: 1 },
    { c: 1 },
  ],
}

const ajv = new Ajv({ strict: false })

/** Writes absent members as null, where the projection requires them. */
function fill(schema: JsonSchema, input: object): object {
  const absent = (schema.required ?? []).filter((name) => !(name in input))
  return { ...input, ...Object.fromEntries(absent.map((name) => [name, null])) }
}

test.each(
  Object.entries(CONTRACTS).flatMap(([title, [contract, ...inputs]]) =>
    (['anthropic', 'openai', 'google'] as const).map((dialect): [string, ProviderDialect, JsonSchema, object[]] => [
      title,
      dialect,
      contract,
      inputs,
    ]),
  ),
)('%s, for %s', (_, dialect, contract, inputs) => {
  const { schema, loose } = lowerSchema(contract, dialect)
  for (const input of inputs) {
    expect(ajv.validate(contract, input), JSON.stringify(input)).toBe(true)
    expect(ajv.validate(loose, input), `loose: ${JSON.stringify([loose, input])}`).toBe(true)
    const sent = fill(schema, input)
    expect(ajv.validate(schema, sent), `sent: ${JSON.stringify([schema, sent])}`).toBe(true)
    expect(restoreInput(contract, sent)).toEqual(input)
  }
})
