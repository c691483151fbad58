/** The time that matching inline elements takes. `copilot-panel.test.ts` shows what they render to. */
import { expect, test } from 'vitest'
import { INLINE } from '../../../../runtime/src/browser/copilot/inline-pattern.ts'

const LENGTH = 100_000

/** Texts of many elements that aren't closed. */
const UNCLOSED = ['[', '![', '[a', '[a](', '[a](b "', '**a ', '*a ', '_a ', '`a ', '``a` ', '[a](b(', '***a ', '\\']

test.each(UNCLOSED)('a long text without closed elements is matched in linear time: %s', (part) => {
  const text = part.repeat(LENGTH / part.length)
  const before = process.cpuUsage()
  const found = [...text.matchAll(INLINE)]
  // It takes a few milliseconds, and hundreds if each element is searched up to its limit. Other programs may run meanwhile.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(100)
  expect(found.length).toBeLessThan(text.length)
})
