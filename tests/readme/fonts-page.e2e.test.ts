/** The app of `docs/guide/fonts.md`: built, as a static site and in dev, and opened in Chromium. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { buildApp, startBuilt, startDev } from '../compiler/build/app-copy.ts'
import { appOfPage } from './page-app.ts'

/** Lines of text, with boxes next to them that move when the lines get higher. */
const LINES = ['The harbour keeps its own time', 'A gauge under the pier', 'Reading a barometer', 'Lines that hold']
const LONG = `export const meta = { title: 'Long' }
const lines = ${JSON.stringify([...LINES, ...LINES, ...LINES])}
export default () => <main>{lines.map((line) => <p>{line}, and the board by the slipway is never right.</p>)}</main>
`

const { root: app, files, write, read, remove } = appOfPage('fonts')
let built: Awaited<ReturnType<typeof startBuilt>>
let chromium: Chromium

const fontsIn = (folder: string) => readdirSync(join(app, folder)).filter((name) => name.endsWith('.woff2'))
const preloadsOf = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="([^"]+)">/g)].map(
    ([, url]) => url,
  )

beforeAll(async () => {
  write('public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('src/routes/long.tsx', LONG)
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
  built = await startBuilt(app)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await built?.stop()
  remove()
})

it('CFG-27 fonts of installed packages are served by the app, hashed and immutable, and only the configured ones', async () => {
  expect(files).toEqual(['fw.config.ts', 'src/styles.css', 'src/routes/index.tsx'])
  const names = fontsIn('dist/client/assets').map((name) => name.replace(/-[\w-]{8}\.woff2$/, ''))
  expect(names.sort()).toEqual([
    'inter-latin-wght-normal',
    'lora-latin-400-normal',
    'lora-latin-700-normal',
    'lora-latin-ext-400-normal',
    'lora-latin-ext-700-normal',
  ])
  const preloads = preloadsOf(await (await fetch(built.url)).text())
  expect(preloads).toEqual([
    expect.stringMatching(/^\/assets\/lora-latin-400-normal-[\w-]{8}\.woff2$/),
    expect.stringMatching(/^\/assets\/lora-latin-700-normal-[\w-]{8}\.woff2$/),
  ])
  const font = await fetch(new URL(preloads[0] ?? '', built.url))
  expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
    200,
    'font/woff2',
    'public, max-age=31536000, immutable',
  ])
  const { page: tab, logs } = await chromium.open(built.url)
  const [faces, family] = await tab.evaluate(async () => {
    await document.fonts.ready
    const loaded = [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family, weight }) => [family, weight])
    return [loaded, getComputedStyle(document.body).fontFamily] as const
  })
  // The fallback is a system font under its own name.
  expect(faces).toEqual(
    expect.arrayContaining([
      ['Lora', '400'],
      ['Lora', '700'],
    ]),
  )
  expect(faces.map(([name]) => name)).not.toContain('Inter')
  expect(family).toBe('Lora, "Lora fallback Times New Roman", "Lora fallback Noto Serif", serif')
  // `default-src 'self'` is the policy of this app.
  expect(logs).toEqual([])
  await tab.close()
})

/** Returns the layout shift when a font arrives after the text was painted. */
async function shiftOn(
  url: string,
  withFallback: boolean,
): Promise<{ readonly shift: number; readonly heights: readonly number[] }> {
  const tab = await chromium.context.newPage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await tab.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  if (!withFallback)
    await tab.route('**/*.css', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"Lora fallback[^,;}]*",?\s*/g, '') })
    })
  await tab.setViewportSize({ width: 600, height: 800 })
  await tab.goto(url, { waitUntil: 'commit' })
  await tab.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const before = await tab.evaluate(() => document.querySelector('main')?.getBoundingClientRect().height ?? 0)
  release()
  const result = await tab.evaluate(async () => {
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value // a LayoutShift
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    // Chromium reports shifts with the next frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    add(observer.takeRecords())
    return { shift, height: document.querySelector('main')?.getBoundingClientRect().height ?? 0 }
  })
  await tab.close()
  return { shift: result.shift, heights: [before, result.height] }
}

it('the page does not shift when the font arrives late, and it would without the fallback of the same measures', async () => {
  const fitted = await shiftOn(`${built.url}long`, true)
  const plain = await shiftOn(`${built.url}long`, false)
  expect(fitted.heights[0]).toBe(fitted.heights[1])
  expect(fitted.shift).toBeLessThan(0.001)
  // The same page without the fitted fallback, to prove that the measurement detects shifts.
  expect(plain.heights[0]).not.toBe(plain.heights[1])
  expect(plain.shift).toBeGreaterThan(0.005)
})

it('each weight has a fallback as wide as itself: of fonts with a file for each, and of variable ones', async () => {
  const { page: tab } = await chromium.open(`${built.url}long`)
  const ratios = await tab.evaluate(async () => {
    const text =
      'The harbour keeps its own time, and the board by the slipway is never quite right. A gauge under the pier, 12 lines that hold, and Reading a barometer before the wind turns.'
    const measure = async (family: string, weight: number) => {
      await document.fonts.load(`${weight} 20px ${family}`, text)
      const span = document.createElement('span')
      span.style.cssText = `position: absolute; white-space: nowrap; font: ${weight} 20px ${family}`
      span.textContent = text
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    const found: [string, number][] = []
    for (const [family, fallback, weight] of [
      ['"Lora"', '"Lora fallback Times New Roman"', 400],
      ['"Lora"', '"Lora fallback Times New Roman"', 700],
      ['"Inter"', '"Inter fallback Arial"', 400],
      ['"Inter"', '"Inter fallback Arial"', 700],
    ] as const)
      found.push([`${family} ${weight}`, (await measure(fallback, weight)) / (await measure(family, weight))])
    return found
  })
  for (const [look, ratio] of ratios) expect([look, Math.abs(ratio - 1) < 0.015, ratio]).toEqual([look, true, ratio])
  await tab.close()
})

it('dev serves the same faces, and a static site has them', async () => {
  const dev = await startDev(app)
  try {
    const html = await (await dev.fetch('/')).text()
    expect(preloadsOf(html)).toEqual([
      '/.fw/fonts/lora-latin-400-normal.woff2',
      '/.fw/fonts/lora-latin-700-normal.woff2',
    ])
    expect(html).toContain(
      '<link rel="stylesheet" href="/.fw/fonts/fonts.css"><link rel="stylesheet" href="/src/styles.css">',
    )
    const { page: tab, logs } = await chromium.open(dev.url)
    const loaded = await tab.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].filter(({ status }) => status === 'loaded').length
    })
    expect(loaded).toBeGreaterThanOrEqual(2)
    expect(logs.filter((line) => /404|Failed|preload/.test(line))).toEqual([])
    await tab.close()
  } finally {
    await dev.stop()
  }
  write('fw.config.ts', read('fw.config.ts').replace("data: 'memory'", "output: 'static'"))
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
  const preloads = preloadsOf(read('dist/client/index.html'))
  expect(preloads).toHaveLength(2)
  expect(fontsIn('dist/client/assets').map((name) => `/assets/${name}`)).toEqual(expect.arrayContaining(preloads))
})

it('a font that is not there stops the build, and the message names the package', async () => {
  write('fw.config.ts', "export default { fonts: [{ family: 'Comic Mono' }] }\n")
  const { ok, answer } = await buildApp(app)
  expect([ok, answer.message]).toEqual([
    false,
    'fonts[0]: the font "Comic Mono" is not installed. Run: npm install @fontsource-variable/comic-mono (or @fontsource/comic-mono, a file for each weight)',
  ])
})
