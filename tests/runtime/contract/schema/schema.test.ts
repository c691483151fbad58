import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { toValidator } from '../../../../runtime/src/contract/schema/standard.ts'
import type { Checked } from '../../../../runtime/src/contract/schema/validation.ts'
import {
  bool,
  date,
  enums,
  type InputOf,
  int,
  list,
  money,
  num,
  type OutputOf,
  obj,
  type Schema,
  schema,
  str,
} from '../../../../runtime/src/index.ts'

function check(of: Schema<never> | Schema, value: unknown): Checked {
  return toValidator(of as Schema, 'input').parse(value) as Checked
}

function issues(of: Schema<never> | Schema, value: unknown): string[] {
  return (check(of, value).issues ?? []).map(({ path, message }) => `${path}: ${message}`)
}

const order = schema({
  id: str({ format: 'uuid' }).describe('Order id'),
  items: list({ sku: str().min(1), qty: int({ min: 1, max: 9 }) }, { min: 1 }),
  kind: enums(['gift', 'plain']).default('plain'),
  note: str().nullable().optional(),
  paid: bool(),
  weight: num({ multipleOf: 0.1 }).optional(),
  total: money(),
  due: date().optional(),
})
const good = {
  id: '7f3b2f0e-3c1d-4b7a-9b1e-0123456789ab',
  items: [{ sku: 'a', qty: 2 }],
  paid: true,
  total: 500,
}

describe('builders', () => {
  test('API-08 schema() takes named fields, and types the input of run and of callers', () => {
    expectTypeOf<OutputOf<typeof order>>().toEqualTypeOf<{
      id: string
      items: { sku: string; qty: number }[]
      kind: 'gift' | 'plain'
      note?: string | null | undefined
      paid: boolean
      weight?: number | undefined
      total: number
      due?: Date | undefined
    }>()
    expectTypeOf<InputOf<typeof order>['kind']>().toEqualTypeOf<'gift' | 'plain' | undefined>()
    expect(check(order, good)).toEqual({ value: { ...good, kind: 'plain' } })
  })

  test('the result is a new object with own declared keys only', () => {
    const inherited = Object.create({ paid: true }) as object
    expect(issues(schema({ paid: bool() }), inherited)).toEqual(['paid: is required'])
    const items = [{ sku: 'a', qty: 2 }]
    const { value } = check(order, { ...good, items }) as { value: { items: object[] } }
    expect(value.items).toEqual(items)
    expect(value.items[0]).not.toBe(items[0])
  })

  test('every issue is reported with its exact path', () => {
    const value = { id: 'x', items: [{ sku: '', qty: 10 }, 5], kind: 'x', note: 3, weight: 0.25, total: 1.5, 'a b': 1 }
    expect(issues(order, value)).toEqual([
      '["a b"]: is not a known key',
      'id: must be a valid uuid',
      'items[0].sku: must have at least 1 character',
      'items[0].qty: must be at most 9',
      'items[1]: must be an object',
      'kind: must be one of "gift", "plain"',
      'note: must be a string',
      'paid: is required',
      'weight: must be a multiple of 0.1',
      'total: must be an integer',
    ])
  })

  test('prototype names are refused as keys, and cannot be declared', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(issues(schema({}), JSON.parse(`{"${key}":1}`))).toEqual([`${key}: is a key that is never allowed`])
      expect(() => schema(Object.fromEntries([[key, str()]]))).toThrow(/cannot have the field/)
    }
  })

  test('API-10 str counts code points, and takes pattern and format', () => {
    expect(issues(str({ min: 2, max: 2 }), '😀😀')).toEqual([])
    expect(issues(str({ min: 2 }), '😀')).toEqual([': must have at least 2 characters'])
    expect(issues(str({ max: 1 }), '😀😀')).toEqual([': must have at most 1 character'])
    const sticky = str({ pattern: /^a/g })
    for (const _ of [1, 2]) expect(issues(sticky, 'ab')).toEqual([])
    expect(issues(str({ format: 'email' }), 'ada@example.com')).toEqual([])
    expect(issues(str({ format: 'email' }), 'ada@')).toEqual([': must be a valid email'])
    expect(issues(str({ format: 'my-own' }), 'anything')).toEqual([])
  })

  test('numbers: finite, exact, and multiples without rounding trouble', () => {
    expect(issues(num(), Number.NaN)).toEqual([': must be a number'])
    expect(issues(int(), 2 ** 53)).toEqual([': must be an integer'])
    expect(issues(num({ multipleOf: 0.1 }), 0.3)).toEqual([])
    expect(issues(int().min(2).max(3), 4)).toEqual([': must be at most 3'])
  })

  test('API-11 API-12 list takes an item or a shape, obj nests', () => {
    expectTypeOf<OutputOf<ReturnType<typeof list<{ a: ReturnType<typeof str> }>>>>().toEqualTypeOf<{ a: string }[]>()
    expect(issues(list(str()).max(1), ['a', 'b'])).toEqual([': must have at most 1 item'])
    expect(issues(list(obj({ a: list(int()) })), [{ a: [1, 'x'] }])).toEqual(['[0].a[1]: must be an integer'])
  })

  test('API-09 money() is an integer of minor units, in its JSON Schema and in its values', async () => {
    const target = { target: 'draft-2020-12' } as const
    const { jsonSchema, validate } = money()['~standard']
    expect(jsonSchema?.input(target)).toEqual({ type: 'integer', format: 'money-minor-units' })
    expect(jsonSchema?.output(target)).toEqual({ type: 'integer', format: 'money-minor-units' })
    expect(await validate(1099)).toEqual({ value: 1099 })
    for (const bad of [10.5, '1'])
      expect(await validate(bad)).toMatchObject({ issues: [{ message: 'must be an integer', path: [] }] })
    expect(issues(money({ min: 1 }), 0)).toEqual([': must be at least 1'])
  })

  test('API-13 enums is also exported as enum, and types its members', async () => {
    const door = await import('../../../../runtime/src/index.ts')
    expect(door.enum).toBe(enums)
    expectTypeOf<OutputOf<ReturnType<typeof door.enum<'a' | 2>>>>().toEqualTypeOf<'a' | 2>()
    expect(issues(enums(['a', 2]), '2')).toEqual([': must be one of "a", 2'])
    expect(() => enums([])).toThrow(/at least one/)
  })

  test('defaults are copies; optional, nullable and default chain', () => {
    const tags = schema({ tags: list(str()).default([]) })
    const first = check(tags, {}) as { value: { tags: string[] } }
    first.value.tags.push('x')
    expect(check(tags, {})).toEqual({ value: { tags: [] } })
    expect(check(schema({ a: str().nullable() }), { a: null })).toEqual({ value: { a: null } })
    expect(issues(schema({ a: str().optional() }), { a: null })).toEqual(['a: must be a string'])
  })

  test('a limit where none is meant is a TypeError', () => {
    // @ts-expect-error bool() has no limits
    expect(() => bool().min(1)).toThrow(/for strings, numbers and lists/)
  })

  test('dates: RFC 3339 in, Date out, and encoded back', () => {
    const validator = toValidator(schema({ due: date(), days: list(date()) }), 'input')
    const wire = { due: '2026-01-31T12:00:00.000Z', days: ['2026-02-01T00:00:00.000Z'] }
    const { value } = validator.parse(wire) as { value: { due: Date } }
    expect(value.due).toBeInstanceOf(Date)
    expect(validator.encode?.(value)).toEqual(wire)
    expect(validator.decode?.(wire)).toEqual(value)
    expect(toValidator(schema({ a: str() }), 'input').encode).toBeUndefined()
    for (const bad of ['2026-02-29T00:00:00Z', '2026-01-31', '2026-01-31T25:00:00Z', 'soon', 5])
      expect(issues(date(), bad)).toEqual([': must be an RFC 3339 date-time, such as 2026-01-31T12:00:00Z'])
  })

  test('JSON Schema 2020-12: inputs are closed, outputs open, and ajv agrees on what fits', () => {
    const input = order['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
    expect(input).toMatchObject({
      type: 'object',
      required: ['id', 'items', 'paid', 'total'],
      additionalProperties: false,
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Order id' },
        note: { type: ['string', 'null'] },
        kind: { enum: ['gift', 'plain'], default: 'plain' },
        total: { type: 'integer', format: 'money-minor-units' },
        due: { type: 'string', format: 'date-time' },
      },
    })
    const output = order['~standard'].jsonSchema?.output({ target: 'draft-2020-12' })
    expect(output).not.toHaveProperty('additionalProperties')
    expect(output?.required).toContain('kind')
    const ajv = new Ajv2020({ strict: false, formats: { 'money-minor-units': true } })
    addFormats.default(ajv)
    const accepts = ajv.compile(input ?? {})
    for (const value of [
      good,
      { ...good, note: null },
      { ...good, x: 1 },
      { ...good, items: [] },
      { ...good, total: 'a' },
      {},
      5,
    ])
      expect([value, accepts(value)]).toEqual([value, check(order, value).issues === undefined])
  })

  test('a builder is a Standard Schema', async () => {
    expect(await order['~standard'].validate(good)).toEqual({ value: { ...good, kind: 'plain' } })
    const failed = await schema({ a: list(obj({ 'b c': int() })) })['~standard'].validate({ a: [{ 'b c': 'x' }] })
    expect(failed.issues).toEqual([{ message: 'must be an integer', path: ['a', 0, 'b c'] }])
  })
})

describe('other Standard Schemas', () => {
  test('zod 4 validates, has a JSON Schema, and its paths have our form', async () => {
    const validator = toValidator(z.object({ items: z.array(z.object({ qty: z.int() })) }), 'input')
    expect(validator.schema).toMatchObject({ type: 'object', required: ['items'] })
    expect(await validator.parse({ items: [{ qty: 1 }] })).toEqual({ value: { items: [{ qty: 1 }] } })
    expect((await validator.parse({ items: [{ qty: 'x' }] })).issues).toMatchObject([{ path: 'items[0].qty' }])
  })

  test('prototype names are refused before a foreign schema sees them', async () => {
    const validator = toValidator(z.looseObject({}), 'input')
    const checked = await validator.parse(JSON.parse('{"a":{"__proto__":{"x":1}}}'))
    expect(checked.issues).toEqual([{ path: 'a.__proto__', message: 'is a key that is never allowed' }])
  })

  test('a schema without JSON Schema, or no schema at all, is a clear error', () => {
    const bare = { '~standard': { version: 1 as const, vendor: 'old', validate: () => ({ value: 1 }) } }
    expect(() => toValidator(bare, 'input')).toThrow(/vendor "old".* no JSON Schema/)
    expect(() => toValidator({ type: 'object' } as never, 'input')).toThrow(/must be a schema/)
  })
})
