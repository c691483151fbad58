/** Targets that code asks to go to: a path stays on the site, and another site needs its scheme. */
import { expect, test } from 'vitest'
import { KNOWN_TARGETS } from '../http/requests/hostile-targets.ts'
import { agentPages } from './agent-pages.ts'

const pages = agentPages()

test('navigate() refuses every target that a browser reads as another host or as a path of two slashes', async () => {
  const page = await pages.open('/leave')
  const refused = ['//evil.example', '\\\\evil.example', 'javascript:alert(1)', ...KNOWN_TARGETS]
  await page.locator('[data-ready=true]').waitFor()
  const outcomes = await page.evaluate((targets) => {
    const { navigateTo } = window as unknown as { navigateTo(url: string): Promise<void> }
    return Promise.all(
      targets.map((to) =>
        navigateTo(to).then(
          () => 'went',
          (error: Error) => error.name,
        ),
      ),
    )
  }, refused)
  expect(outcomes).toEqual(refused.map(() => 'TypeError'))
  expect(new URL(page.url()).pathname).toBe('/leave')
})
