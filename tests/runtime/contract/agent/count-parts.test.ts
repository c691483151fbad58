import { expect, test } from 'vitest'
import { countParts } from '../../../../runtime/src/contract/agent/count-parts.ts'

test('counts a value and the values within it', () => {
  expect(countParts('tea', 5)).toBe(1)
  expect(countParts({ lines: ['tea', 'cup'], cents: 5 }, 5)).toBe(5)
})

test.each([
  ['too many values', [1, 2, 3, 4, 5], undefined],
  ['a value that is too deep', [[[1]]], 2],
])('returns more than the limit: %s', (_, value, depth) => {
  expect(countParts(value, 5, depth)).toBeGreaterThan(5)
})

test('counts a value that is nested deeper than the stack', () => {
  let value: unknown = 1
  for (let level = 0; level < 100_000; level++) value = [value]
  expect(countParts(value, 1_500)).toBeGreaterThan(1_500)
})
