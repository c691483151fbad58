import { expect, it } from 'vitest'
import { matcherProblems, mismatches } from '../../../cli/src/eval/match.ts'

const RESULT = {
  status: 'open',
  total: 12,
  note: null,
  buyer: { name: 'Ann Lee', address: { city: 'Bergen', zip: '5003' } },
  lines: [
    { slug: 'tea', quantity: 2, tags: ['hot', 'green'] },
    { slug: 'mug', quantity: 1, tags: [] },
  ],
}

it.each<[string, unknown]>([
  ['EVL-21 nothing of an object', {}],
  ['EVL-21 some members, at every depth', { total: 12, buyer: { address: { city: 'Bergen' } } }],
  ['EVL-21 null', { note: null }],
  ['EVL-21 lists by their items, each a subset', { lines: [{ slug: 'tea' }, { quantity: 1 }] }],
  ['EVL-22 $some: one item fits', { lines: { $some: { slug: 'mug', quantity: 1 } } }],
  ['EVL-22 $some of plain items, and of matchers', { lines: { $some: { tags: { $some: { $contains: 'gre' } } } } }],
  ['EVL-23 $not: another object', { buyer: { $not: { name: 'Bob' } } }],
  ['EVL-23 $not around $some: no item fits', { lines: { $not: { $some: { slug: 'coffee' } } } }],
  ['EVL-24 $contains', { buyer: { name: { $contains: 'Lee' } } }],
  ['EVL-26 $absent', { refund: '$absent', buyer: { age: '$absent' } }],
  ['EVL-26 $absent of what every object inherits', { constructor: '$absent' }],
  ['EVL-25 a matcher in a matcher', { lines: { $some: { slug: { $not: { $contains: 'e' } } } } }],
])('%s fits', (_, expected) => {
  expect(mismatches(expected, RESULT, 'result')).toEqual([])
})

it.each<[string, unknown, string[]]>([
  ['EVL-21 another value', { total: 13 }, ['result.total']],
  ['EVL-21 a number for a text', { buyer: { address: { zip: 5003 } } }, ['result.buyer.address.zip']],
  ['EVL-21 a missing member', { refund: {} }, ['result.refund']],
  ['EVL-21 every place at once', { total: 13, status: 'shut' }, ['result.total', 'result.status']],
  ['EVL-21 a shorter list', { lines: [{ slug: 'tea' }] }, ['result.lines']],
  ['EVL-21 a list in another order', { lines: [{ slug: 'mug' }, {}] }, ['result.lines[0].slug']],
  ['EVL-21 a list for an object', { buyer: [] }, ['result.buyer']],
  ['EVL-21 an object for a list', { lines: {} }, ['result.lines']],
  ['EVL-21 something for null', { total: null }, ['result.total']],
  ['EVL-22 $some: no item fits whole', { lines: { $some: { slug: 'mug', quantity: 2 } } }, ['result.lines']],
  ['EVL-22 $some of a value that is not a list', { buyer: { $some: {} } }, ['result.buyer']],
  ['EVL-23 $not: it is that', { buyer: { $not: { name: 'Ann Lee' } } }, ['result.buyer']],
  ['EVL-24 $contains: another text', { buyer: { name: { $contains: 'lee' } } }, ['result.buyer.name']],
  ['EVL-24 $contains in a value that is not a string', { total: { $contains: '1' } }, ['result.total']],
  ['EVL-26 $absent: null is there', { note: '$absent' }, ['result.note']],
])('%s does not fit', (_, expected, paths) => {
  expect(mismatches(expected, RESULT, 'result').map(({ path }) => path)).toEqual(paths)
})

it('reports the expected and the actual value, and truncates long ones', () => {
  expect(mismatches({ lines: { $some: { slug: 'x' } } }, { lines: [1, 2] }, 'result')).toEqual([
    { path: 'result.lines', expected: 'an item like {"slug":"x"}', actual: '[1,2]' },
  ])
  expect(mismatches([1], [1, 2, 3], 'result')).toEqual([
    { path: 'result', expected: '1 item', actual: '3 items: [1,2,3]' },
  ])
  expect(mismatches('a', 'b'.repeat(10_000), 'result')[0]?.actual).toMatch(/^"b{399}… \(10002 characters\)$/)
  expect(mismatches('a', undefined, 'result')[0]?.actual).toBe('nothing')
})

it.each<[unknown, string]>([
  [{ a: { $some: {}, b: 1 } }, 'result.a: $some must be the only key of its object, found 1 more.'],
  [{ a: [{ $not: 1, $contains: 'x' }] }, 'result.a[0]: $not must be the only key'],
  [{ a: { $contains: 3 } }, 'result.a.$contains must be a string, got 3.'],
])('EVL-25 %j is reported before anything runs', (expected, words) => {
  expect(matcherProblems(expected, 'result').join('\n')).toContain(words)
})

it('EVL-25 other members that begin with $ are members', () => {
  expect(matcherProblems({ $ref: '#/a', $id: 1 }, 'result')).toEqual([])
  expect(mismatches({ $ref: '#/a' }, { $ref: '#/a' }, 'result')).toEqual([])
})
