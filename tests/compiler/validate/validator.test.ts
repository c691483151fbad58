import type { Checked } from '@fw/runtime/contract'
import { describe, expect, it } from 'vitest'
import type { ObjectNode, TypeNode } from '../../../compiler/src/type-tree.ts'
import { loadValidator, treeOf } from './load-module.ts'

const string: TypeNode = { kind: 'string' }
const integer: TypeNode = { kind: 'number', integer: true }

function object(
  fields: Readonly<Record<string, TypeNode | { optional: TypeNode }>>,
  rest: Partial<ObjectNode> = {},
): ObjectNode {
  const properties = Object.entries(fields).map(([name, field]) =>
    'optional' in field ? { name, optional: true, type: field.optional } : { name, optional: false, type: field },
  )
  return { kind: 'object', properties, ...rest }
}

function accepted(checked: Checked): unknown {
  if (checked.issues !== undefined) throw new Error(JSON.stringify(checked.issues))
  return checked.value
}

const ORDER = treeOf(
  object({
    id: { kind: 'string', format: 'uuid' },
    items: {
      kind: 'array',
      minItems: 1,
      items: object({ sku: { kind: 'string', minLength: 1 }, qty: { kind: 'number', integer: true, minimum: 1 } }),
    },
    note: { optional: string },
    page: { kind: 'number', integer: true, default: 1 },
  }),
)

describe('a compiled validator', () => {
  const id = '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d'

  it('API-03 fills in defaults and builds a fresh object of declared keys', async () => {
    const validator = await loadValidator(ORDER)
    const given = { id, items: [{ sku: 'a', qty: 2 }] }
    const checked = validator.parse(given)
    expect(checked).toEqual({ value: { id, items: [{ sku: 'a', qty: 2 }], page: 1 } })
    const value = accepted(checked) as typeof given
    expect(value).not.toBe(given)
    expect(value.items).not.toBe(given.items)
    expect(value.items[0]).not.toBe(given.items[0])
  })

  it('reports every issue with its path and a solution', async () => {
    const validator = await loadValidator(ORDER)
    const given = {
      id: 'x',
      items: [
        { sku: '', qty: 0 },
        { Sku: 'b', qty: 1.5 },
      ],
      page: 'two',
      extra: 1,
    }
    expect(validator.is(given)).toBe(false)
    expect(validator.parse(given).issues).toEqual([
      { path: 'id', message: 'must be a UUID' },
      { path: 'items[0].sku', message: 'must be a string of at least 1 character' },
      { path: 'items[0].qty', message: 'must be an integer of at least 1' },
      { path: 'items[1].sku', message: 'is required: must be a string of at least 1 character' },
      { path: 'items[1].Sku', message: 'is not a known key; did you mean "sku"?' },
      { path: 'items[1].qty', message: 'must be an integer of at least 1' },
      { path: 'page', message: 'must be an integer' },
      { path: 'extra', message: 'is not a known key; known are id, items, note, page' },
    ])
  })

  it('rejects __proto__, constructor and prototype as own keys at every level', async () => {
    const closed = await loadValidator(treeOf(object({ a: { optional: string } })))
    const record = await loadValidator(treeOf(object({}, { index: string })))
    const unknown = await loadValidator(treeOf(object({ any: { kind: 'unknown' } })))
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const bad: unknown = JSON.parse(`{"${key}": "x"}`)
      for (const [validator, value, path] of [
        [closed, bad, key],
        [record, bad, key],
        [unknown, { any: { deep: [bad] } }, ''],
      ] as const) {
        expect(validator.is(value)).toBe(false)
        expect(validator.parse(value).issues?.[0]?.path).toBe(path === '' ? `any.deep[0].${key}` : path)
      }
    }
    expect(({} as { a?: string }).a).toBeUndefined()
  })

  it('reads own properties only', async () => {
    const validator = await loadValidator(treeOf(object({ role: string, toString: { optional: string } })))
    expect(validator.is(Object.create({ role: 'admin' }))).toBe(false)
    expect(validator.parse({ role: 'admin' })).toEqual({ value: { role: 'admin' } })
    expect(validator.parse({ role: 'admin', toString: 'me' })).toEqual({ value: { role: 'admin', toString: 'me' } })
    expect(validator.is({ role: 'admin', toString: 1 })).toBe(false)
  })

  it('accepts declared own keys in any order, and no others', async () => {
    const { is } = await loadValidator(treeOf(object({ a: string, b: string, c: { optional: string } })))
    const hidden = Object.defineProperty({ b: 'y' }, 'a', { value: 'x', enumerable: false })
    const good = [
      { b: 'y', a: 'x' },
      // The count of keys differs from that of values: each key is compared.
      { a: 'x', b: 'y', c: undefined },
      { c: undefined, b: 'y', a: 'x' },
      { b: 'y', c: undefined, a: 'x' },
      Object.assign(Object.create(null), { b: 'y', c: undefined, a: 'x' }),
      { a: 'x', b: 'y', [Symbol('other')]: 1 },
      hidden,
    ]
    expect(good.map(is)).toEqual(good.map(() => true))
    const bad = [
      { a: 'x', b: 'y', other: undefined },
      { other: 1, b: 'y', a: 'x' },
      { b: 'y', other: 1, a: 'x', c: undefined },
      { a: 'x', b: 'y', c: undefined, 0: 1 },
      Object.assign(Object.create({ a: 'x' }), { b: 'y', c: undefined }),
      Object.assign(Object.create({ a: 'x' }), { b: 'y', other: 1 }),
      Object.assign(Object.create({ c: 'z' }), { a: 'x', b: 'y' }),
      Object.assign(['z'], { a: 'x', b: 'y' }),
    ]
    expect(bad.map(is)).toEqual(bad.map(() => false))
  })

  it('dispatches tagged unions on a tag that is read once', async () => {
    const option = (tag: string, type: TypeNode): ObjectNode =>
      object({ kind: { kind: 'literal', values: [tag] }, value: type, note: { optional: string } })
    const { is } = await loadValidator(
      treeOf({ kind: 'union', tag: 'kind', options: [option('text', string), option('count', integer)] }),
    )
    let reads = 0
    const changing = {
      get kind() {
        reads++
        return reads === 1 ? 'text' : 'count'
      },
      value: 'x',
    }
    expect(is(changing)).toBe(true)
    expect(reads).toBe(1)
    expect(is({ value: 1, kind: 'count' })).toBe(true)
    expect(is({ kind: 'count', value: 1, note: undefined })).toBe(true)
    expect(is({ kind: 'count', value: 1, note: 'n' })).toBe(true)
    const bad = [
      { kind: 'count', value: 'x' },
      { kind: 'count', value: 1, other: 1 },
      { kind: 'count', value: 1, other: undefined },
      { kind: ['text'], value: 'x' },
      Object.assign(Object.create({ kind: 'text' }), { value: 'x' }),
      Object.assign(['x'], { kind: 'text', value: 'x' }),
    ]
    expect(bad.map(is)).toEqual(bad.map(() => false))
  })

  it('omits undefined members, as JSON does', async () => {
    const validator = await loadValidator(ORDER)
    const checked = validator.parse({ id, items: [{ sku: 'a', qty: 1 }], note: undefined, page: undefined })
    expect(accepted(checked)).toEqual({ id, items: [{ sku: 'a', qty: 1 }], page: 1 })
    expect(Object.keys(accepted(checked) as object)).not.toContain('note')
  })

  it('accepts further keys in outputs, and rejects them in inputs', async () => {
    const tree = treeOf(object({ a: string }))
    expect((await loadValidator(tree, 'output')).is({ a: 'x', b: 1 })).toBe(true)
    expect((await loadValidator(tree, 'input')).is({ a: 'x', b: 1 })).toBe(false)
  })

  it('counts characters, not UTF-16 units', async () => {
    const validator = await loadValidator(treeOf({ kind: 'string', minLength: 2, maxLength: 3 }))
    expect(['😀', '😀😀', '😀😀😀', '😀😀😀😀', 'a', 'abc', 'abcd'].map((text) => validator.is(text))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      false,
    ])
  })

  it('accepts 0.3 as a multiple of 0.1, which ajv rejects: prices are written in decimals', async () => {
    const validator = await loadValidator(treeOf({ kind: 'number', multipleOf: 0.01 }))
    expect([19.99, 0.3, 0.07, 0.005, 19.999].map((value) => validator.is(value))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it("rejects numbers that JSON can't represent", async () => {
    const validator = await loadValidator(treeOf({ kind: 'number' }), 'output')
    expect([Number.NaN, Number.POSITIVE_INFINITY, 1].map((value) => validator.is(value))).toEqual([false, false, true])
  })

  it('names the options of a union, and checks the intended one', async () => {
    const event: TypeNode = {
      kind: 'union',
      tag: 'type',
      options: [
        object({ type: { kind: 'literal', values: ['paid'] }, cents: integer }),
        object({ type: { kind: 'literal', values: ['sent'] }, parcel: string }),
      ],
    }
    const validator = await loadValidator(
      treeOf(object({ event, either: { kind: 'union', options: [string, integer] } })),
    )
    expect(validator.parse({ event: { type: 'sent', parcel: 1 }, either: true }).issues).toEqual([
      { path: 'event.parcel', message: 'must be a string' },
      { path: 'either', message: 'must be a string or an integer' },
    ])
    expect(validator.parse({ event: { type: 'lost' }, either: 1 }).issues).toEqual([
      { path: 'event.type', message: 'must be one of "paid", "sent"' },
    ])
    expect(validator.is({ event: { type: 'paid', cents: 5 }, either: 'x' })).toBe(true)
  })

  it('stops at the depth limit, and reports it', async () => {
    const tree = treeOf(
      { kind: 'ref', name: 'Tree' },
      { Tree: object({ child: { optional: { kind: 'ref', name: 'Tree' } } }) },
    )
    const validator = await loadValidator(tree)
    const nested = (levels: number): unknown => JSON.parse(`${'{"child":'.repeat(levels)}{}${'}'.repeat(levels)}`)
    expect(validator.is(nested(400))).toBe(true)
    expect(validator.is(nested(100_000))).toBe(false)
    expect(validator.parse(nested(100_000)).issues?.[0]?.message).toBe('must not be nested more than 500 levels deep')
    const unknown = await loadValidator(treeOf({ kind: 'unknown' }))
    const array: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(unknown.is(array)).toBe(false)
    expect(unknown.parse(array).issues).toHaveLength(1)
  })

  it('reports at most 100 issues: a megabyte of invalid input must not cause a larger response', async () => {
    const validator = await loadValidator(treeOf({ kind: 'array', items: integer }))
    expect(validator.parse(Array.from({ length: 5000 }, () => 'x')).issues).toHaveLength(100)
  })

  it('finds equal items in linear time', async () => {
    const validator = await loadValidator(treeOf({ kind: 'array', items: { kind: 'unknown' }, uniqueItems: true }))
    expect(
      validator.is([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false)
    expect(validator.is([1, '1', true, 'true', null, 'null', [], '[]', {}, '{}', [1], [[1]]])).toBe(true)
    expect(
      validator.is([
        [1, 2],
        [1, 2],
      ]),
    ).toBe(false)
    expect(validator.is(Array.from({ length: 200_000 }, (_, index) => ({ index })))).toBe(true)
  })

  it("supports names that aren't identifiers", async () => {
    const validator = await loadValidator(
      treeOf(object({ 'x-y': string, 'a"b': string, '\u2028': { optional: string } })),
    )
    expect(validator.parse({ 'x-y': 'a', 'a"b': 'b' })).toEqual({ value: { 'x-y': 'a', 'a"b': 'b' } })
    expect(validator.parse({ 'x-y': 1, 'a"b': 'b' }).issues).toEqual([{ path: '["x-y"]', message: 'must be a string' }])
  })
})
