/** Errors of intents that the code of the page catches, on the real `fw dev`. */
import { expect, test } from 'vitest'
import type { DevError } from '../../../compiler/src/overlay/dev-error.ts'
import { serveFaultyApp } from './faulty-app.ts'

const faulty = serveFaultyApp()

/** The newest record that fits; waits for it. */
async function findError(fits: (error: DevError) => boolean): Promise<DevError | undefined> {
  let found: DevError | undefined
  const find = async () => {
    found = (await faulty.listErrors()).find(fits)
    return found
  }
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return found
}

test('an intent that fails under a click, and is caught, is logged and listed, and opens no overlay', async () => {
  const { page, logs } = await faulty.chromium.open(faulty.dev.url)
  await page.locator('fw-island[ok]').first().waitFor()
  await page.getByRole('button', { name: 'careful' }).click()
  const error = await findError(({ message }) => message === 'xenon does not fit in')
  expect(error).toMatchObject({
    kind: 'intent',
    isCaught: true,
    island: { name: 'Basket' },
    call: { tool: 'Basket.add' },
  })
  await expect.poll(() => faulty.dev.log()).toContain('xenon does not fit in (src/components/basket.tsx:12:')
  expect(faulty.dev.log()).toMatch(/xenon does not fit in .* on \/, caught by the page/)
  expect(logs).toContainEqual(expect.stringContaining('[fw] Basket.add failed, and the page caught the error.'))
  await page.getByRole('button', { name: 'take' }).click()
  const call = await findError(({ intent }) => intent === 'Basket.take')
  expect(call).toMatchObject({
    kind: 'api',
    isCaught: true,
    page: 'src/routes/index.tsx',
    layouts: ['src/routes/_layout.tsx'],
    island: { name: 'Basket' },
    call: { tool: 'api.stock.reserve' },
  })
  expect(await page.locator('fw-dev-overlay').count()).toBe(0)
  await page.close()
})
