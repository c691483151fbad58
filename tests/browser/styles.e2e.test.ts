/** Styles of an app, built and in dev, in Chromium: there from the first paint, in one order, wherever they are imported. */
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppCopy, buildApp, startBuilt, startDev } from '../compiler/build/app-copy.ts'
import { copyStyledApp } from '../compiler/build/styled-app.ts'
import { type Chromium, launchChromium } from './chromium.ts'

let chromium: Chromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(() => chromium?.close())

const colorOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).color)

/** The colour of every element, by the file that gives it. */
async function expectColours(url: string): Promise<void> {
  const { page, logs } = await chromium.open(`${url}about`)
  expect(await colorOf(page, 'body')).toBe('rgb(1, 1, 1)')
  expect(await colorOf(page, '.shell')).toBe('rgb(2, 2, 2)')
  expect(await colorOf(page, '.about')).toBe('rgb(3, 3, 3)')
  expect(await colorOf(page, 'h2')).toBe('rgb(4, 4, 4)')
  // Global, layout, page: inner styles win.
  expect(await colorOf(page, '.order')).toBe('rgb(3, 3, 3)')
  expect(await page.locator('.late').evaluate((element) => getComputedStyle(element).paddingTop)).toBe('20px')
  expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
  await page.goto(url)
  await page.locator('fw-island[ok]').waitFor()
  expect(await colorOf(page, '.counter')).toBe('rgb(5, 5, 5)')
  expect(await colorOf(page, '.counter span')).toBe('rgb(6, 6, 6)')
  await page.close()
}

/** The page as it is painted before any script has run: scripts are held back. */
async function expectNoFlash(url: string): Promise<void> {
  const page = await chromium.context.newPage()
  await page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()))
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  expect(await colorOf(page, '.shell')).toBe('rgb(2, 2, 2)')
  expect(await colorOf(page, '.counter')).toBe('rgb(5, 5, 5)')
  expect(await colorOf(page, '.counter span')).toBe('rgb(6, 6, 6)')
  await page.close()
}

describe('a build', () => {
  let app: AppCopy
  let built: Awaited<ReturnType<typeof startBuilt>>
  beforeAll(async () => {
    app = copyStyledApp()
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    built = await startBuilt(app.root)
  })
  afterAll(async () => {
    await built?.stop()
    app?.remove()
  })

  test('CNV-12 src/styles.css is first, then layouts, pages and components, also server components, in one hashed file', async () => {
    await expectColours(built.url)
    await expectNoFlash(built.url)
    const html = await (await fetch(`${built.url}about`)).text()
    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1])
    expect(links).toEqual([expect.stringMatching(/^\/assets\/styles-[\w-]{8}\.css$/)])
    expect(app.list('dist/client').filter((file) => file.endsWith('.css'))).toEqual([links[0]?.slice(1)])
    const sheet = await fetch(new URL(links[0] ?? '', built.url))
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = /url\(([^)]+)\)/.exec(await sheet.text())?.[1] ?? ''
    expect((await fetch(new URL(icon, built.url))).headers.get('content-type')).toBe('image/svg+xml')
  })

  test('HTP-31 the build compresses its output, so that the first response need not', async () => {
    const files = app.list('dist/client')
    const scripts = files.filter(
      (file) => /^assets\/.*\.(?:js|css)$/.test(file) && app.read(`dist/client/${file}`).length > 600,
    )
    expect(scripts.length).toBeGreaterThan(0)
    for (const file of scripts) expect(files).toEqual(expect.arrayContaining([`${file}.br`, `${file}.gz`]))
    expect(files.filter((file) => /\.map\.|\.svg\.br/.test(file))).toEqual([])
    const headers = await new Promise((resolve) =>
      request(`${built.url}${scripts[0]}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume()
        resolve(response.headers)
      }).end(),
    )
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') })
  })

  test('public/favicon.ico is the icon where the configuration names none', async () => {
    expect(await (await fetch(built.url)).text()).toContain('<link rel="icon" href="/favicon.ico">')
    expect(await (await fetch(`${built.url}favicon.ico`)).text()).toBe('icon')
  })
})

test('CFG-11 CFG-12 HDR-04 HDR-05 inlineStyles puts the built stylesheet into pages, not into navigations, and not in dev', async () => {
  const app = copyStyledApp("{ title: 'Styled', data: 'memory', inlineStyles: true, csp: true }")
  try {
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    const built = await startBuilt(app.root)
    await expectColours(built.url)
    const page = await fetch(`${built.url}about`)
    const html = await page.text()
    expect(html).not.toContain('rel="stylesheet"')
    expect(html.match(/<style id="fw-styles"/g)).toHaveLength(1)
    const nonce = page.headers.get('x-fw-nonce')
    expect(html).toContain(`<style id="fw-styles" nonce="${nonce}">body,.order{color:#010101}`)
    expect(html).not.toContain('$vite$')
    const navigation = await fetch(`${built.url}about`, { headers: { 'x-fw-navigation': '1' } })
    expect(await navigation.text()).not.toMatch(/fw-styles|rel="stylesheet"/)
    for (const answer of [page, navigation])
      expect(answer.headers.get('vary')).toMatch(/(?:^|, )x-fw-navigation(?:,|$)/)
    await built.stop()
    const dev = await startDev(app.root)
    const text = await (await dev.fetch('/about')).text()
    expect(text).not.toContain('fw-styles')
    expect(text).toContain('<link rel="stylesheet" href="/src/styles.css">')
    await dev.stop()
  } finally {
    app.remove()
  }
})

test('dev sends the same styles with the page, and edits of them reach it without a reload', async () => {
  const app = copyStyledApp()
  const dev = await startDev(app.root)
  try {
    await expectNoFlash(dev.url)
    await expectColours(dev.url)
    const html = await (await dev.fetch('/about')).text()
    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1])
    expect(links.slice(0, 4)).toEqual([
      '/src/styles.css',
      '/src/routes/layout.css',
      '/src/components/card.module.css',
      '/src/routes/about.css',
    ])
    const { page, logs } = await chromium.open(`${dev.url}about`)
    await expect.poll(() => logs.some((line) => line.includes('[vite] connected'))).toBe(true)
    await page.evaluate(() => Object.assign(window, { kept: true }))
    app.edit('src/routes/about.css', 'rgb(3,3,3)', 'rgb(9,9,9)')
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('.about') as Element).color === 'rgb(9, 9, 9)',
    )
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    app.edit('src/components/card.module.css', 'rgb(4,4,4)', 'rgb(8,8,8)')
    await page.waitForFunction(() => getComputedStyle(document.querySelector('h2') as Element).color === 'rgb(8, 8, 8)')
    await page.close()
  } finally {
    await dev.stop()
    app.remove()
  }
})
