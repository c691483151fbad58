/** What `redirect()` accepts, read by the URL parser of a browser. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { Redirect, redirect } from '../../runtime/src/contract/page/navigation.ts'
import { hostileTarget, KNOWN_TARGETS } from '../http/requests/hostile-targets.ts'
import { launchChromium } from './chromium.ts'

const chromium = await launchChromium()
afterAll(() => chromium.close())

test('a browser reads every accepted target as a path of the site, and as the path that was written', async () => {
  const targets = [...KNOWN_TARGETS, ...fc.sample(hostileTarget, { numRuns: 20_000, seed: 7 })]
  const accepted = targets.flatMap((to) => {
    try {
      return redirect(to)
    } catch (error) {
      return error instanceof Redirect ? [[to, error.location] as const] : []
    }
  })
  expect(accepted.length).toBeGreaterThan(1000)
  const page = await chromium.context.newPage()
  const wrong = await page.evaluate(
    (pairs) =>
      pairs.filter(([to, location]) => {
        const isSame = (one: URL, other: string) => {
          const { origin, pathname, search, hash } = new URL(other, 'https://site.example/some/page')
          return one.origin === origin && one.pathname === pathname && one.search === search && one.hash === hash
        }
        const read = new URL(location, 'https://site.example/some/page')
        return read.origin !== 'https://site.example' || !isSame(read, to)
      }),
    accepted,
  )
  expect(wrong).toEqual([])
})
