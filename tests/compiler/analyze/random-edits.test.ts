import { expect, it } from 'vitest'
import { editApp } from '../../soak/edits.ts'

// `npm run soak -- --only edits` does this for longer, and with other apps.
it('a checker finds after each edit what a new one finds', async () => {
  const { found } = await editApp('i18n', 7, (count) => count >= 15)
  expect(found).toEqual([])
}, 120_000)
