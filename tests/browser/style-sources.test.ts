/** Stylesheets that are made from the names of classes in other files, as Tailwind makes them, in `fw dev`. */
import { expect, onTestFinished, test } from 'vitest'
import { copyApp, startFw } from '../cli/support/fixture.ts'
import { launchChromium } from './chromium.ts'

/** Reads every source and reports it as a dependency, like the PostCSS plugin of Tailwind. */
const POSTCSS = `import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
const sources = {
  postcssPlugin: 'sources',
  Once(root, { result, Rule, Declaration }) {
    const folder = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'src')
    const widths = new Set()
    for (const name of readdirSync(folder, { recursive: true }).filter((name) => /\\.tsx?$/.test(name))) {
      const file = join(folder, name)
      result.messages.push({ type: 'dependency', plugin: 'sources', file, parent: result.opts.from })
      for (const [, width] of readFileSync(file, 'utf8').matchAll(/\\bw-(\\d+)\\b/g)) widths.add(width)
    }
    for (const width of widths)
      root.append(new Rule({ selector: '.w-' + width, nodes: [new Declaration({ prop: 'width', value: width + 'px' })] }))
  },
}
export default { plugins: [sources] }
`

test('an edit of an island is shown in place, with its state and the styles that it needs', {
  timeout: 120_000,
}, async () => {
  const app = copyApp('hot')
  onTestFinished(() => app.remove())
  app.write('postcss.config.mjs', POSTCSS)
  app.write('src/styles.css', 'body { margin: 0 }\n')
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
  const before = app.read('src/components/counter.tsx')
  app.write('src/components/counter.tsx', before.replace('<h2>Count', '<h2 class="w-321">Wide'))
  const heading = page.locator('#left h2')
  await expect.poll(() => heading.textContent(), { timeout: 20_000 }).toContain('Wide')
  const readWidth = () => heading.evaluate((element) => getComputedStyle(element).width)
  await expect.poll(readWidth, { timeout: 20_000 }).toBe('321px')
  expect(await page.locator('#left .add').textContent()).toBe('add to 2')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  // What only the server renders needs the page again.
  const route = app.read('src/routes/index.tsx')
  app.write('src/routes/index.tsx', route.replace('<main', '<main class="w-654"'))
  await expect.poll(() => page.locator('main.w-654').count(), { timeout: 20_000 }).toBe(1)
  await expect.poll(() => page.locator('main').evaluate((main) => getComputedStyle(main).width)).toBe('654px')
})
