import { expect, test } from 'vitest'
import { canBeAddressed } from '../../../../compiler/src/emit/client-package/can-be-addressed.ts'
import type { JsonSchema } from '../../../../runtime/src/contract.ts'

const GET = { method: 'GET', segments: [{ kind: 'static', value: 'parts' }] } as const
const PUT = { method: 'PUT', segments: [{ kind: 'param', name: 'id' }] } as const

const input = (id: JsonSchema, $defs?: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { id },
  additionalProperties: false,
  ...($defs && { $defs }),
})

test.each<[string, JsonSchema, boolean]>([
  ['a string', { type: 'string' }, true],
  ['a number or null', { type: ['number', 'null'] }, true],
  ['an enumeration', { enum: ['a', 1, true] }, true],
  ['a union of literals', { anyOf: [{ const: 'a' }, { const: 2 }] }, true],
  ['a list of numbers', { type: 'array', items: { type: 'number' } }, true],
  ['an object', { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false }, true],
  ['a string or a number', { type: ['string', 'number'] }, false],
  ['a union of both', { anyOf: [{ type: 'string' }, { type: 'number' }] }, false],
  ['literals with one text', { enum: ['1', 1] }, false],
  ['any value', {}, false],
  ['a list of any values', { type: 'array' }, false],
  ['an object with any members', { type: 'object' }, false],
  ['keys with patterns', { type: 'object', patternProperties: { '^a': { type: 'string' } } }, false],
  ['parts of an intersection', { allOf: [{ type: 'string' }] }, false],
])('a query, and a path, can express %s: %#', (_, schema, isExact) => {
  expect(canBeAddressed(GET, input(schema))).toBe(isExact)
  expect(canBeAddressed(PUT, input(schema))).toBe(isExact)
})

test('references are followed, and a type that contains itself has no query', () => {
  const tree: JsonSchema = {
    type: 'object',
    properties: { below: { $ref: '#/$defs/Tree' } },
    additionalProperties: false,
  }
  expect(canBeAddressed(GET, input({ $ref: '#/$defs/Id' }, { Id: { type: 'string' } }))).toBe(true)
  expect(canBeAddressed(GET, input({ $ref: '#/$defs/Tree' }, { Tree: tree }))).toBe(false)
})

test('a body can have any value, and a function without an input has an address', () => {
  const body: JsonSchema = {
    type: 'object',
    properties: { id: { type: 'string' }, any: {} },
    additionalProperties: false,
  }
  expect(canBeAddressed(PUT, body)).toBe(true)
  expect(canBeAddressed(GET, { type: 'object', additionalProperties: false })).toBe(true)
})
