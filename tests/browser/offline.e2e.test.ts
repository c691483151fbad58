/** The blog without a network, and with a new build: in Chromium, from a plain file server that can be cut off. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyBuilt, runFw } from '../playground/built-example.ts'
import { type FileServer, startFileServer } from '../servers/file-server.ts'
import { type Chromium, launchChromium } from './chromium.ts'

/** It has code, and so an island. */
const POST = '/posts/a-tide-table-in-forty-lines'

let root: string
let site: FileServer
let chromium: Chromium
beforeAll(async () => {
  root = await copyBuilt('blog')
  site = await startFileServer(join(root, 'dist/client'))
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await site?.close()
  rmSync(root, { recursive: true, force: true })
})

const scripts = () => readdirSync(join(root, 'dist/client/assets')).filter((name) => name.endsWith('.js'))
const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(root, file), text.replace(from, to))
}
const builds = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => name !== 'fw-tabs' && !name.endsWith('-seen')).sort(),
  )

test('CFG-43 the blog opens and navigates without a network, and a new build takes over without stranding a tab', async () => {
  const { page: old, logs } = await chromium.open(site.url + POST)
  await old.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [first] = await builds(old)

  site.turn('off')
  const { page: fresh } = await chromium.open(`${site.url}/`)
  await fresh.getByRole('link', { name: 'About' }).click()
  await fresh.waitForURL('**/about')
  await fresh.getByRole('heading', { level: 1 }).waitFor()
  // Its picture was not seen before. It is shown by the version that was stored for all of them.
  const picture = fresh.locator('picture img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0)
  await fresh.goto(`${site.url}/tags/`)
  await fresh.goto(site.url + POST)
  expect(await fresh.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
  await fresh.locator('fw-island[ok]').first().waitFor()
  await expect(fresh.goto(`${site.url}/nothing`)).rejects.toThrow('ERR_FAILED')
  await expect(fresh.addScriptTag({ url: '/assets/none.js', type: 'module' })).rejects.toThrow()
  const { page: still } = await chromium.open(`${site.url}/about`)

  const before = scripts()
  // As on a host that serves only the files of the new build.
  edit('fw.config.ts', "output: 'static',", "output: 'static', keepAssets: 0,")
  edit('src/components/copy-button.tsx', 'Copied', 'Taken')
  edit('src/routes/about.tsx', '<h1>', '<h1>New: ')
  await runFw(['build'], root)
  // Listens from now on only: the page above looks for a new build by itself, at any time.
  const taken = old.evaluate(
    () => new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true))),
  )
  site.turn('on')
  const gone = before.filter((name) => !scripts().includes(name))
  expect(gone.length).toBeGreaterThan(0)
  // A navigation does this in the background; the test waits for it.
  await old.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  await taken
  site.turn('off')
  expect(await builds(old)).toEqual(expect.arrayContaining([first]))
  expect(await builds(old)).toHaveLength(2)
  // The next page is of the new build, and the open one still finds its own scripts, which the server has no more.
  await fresh.goto(`${site.url}/about`)
  expect(await fresh.getByRole('heading', { level: 1 }).textContent()).toMatch(/^New: /)
  for (const name of gone) await still.addScriptTag({ url: `/assets/${name}`, type: 'module' })
  expect(await builds(old)).toHaveLength(2)
  // Closing the last tab removes the old build.
  await old.close()
  await still.close()
  await fresh.goto(`${site.url}/tags`)
  await expect.poll(() => builds(fresh)).toEqual([expect.not.stringContaining(`${first}`)])
  expect(logs.filter((line) => line.startsWith('pageerror'))).toEqual([])
})
