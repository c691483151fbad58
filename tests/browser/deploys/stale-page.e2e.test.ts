/** A page of an old build against the server of a new one, in Chromium. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { createDesk, type DeskApp } from './desk-app.ts'

let chromium: Chromium
let app: DeskApp
beforeAll(async () => {
  ;[chromium, app] = await Promise.all([launchChromium(), createDesk()])
  await app.deploy()
})
afterAll(async () => {
  await chromium?.close()
  await app?.close()
})

let page: Page
/** Number of documents that the page has loaded. */
let documents = 0
const open = async () => {
  const opened = await chromium.open(app.url)
  page = opened.page
  documents = 1
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.locator('fw-island').hover()
  await page.locator('fw-island[ok]').waitFor()
}
beforeEach(open)
afterEach(() => page.close())

const label = (name: string) => page.getByLabel(name, { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (text: string) => page.locator('#said', { hasText: text }).waitFor()

const deployChange = () => app.deploy({ changed: true })
const isVersion = () => page.getByRole('heading', { name: `Version ${app.version()}` }).waitFor()
const readStorage = () => page.evaluate(() => sessionStorage.getItem('fw:typed'))

describe('a page that was open during a deploy', () => {
  test('calls functions with an unchanged contract over several deploys', async () => {
    await label('Title').fill('four')
    for (let deploy = 0; deploy < 3; deploy++) {
      await deployChange()
      await press('Count')
      await says('{"letters":4}')
    }
    expect(documents).toBe(1)
    expect(await label('Title').inputValue()).toBe('four')
  })

  test('reloads once at a call of a changed function, with what was typed, without secrets', async () => {
    await label('Title').fill('Tea')
    await label('Done').check()
    await label('Name').fill('Ada')
    await label('Words').fill('two\nlines')
    await label('Color').selectOption('blue')
    await label('Sizes').selectOption(['S', 'L'])
    await label('Bike').check()
    await label('Gift card').check()
    await label('Outside').fill('no form')
    const secrets = ['Password', 'Shown password', 'Code', 'Holder', 'CVC', 'Diary']
    for (const name of secrets) await label(name).fill('hidden')
    await label('Payment').fill('4242 4242 4242 4242')
    await label('Photo').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await deployChange()
    await press('Save')
    await isVersion()
    await page.locator('#seen', { hasText: 'Tea:true' }).waitFor()
    expect(await label('Title').inputValue()).toBe('Tea')
    expect(await label('Name').inputValue()).toBe('Ada')
    expect(await label('Words').inputValue()).toBe('two\nlines')
    expect(await label('Color').inputValue()).toBe('blue')
    expect(
      await label('Sizes').evaluate((menu: HTMLSelectElement) => [...menu.selectedOptions].map((o) => o.value)),
    ).toEqual(['S', 'L'])
    expect(await label('Bike').isChecked()).toBe(true)
    expect([await label('Paper').isChecked(), await label('Gift card').isChecked()]).toEqual([false, true])
    expect(await label('Outside').inputValue()).toBe('no form')
    expect(await label('Unchanged').inputValue()).toBe('as before')
    for (const name of [...secrets, 'Payment', 'Photo'])
      expect([name, await label(name).inputValue()]).toEqual([name, ''])
    expect(await readStorage()).toBeNull()
    expect(documents).toBe(2)
    await press('Save')
    await says('"saved":"Tea"')
    expect(documents).toBe(2)
  })
})
