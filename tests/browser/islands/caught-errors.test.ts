/** Errors of intents that the code of the page catches, on the real `fw dev`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevError, DevErrorList } from '../../../compiler/src/overlay/dev-error.ts'
import { type AppCopy, copyApp, type Running, startFw } from '../../cli/support/fixture.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

let app: AppCopy
let dev: Running
let chromium: Chromium
beforeAll(async () => {
  app = copyApp('faulty')
  ;[dev, chromium] = await Promise.all([startFw(app.root, ['dev', '--port', '0']), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await dev?.stop('SIGINT')
  app?.remove()
})

/** The newest record that fits; waits for it. */
async function findError(fits: (error: DevError) => boolean): Promise<DevError | undefined> {
  let found: DevError | undefined
  const find = async () => {
    const { errors } = (await (await fetch(new URL('/_fw/dev/errors', dev.url))).json()) as DevErrorList // its format
    found = errors.find(fits)
    return found
  }
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return found
}

test('an intent that fails under a click, and is caught, is logged and listed, and opens no overlay', async () => {
  const { page, logs } = await chromium.open(dev.url)
  await page.locator('fw-island[ok]').first().waitFor()
  await page.getByRole('button', { name: 'careful' }).click()
  const error = await findError(({ message }) => message === 'xenon does not fit in')
  expect(error).toMatchObject({
    kind: 'intent',
    isCaught: true,
    island: { name: 'Basket' },
    call: { tool: 'Basket.add' },
  })
  await expect.poll(() => dev.log()).toContain('xenon does not fit in (src/components/basket.tsx:12:')
  expect(dev.log()).toMatch(/xenon does not fit in .* on \/, caught by the page/)
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
