import { describe, expect, it } from 'vitest'
import { createIssueCollector } from '../../../../runtime/src/contract/schema/collect-issues.ts'
import { MAX_ISSUES } from '../../../../runtime/src/contract/schema/issue.ts'
import type { JsonSchema } from '../../../../runtime/src/contract/schema/json-schema.ts'

const text: JsonSchema = { type: 'string' }
const LINE: JsonSchema = {
  type: 'object',
  properties: { sku: text, qty: { type: 'integer', minimum: 1 }, note: text },
  required: ['sku', 'qty'],
  additionalProperties: false,
}

/** An array whose items are made at each read, and how many were. */
function countedItems(length: number, item: (index: number) => unknown) {
  let reads = 0
  const items = new Proxy(new Array<unknown>(length), {
    get(target, key) {
      if (typeof key === 'symbol' || !/^\d+$/.test(key)) return Reflect.get(target, key) as unknown
      reads++
      return item(Number(key))
    },
  })
  return { items, reads: () => reads }
}

describe('the issues of a value', () => {
  it('report missing members first, then the others in the order of the value', () => {
    expect(createIssueCollector(LINE)({ other: 1, note: 2, sku: 3 })).toEqual([
      { path: 'qty', message: 'is required: must be an integer of at least 1' },
      { path: 'other', message: 'is not a known key; known are sku, qty, note' },
      { path: 'note', message: 'must be a string' },
      { path: 'sku', message: 'must be a string' },
    ])
  })

  it('report missing members first, also beyond the maximum number of issues', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 1]))
    const issues = createIssueCollector(LINE)(many)
    expect(issues).toHaveLength(MAX_ISSUES)
    expect(issues.slice(0, 3).map(({ path }) => path)).toEqual(['sku', 'qty', 'key0'])
    expect(issues.at(-1)?.path).toBe(`key${MAX_ISSUES - 3}`)
  })

  it('quote keys that are not identifiers, including the empty one', () => {
    const collect = createIssueCollector({
      type: 'object',
      properties: { '': text, 'a-b': text, c: text },
      required: [''],
      additionalProperties: false,
    })
    expect(collect({ d: 1 })).toEqual([
      { path: '[""]', message: 'is required: must be a string' },
      { path: 'd', message: 'is not a known key; known are "", "a-b", c' },
    ])
  })

  it('are empty for a valid value, in any order of its keys', () => {
    const collect = createIssueCollector(LINE)
    expect(
      [
        { sku: 'a', qty: 1 },
        { note: 'n', qty: 1, sku: 'a' },
        { qty: 1, note: undefined, sku: 'a' },
      ].flatMap(collect),
    ).toEqual([])
  })

  it('are each named once where a choice of objects refuses', () => {
    const option = (kind: string): JsonSchema => ({
      type: 'object',
      properties: { kind: { type: 'string', const: kind } },
      required: ['kind'],
      additionalProperties: false,
    })
    const collect = createIssueCollector({ type: 'object', anyOf: [option('a'), option('b')] })
    expect(collect(3)).toEqual([{ path: '', message: 'must be an object' }])
    expect(collect(JSON.parse('{ "kind": "a", "constructor": 1 }'))).toEqual([
      { path: 'constructor', message: 'is a key that is never allowed' },
    ])
    expect(collect({ kind: 'c' })).toEqual([{ path: 'kind', message: 'must be one of "a", "b"' }])
  })

  it('are as many in an array as are named, and the rest is not read: a wrong megabyte costs what 100 items do', () => {
    const { items, reads } = countedItems(1_000_000, () => ({ sku: 1, qty: 'x', wrong: true }))
    expect(createIssueCollector({ type: 'array', items: LINE })(items)).toHaveLength(MAX_ISSUES)
    expect(reads()).toBeLessThanOrEqual(MAX_ISSUES)
  })

  it('are found with one look at each item of a long array', () => {
    const { items, reads } = countedItems(100_000, (index) => ({ sku: 'a', qty: index === 99_999 ? 0 : 1 }))
    const accepted: unknown[] = []
    const functions = {
      '/items': (value: unknown) => {
        const fits = (value as { qty: number }).qty > 0
        if (fits) accepted.push(value)
        return fits
      },
    }
    expect(createIssueCollector({ type: 'array', items: LINE }, functions)(items)).toEqual([
      { path: '[99999].qty', message: 'must be an integer of at least 1' },
    ])
    expect(reads()).toBe(100_000)
    expect(accepted).toHaveLength(99_999)
  })

  it('do not compare items that are too deep to be compared', () => {
    const deep: unknown = JSON.parse(`[${'['.repeat(50_000)}${']'.repeat(50_000)}]`)
    const collect = createIssueCollector({ type: 'array', items: {}, uniqueItems: true })
    expect(collect(deep)).toEqual([{ path: '[0]', message: 'must be plain JSON, at most 500 levels deep' }])
  })

  it('follow keys of a pointer that hold its signs', () => {
    const schema: JsonSchema = { type: 'object', properties: { 'a/b~c': { type: 'array', items: LINE } } }
    const functions = { '/properties/a~1b~0c/items': () => true }
    expect(createIssueCollector(schema)({ 'a/b~c': [{}] })).toHaveLength(2)
    expect(createIssueCollector(schema, functions)({ 'a/b~c': [{}] })).toEqual([])
  })
})
