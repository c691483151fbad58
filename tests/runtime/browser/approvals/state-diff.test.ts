import { expect, test } from 'vitest'
import { diffStates, show } from '../../../../runtime/src/browser/approvals/state-diff.ts'

test.each([
  ['equal values', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['a changed member', { n: 1, m: 2 }, { n: 3, m: 2 }, [{ path: 'n', before: 1, after: 3 }]],
  ['a value itself', 1, 2, [{ path: '', before: 1, after: 2 }]],
  ['what came', { lines: [] }, { lines: [{ qty: 1 }] }, [{ path: 'lines[0]', after: { qty: 1 } }]],
  ['what went', { a: 1, b: undefined }, { b: undefined }, [{ path: 'a', before: 1 }]],
  [
    'deep in a list',
    { l: [{ q: 1 }, { q: 2 }] },
    { l: [{ q: 1 }, { q: 3 }] },
    [{ path: 'l[1].q', before: 2, after: 3 }],
  ],
  ['another kind', { a: [1] }, { a: { 0: 1 } }, [{ path: 'a', before: [1], after: { 0: 1 } }]],
  ['null and nothing', { a: null }, { a: undefined }, [{ path: 'a', before: null, after: undefined }]],
  ['not a number', { a: Number.NaN }, { a: Number.NaN }, []],
  ['equal dates and sets', { d: new Date(1), s: new Set([1]) }, { d: new Date(1), s: new Set([1]) }, []],
  ['other dates', { d: new Date(1) }, { d: new Date(2) }, [{ path: 'd', before: new Date(1), after: new Date(2) }]],
  ['a key like one of Object', {}, { constructor: 1 }, [{ path: 'constructor', after: 1 }]],
])('%s', (_, before, after, changes) => {
  expect(diffStates(before, after)).toEqual(changes)
})

test('values are shown as JSON, and what JSON lacks by its own words', () => {
  expect(show({ m: new Map([['a', 1n]]), u: [undefined], t: 'x' })).toBe('{"m":[["a","1"]],"u":[null],"t":"x"}')
  expect(show(undefined)).toBe('undefined')
  expect(show([null, Number.NaN, Infinity, new Error('a'), /b/])).toBe('[null,"NaN","Infinity","Error: a","/b/"]')
})
