/** Questions of other servers, which may contain anything, as forms. */
import { describe, expect, test } from 'vitest'
import { checkResponses } from '../../../../runtime/src/contract/approval/check-responses.ts'
import { readQuestion } from '../../../../runtime/src/contract/approval/read-question.ts'

const ask = (properties: Record<string, unknown>, more: object = {}) =>
  readQuestion('q', { message: 'Which?', requestedSchema: { type: 'object', properties, ...more } })
const field = (schema: unknown, name = 'size') => {
  const question = ask({ [name]: schema })
  return question?.kind === 'form' ? question.fields[0] : undefined
}

describe('a question', () => {
  test.each<[string, unknown, object]>([
    [
      'a string',
      { type: 'string', format: 'email', minLength: 2, default: 'a' },
      { kind: 'text', format: 'email', minLength: 2, default: 'a' },
    ],
    ['an integer', { type: 'integer', minimum: 1 }, { kind: 'number', isInteger: true, minimum: 1 }],
    ['yes or no', { type: 'boolean', default: false }, { kind: 'boolean', default: false }],
    ['an enum', { type: 'string', enum: ['a', 'b'] }, { kind: 'choice', options: [{ value: 'a' }, { value: 'b' }] }],
    [
      'deprecated titles',
      { type: 'string', enum: ['a'], enumNames: ['A'] },
      { kind: 'choice', options: [{ value: 'a', title: 'A' }] },
    ],
    [
      'titled constants',
      { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
      { options: [{ value: 'a', title: 'A' }] },
    ],
    [
      'several values',
      { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 1 },
      { kind: 'choices', maxItems: 1 },
    ],
    ['an invalid limit', { type: 'number', minimum: 'one', default: Number.NaN }, { kind: 'number', isInteger: false }],
    ['a default that is not an option', { type: 'string', enum: ['a'], default: 'b' }, { kind: 'choice' }],
    ['a pattern, which is not run', { type: 'string', pattern: '^(a+)+$' }, { kind: 'text' }],
  ])('has a field for %s', (_, schema, expected) => {
    expect(field(schema)).toMatchObject({ name: 'size', isRequired: false, ...expected })
  })

  test.each<[string, unknown]>([
    ['an object', { type: 'object', properties: {} }],
    ['a list of objects', { type: 'array', items: { type: 'object' } }],
    ['no type', {}],
    ['a type that is a list', { type: ['string', 'null'] }],
    ['no options', { type: 'string', enum: [] }],
    ['the same option twice', { type: 'string', enum: ['a', 'a'] }],
    ['an option that is not a string', { type: 'string', enum: ['a', 1] }],
    ['a title that is not a string', { type: 'string', title: 1 }],
    ['a long description', { type: 'string', description: 'x'.repeat(1_001) }],
    ['null', null],
  ])('is not shown if a field has %s', (_, schema) => {
    expect(ask({ size: schema })).toBeUndefined()
  })

  test('is not shown with a refused name, too many fields, or too long a message', () => {
    expect(ask(JSON.parse('{"__proto__":{"type":"string"}}') as Record<string, unknown>)).toBeUndefined()
    const fields = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, { type: 'string' }]))
    expect(ask(fields)).toBeUndefined()
    const options = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(200, 'x'))
    const long = { type: 'string', enum: options }
    expect(ask({ a: long })).toBeDefined()
    expect(ask({ a: long, b: long })).toBeUndefined()
    expect(readQuestion('q', { message: 'x'.repeat(4_001), requestedSchema: { properties: {} } })).toBeUndefined()
    expect(readQuestion('constructor', { message: 'x', requestedSchema: { properties: {} } })).toBeUndefined()
    for (const params of [
      null,
      5,
      {},
      { message: 'x' },
      { message: 'x', mode: 'other', requestedSchema: { properties: {} } },
    ])
      expect(readQuestion('q', params)).toBeUndefined()
  })

  test.each([
    ['https://pay.example/a', true],
    ['http://pay.example/', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://bank.example@evil.example/', false],
    ['/relative', false],
    [`https://pay.example/${'x'.repeat(2_000)}`, false],
  ])('with the link %s: %s', (url, isShown) => {
    expect(readQuestion('q', { mode: 'url', message: 'Pay.', url }) !== undefined).toBe(isShown)
  })

  test.each([
    ['password', {}, true],
    ['apiKey', {}, true],
    ['code', { title: 'Verification code' }, true],
    ['value', { description: 'Your secret.' }, true],
    ['pin_code', {}, true],
    ['spinning', {}, false],
    ['size', { description: 'How many pins?' }, false],
  ])('asks for a secret with the field %s and %j: %s', (name, more, isSecret) => {
    expect(field({ type: 'string', ...more }, name)?.isSecret ?? false).toBe(isSecret)
  })
})

test('responses to several questions, of which a link needs no values', () => {
  const form = ask({ size: { type: 'string' } }, { required: ['size'] })
  const link = readQuestion('link', { mode: 'url', message: 'Pay.', url: 'https://pay.example' })
  if (form === undefined || link === undefined) throw new Error('A question is not shown.')
  expect(checkResponses([form, link], { q: { size: 's' } })).toEqual({
    responses: { q: { action: 'accept', content: { size: 's' } }, link: { action: 'accept' } },
  })
  expect(checkResponses([link], undefined)).toEqual({ responses: { link: { action: 'accept' } } })
  expect(checkResponses([form], { q: { size: 's' }, __proto__: null, other: {} })).toHaveProperty('issues')
  for (const given of [undefined, null, 5, [], { q: null }, { q: [] }])
    expect(checkResponses([form], given)).toHaveProperty('issues')
})
