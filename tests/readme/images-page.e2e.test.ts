/** The app of `docs/guide/images.md`: built with sharp, built as a static site without it, and opened in Chromium. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { buildApp, startBuilt, startDev } from '../compiler/build/app-copy.ts'
import { appOfPage, checkTypes, createTsconfig } from './page-app.ts'

const { root: app, files, write, read, remove } = appOfPage('images', ['@fw', 'solid-js', 'sharp'])
let built: Awaited<ReturnType<typeof startBuilt>>
let chromium: Chromium

const pictures = () => readdirSync(join(app, 'dist/client/assets')).filter((name) => /\.(?:avif|webp|jpg)$/.test(name))

beforeAll(async () => {
  write('tsconfig.json', createTsconfig({ types: [], exclude: ['src/routes/plain.tsx'] }))
  write('src/routes/plain.tsx', "import url from '../plain.svg'\nexport default () => <img src={url} alt='' />\n")
  write('src/plain.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  // A photo from an upright camera: 500 wide, 900 high. Noise, which no format compresses well.
  const noise = {
    width: 900,
    height: 500,
    channels: 3 as const,
    background: '#888',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
  }
  write('src/harbour.jpg', await sharp({ create: noise }).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
  expect(log).not.toContain('sharp')
  built = await startBuilt(app)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await built?.stop()
  remove()
})

it('an image has its size, modern formats and several widths, is hashed and immutable, and type-checks', async () => {
  expect(files).toEqual(['src/routes/index.tsx', 'src/components/album.tsx', 'src/styles.css'])
  const html = await (await fetch(built.url)).text()
  const [picture = ''] = /<picture.*?<\/picture>/s.exec(html) ?? []
  expect(picture.replace(/-[\w-]{8}\.(avif|webp|jpg)/g, '-HASH.$1')).toBe(
    '<picture ><source type="image/avif" sizes="(min-width: 60rem) 40rem, 100vw" srcset="/assets/harbour-384-HASH.avif 384w, /assets/harbour-500-HASH.avif 500w"/>' +
      '<source type="image/webp" sizes="(min-width: 60rem) 40rem, 100vw" srcset="/assets/harbour-384-HASH.webp 384w, /assets/harbour-500-HASH.webp 500w"/>' +
      '<img alt="Boats in the harbour at low water" loading="eager" fetchpriority="high" decoding="async" width="500" height="900" src="/assets/harbour-HASH.jpg"/></picture>',
  )
  expect(pictures()).toHaveLength(5)
  for (const name of pictures()) {
    const { status, headers } = await fetch(`${built.url}assets/${name}`)
    expect([name, status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
      `image/${name.endsWith('jpg') ? 'jpeg' : name.split('.').at(-1)}`,
    ])
  }
  // Without `?image`, from a page that loads no script.
  const [, plain = ''] =
    /<img src="(\/assets\/plain-[\w-]{8}\.svg)"/.exec(await (await fetch(`${built.url}plain`)).text()) ?? []
  const asked = await fetch(new URL(plain, built.url))
  expect([asked.status, asked.headers.get('content-type'), asked.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    expect.stringContaining('immutable'),
  ])
  expect(checkTypes(app)).toEqual([0, ''])
  write(
    'src/wrong.tsx',
    'import { Image } from \'@fw/runtime\'\nexport const a = () => <Image src="/a.jpg" alt="" />\nimport b from \'./harbour.jpg?image\'\nexport const c = () => <Image src={b} />\n',
  )
  const [, wrong] = checkTypes(app)
  rmSync(join(app, 'src/wrong.tsx'))
  expect(wrong).toMatch(/wrong\.tsx\(2,.*height/s)
  expect(wrong).toMatch(/wrong\.tsx\(4,.*alt/s)
})

it('in Chromium nothing shifts when it loads, the browser chooses AVIF, and an island changes its size', async () => {
  const tab = await chromium.context.newPage()
  const logs: string[] = []
  tab.on('console', (message) => logs.push(message.text()))
  tab.on('pageerror', (error) => logs.push(error.message))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await tab.route('**/*.{avif,webp,jpg}', async (route) => {
    await held
    await route.continue()
  })
  await tab.goto(built.url, { waitUntil: 'commit' })
  await tab.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const place = await tab.locator('main p').boundingBox()
  release()
  const result = await tab.evaluate(async () => {
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value // a LayoutShift
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const image = document.querySelector('main > picture img') as HTMLImageElement
    await image.decode()
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    add(observer.takeRecords())
    return { shift, current: image.currentSrc, natural: image.naturalHeight / image.naturalWidth }
  })
  expect(result.shift).toBe(0)
  expect(await tab.locator('main p').boundingBox()).toEqual(place)
  expect(result.current).toMatch(/harbour-\d+-[\w-]{8}\.avif$/)
  expect(result.natural).toBeCloseTo(1.8, 1)
  const island = tab.locator('fw-island img')
  expect(await island.evaluate((image: HTMLImageElement) => [image.width, image.height, image.loading])).toEqual([
    100,
    180,
    'lazy',
  ])
  await tab.locator('fw-island[ok]').waitFor()
  const node = await island.elementHandle()
  await tab.getByRole('button').click()
  await expect.poll(() => island.evaluate((image: HTMLImageElement) => [image.width, image.height])).toEqual([200, 360])
  // The element that the server rendered is still in the document.
  expect(await node?.evaluate((image) => image.isConnected)).toBe(true)
  expect(logs).toEqual([])
  await tab.close()
})

it('dev serves the file itself; a static site without sharp contains it unchanged, and the build reports that once', async () => {
  const dev = await startDev(app)
  try {
    const html = await (await dev.fetch('/')).text()
    expect(html).toContain('width="500" height="900" src="/src/harbour.jpg"')
    expect(html).not.toContain('<picture')
    expect((await dev.fetch('/src/harbour.jpg')).headers.get('content-type')).toBe('image/jpeg')
    const { page: tab, logs } = await chromium.open(dev.url)
    await tab.locator('fw-island[ok]').waitFor()
    expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
    await tab.close()
  } finally {
    await dev.stop()
  }
  rmSync(join(app, 'node_modules/sharp'))
  write('fw.config.ts', "export default { output: 'static', keepAssets: 0, title: 'Images' }\n")
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
  expect(log.match(/sharp is not installed/g)).toHaveLength(1)
  expect(pictures()).toEqual([expect.stringMatching(/^harbour-[\w-]{8}\.jpg$/)])
  expect(read('dist/client/index.html')).toContain(`src="/assets/${pictures()[0]}"`)
  write('src/harbour.jpg', 'no picture')
  const broken = await buildApp(app)
  expect([broken.ok, `${broken.answer.message}`]).toEqual([
    false,
    expect.stringContaining('src/harbour.jpg cannot be read as an image'),
  ])
})
