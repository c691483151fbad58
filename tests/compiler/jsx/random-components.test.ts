/** A few hundred random components; `npm run soak -- --only components` checks more. */
import { describe, expect, test } from 'vitest'
import { compareComponents, smallestComponentFault } from '../../soak/random-components.ts'

const MODULES = 16

describe('random components', () => {
  test.each(Array.from({ length: MODULES }, (_, index) => index + 1))('print what Solid prints: module %i', (seed) => {
    expect(smallestComponentFault(seed, compareComponents)).toBeUndefined()
  })

  test('that differ are found and shrunk', () => {
    const blames = (batch: readonly string[]) => ({
      problems: batch.flatMap((code) => (code.includes('<For') ? ['blamed'] : [])),
    })
    let fault: string | undefined
    for (let seed = 1; fault === undefined && seed < 20; seed++) fault = smallestComponentFault(seed, blames)
    expect(fault).toMatch(/^blamed\n.{1,200}$/)
  })
})
