/** The example in three languages, with its default language out of its URLs, in Chromium. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY } from '../readme/page-app.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { type PlaygroundApp, startPlayground } from './playground-app.ts'

const FILE = 'src/i18n/index.ts'
const DEFAULT = "defaultLocale: 'en',"
const source = readFileSync(join(REPOSITORY, 'playground/i18n', FILE), 'utf8')

/** Shows what an island reads from the address. */
const PLACE = `import { href, localePath } from '@fw/runtime'
import { createSignal } from 'solid-js'
export function Place() {
  const [place, setPlace] = createSignal('')
  const read = () => setPlace([localePath(), href('/'), href('/', {}, { locale: 'de' })].join(' '))
  return <button type="button" id="place" onClick={read}>{place() || 'Where?'}</button>
}
`
const PLACE_PAGE = `import { href } from '@fw/runtime'
import { Place } from '../components/place.tsx'
export const meta = { title: 'Place' }
export default () => <main><h1>Place</h1><Place /><a id="talk" href={href('/talks/[slug]', { slug: 'lamplighters' })}>Talk</a></main>
`

let app: PlaygroundApp
let chromium: Chromium
beforeAll(async () => {
  expect(source).toContain(DEFAULT)
  const files = {
    [FILE]: source.replace(DEFAULT, `${DEFAULT}\n  prefixDefaultLocale: false,`),
    'src/components/place.tsx': PLACE,
    'src/routes/place.tsx': PLACE_PAGE,
  }
  ;[app, chromium] = await Promise.all([startPlayground('i18n', files), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await app?.close()
})

const readLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang)
/** Returns whether the page is still in the document in which `mark` ran. */
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)
async function mark(page: Page): Promise<void> {
  await page.waitForFunction(() => 'fw' in window)
  await page.evaluate(() => Object.assign(window, { marked: true }))
}

test('links within a language are followed in the same document, without the default language in any URL', async () => {
  const { page, logs } = await chromium.open(`${app.url}/place?from=mail`)
  await mark(page)
  await page.locator('#place').click()
  await expect.poll(() => page.locator('#place').textContent()).toBe('/place?from=mail / /de')
  await page.locator('#talk').click()
  await page.waitForURL(`${app.url}/talks/lamplighters`)
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => page.locator('output').textContent()).toMatch(/^1 seat,/)
  expect([await readLanguage(page), await isMarked(page)]).toEqual(['en', true])

  await page.goto(`${app.url}/de/place`)
  await mark(page)
  await page.locator('#place').click()
  await expect.poll(() => page.locator('#place').textContent()).toBe('/de/place /de /de')
  await page.locator('#talk').click()
  await page.waitForURL(`${app.url}/de/talks/lamplighters`)
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await expect.poll(() => page.locator('output').textContent()).toMatch(/^1 Platz,/)
  expect([await readLanguage(page), await isMarked(page)]).toEqual(['de', true])

  // An old link with the default language.
  await page.evaluate(() => (window as unknown as { fw: { navigate(to: string): void } }).fw.navigate('/en/place?a=1'))
  await page.waitForURL(`${app.url}/place?a=1`)
  await expect.poll(() => readLanguage(page)).toBe('en')
  await page.locator('#place').click()
  await expect.poll(() => page.locator('#place').textContent()).toBe('/place?a=1 / /de')
  expect(logs).toEqual([])
  await page.close()
})

test('a visitor who prefers German starts in German, chooses English, and stays there', async () => {
  const { page } = await chromium.open('about:blank')
  const german = await page.context().browser()?.newContext({ locale: 'de-DE' })
  const visit = await german?.newPage()
  if (german === undefined || visit === undefined) throw new Error('Chromium is closed.')
  await visit.goto(app.url)
  expect(visit.url()).toBe(`${app.url}/de`)
  await visit.getByRole('link', { name: 'English' }).click()
  await visit.waitForURL(`${app.url}/`)
  expect(await readLanguage(visit)).toBe('en')
  await visit.reload()
  expect(visit.url()).toBe(`${app.url}/`)
  await visit.goto('about:blank')
  await visit.goto(app.url)
  expect(visit.url()).toBe(`${app.url}/`)
  await german.close()
  await page.close()
})
