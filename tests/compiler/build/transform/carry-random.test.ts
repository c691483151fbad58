/** Causes in random asynchronous functions. `npm run soak -- --only causes` runs more of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCauses } from './compare-causes.ts'
import { randomCode } from './random-code.ts'

test('the cause of a call reaches the same code as the storage of Node, and no other code', async () => {
  await fc.assert(
    fc.asyncProperty(randomCode, async (code) => {
      expect(await compareCauses(code)).toBeUndefined()
    }),
    { numRuns: 100 },
  )
})
