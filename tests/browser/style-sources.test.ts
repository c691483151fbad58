/** Tailwind, as the guide sets it up, in `fw dev`: its stylesheet is made from the class names in other files. */
import { expect, onTestFinished, test } from 'vitest'
import { copyApp, startFw } from '../cli/support/fixture.ts'
import { launchChromium } from './chromium.ts'

test('an edit of an island is shown in place, with its state and the styles that it needs', {
  timeout: 120_000,
}, async () => {
  const app = copyApp('hot')
  onTestFinished(() => app.remove())
  app.write('postcss.config.mjs', "export default { plugins: { '@tailwindcss/postcss': {} } }\n")
  app.write('src/styles.css', '@import "tailwindcss";\n\n@theme {\n  --color-brand: rgb(1, 2, 3);\n}\n')
  const [dev, chromium] = await Promise.all([startFw(app.root, ['dev', '--port', '0']), launchChromium()])
  onTestFinished(async () => {
    await chromium.close()
    await dev.stop('SIGINT')
  })
  const { page, logs } = await chromium.open(dev.url, { waitUntil: 'commit' })
  await expect.poll(() => page.locator('fw-island[ok]').count(), { timeout: 40_000 }).toBe(5)
  await expect.poll(() => logs.some((line) => line.includes('[vite] connected')), { timeout: 20_000 }).toBe(true)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.locator('#left .add').click({ clickCount: 2 })
  await page.locator('#left [name=note]').fill('by hand')
  const edit = (file: string, from: string, to: string) => app.write(file, app.read(file).replace(from, to))
  const heading = page.locator('#left h2')
  const readStyle = (name: 'color' | 'width') =>
    heading.evaluate((element, property) => getComputedStyle(element)[property], name)
  edit('src/components/counter.tsx', '<h2>Count', '<h2 class="w-[321px] text-brand">Wide')
  await expect.poll(() => heading.textContent(), { timeout: 20_000 }).toContain('Wide')
  await expect.poll(() => readStyle('width'), { timeout: 20_000 }).toBe('321px')
  expect(await readStyle('color')).toBe('rgb(1, 2, 3)')
  // A second edit has classes that the first one didn't, and one less.
  edit('src/components/counter.tsx', 'w-[321px] text-brand">Wide', 'w-[432px]">Wider')
  await expect.poll(() => heading.textContent(), { timeout: 20_000 }).toContain('Wider')
  await expect.poll(() => readStyle('width'), { timeout: 20_000 }).toBe('432px')
  expect(await readStyle('color')).not.toBe('rgb(1, 2, 3)')
  expect(await page.locator('#left .add').textContent()).toBe('add to 2')
  expect(await page.locator('#left [name=note]').inputValue()).toBe('by hand')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  // What only the server renders needs the page again.
  edit('src/routes/index.tsx', '<main', '<main class="w-[654px]"')
  const main = page.locator('main')
  await expect.poll(() => main.getAttribute('class'), { timeout: 20_000 }).toBe('w-[654px]')
  await expect.poll(() => main.evaluate((element) => getComputedStyle(element).width)).toBe('654px')
})
