/** Random requests for pages; `npm run soak` sends 200 000 of them. */
import { expect, test, vi } from 'vitest'
import { fuzzPages } from '../../soak/page-requests.ts'

vi.setConfig({ testTimeout: 60_000 })

test('RTE-07 RTE-16 SRV-01 random requests get the page that the rules give them, never a 5xx, a stack or another page', async () => {
  expect(await fuzzPages({ requests: 5000, seed: 20_261_121 })).toEqual([])
})
