import { expect, test } from 'vitest'
import { fieldSteps } from '../../../runtime/src/contract/schema/field-steps.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import { decodeForm } from '../../../runtime/src/forms/decode-form.ts'

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const fields = (query: string) => [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
const STRING: JsonSchema = { type: 'string' }
const INTEGER: JsonSchema = { type: 'integer' }

test.each<[string, JsonSchema, string, unknown]>([
  ['numbers', object({ n: INTEGER, m: { type: 'number' } }), 'n= 12 &m=-1.5e2', { n: 12, m: -150 }],
  ['values that are not numbers stay', object({ n: INTEGER }), 'n=0x10', { n: '0x10' }],
  ['an empty number is absent', object({ n: INTEGER }), 'n=', {}],
  ['texts', object({ s: STRING }), 's=12', { s: '12' }],
  ['ends of lines', object({ s: STRING }), 's=a%0D%0Ab', { s: 'a\nb' }],
  ['an empty required text', object({ s: STRING }), 's=', { s: '' }],
  ['an empty optional text is absent', object({ s: STRING }, []), 's=', {}],
  ['an empty text where null may stand', object({ s: { type: ['string', 'null'] } }), 's=', { s: null }],
  ['checkboxes', object({ a: { type: 'boolean' }, b: { type: 'boolean' } }), 'a=on', { a: true, b: false }],
  ['a checkbox with its hidden field', object({ a: { type: 'boolean' } }), 'a=false&a=true', { a: true }],
  ['an optional checkbox that is not checked', object({ a: { type: 'boolean' } }, []), '', {}],
  [
    'a checkbox with a default that is not checked',
    object({ a: { type: 'boolean', default: true } }, []),
    '',
    { a: false },
  ],
  [
    'a group with a default of which no box is checked',
    object({ t: { type: 'array', items: STRING, default: ['all'] } }, []),
    '',
    { t: [] },
  ],
  ['an empty text with a default is absent', object({ s: { type: 'string', default: 'x' } }, []), 's=', {}],
  ['choices of numbers', object({ n: { enum: [1, 2, 'x'] } }), 'n=2', { n: 2 }],
  ['days', object({ d: { type: 'string', format: 'date-time' } }), 'd=2026-11-22', { d: '2026-11-22T00:00:00Z' }],
  [
    'times',
    object({ d: { type: 'string', format: 'date-time' } }),
    'd=2026-11-22T10:00',
    { d: '2026-11-22T10:00:00Z' },
  ],
  ['lists by one name', object({ t: { type: 'array', items: INTEGER } }), 't=1&t=2&t=', { t: [1, 2] }],
  ['lists by brackets', object({ t: { type: 'array', items: STRING } }), 't[]=a', { t: ['a'] }],
  [
    'lists by index, in order, without gaps',
    object({ t: { type: 'array', items: STRING } }),
    't[5]=b&t[1]=a',
    { t: ['a', 'b'] },
  ],
  ['a list of which nothing is chosen', object({ t: { type: 'array', items: STRING } }), '', { t: [] }],
  ['parts', object({ a: object({ b: object({ c: INTEGER }) }) }), 'a.b.c=1', { a: { b: { c: 1 } } }],
  ['a part that is left out', object({ a: object({ b: STRING }) }, []), '', {}],
  [
    'names that hold dots',
    object({ 'a.b': INTEGER, 'first-name': STRING }),
    'a.b=1&first-name=x',
    { 'a.b': 1, 'first-name': 'x' },
  ],
  ['records', { type: 'object', additionalProperties: INTEGER }, 'x=1&y=2', { x: 1, y: 2 }],
  ['unknown fields are passed on', object({ a: STRING }), 'a=1&b=2', { a: '1', b: '2' }],
  ['definitions', { $ref: '#/$defs/A', $defs: { A: object({ n: INTEGER }) } } as JsonSchema, 'n=1', { n: 1 }],
  [
    'one of several objects, by its literal',
    { anyOf: [object({ kind: { const: 'a' }, n: STRING }), object({ kind: { const: 'b' }, n: INTEGER })] },
    'kind=b&n=1',
    { kind: 'b', n: 1 },
  ],
])('%s', (_, schema, query, input) => {
  expect(decodeForm(schema, fields(query))).toEqual(input)
})

test('keys through which prototypes are polluted stay members, for validation to refuse', () => {
  const input = decodeForm(object({ a: STRING }), fields('a=1&__proto__.x=1&constructor=2')) as object
  expect(Object.hasOwn(input, '__proto__')).toBe(true)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('files are their bytes, or an object of name, type and bytes', () => {
  const file = { name: 'f', value: { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('hi') } }
  const none = { name: 'f', value: { filename: '', type: 'application/octet-stream', bytes: Buffer.from('') } }
  const bytes: JsonSchema = { type: 'string', contentEncoding: 'base64' }
  expect(decodeForm(object({ f: bytes }), [file])).toEqual({ f: 'aGk=' })
  const named = object({ name: STRING, type: STRING, bytes })
  expect(decodeForm(object({ f: named }), [file])).toEqual({ f: { name: 'a.txt', type: 'text/plain', bytes: 'aGk=' } })
  expect(decodeForm(object({ f: bytes }, []), [none])).toEqual({})
  expect(decodeForm(object({ f: { type: 'array', items: bytes } }), [file, file])).toEqual({ f: ['aGk=', 'aGk='] })
})

test('a name that is not a path is one name', () => {
  expect(fieldSteps('items[0].qty')).toEqual(['items', 0, 'qty'])
  expect(fieldSteps('a["odd key"][]')).toEqual(['a', 'odd key'])
  for (const odd of ['a[', '.a', 'a[x]', 'a[0]b', '']) expect(fieldSteps(odd)).toEqual([odd])
  expect(fieldSteps(`a${'.a'.repeat(200)}`)).toHaveLength(1)
})

test.each([
  ['indexes', '[0]'],
  ['members', '.a'],
])('fields with many %s have a limit together, although each of them is valid', (_kind, step) => {
  const names = (count: number, steps: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `r${index}${step.repeat(steps)}`, value: '' }))
  let read = 0
  const count = (list: ReturnType<typeof names>) =>
    list.map((field) => ({
      ...field,
      get value() {
        read += 1
        return ''
      },
    }))
  expect(() => decodeForm(object({}), count(names(990, 99)))).toThrow(
    expect.objectContaining({ code: 'payload_too_large', message: 'The fields of this form are nested too deeply.' }),
  )
  expect(read).toBeLessThan(200)
  expect(() => decodeForm(object({}), names(990, 9))).not.toThrow()
  expect(() => decodeForm(object({}), names(10, 99))).not.toThrow()
})
