import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import { type AppCopy, buildApp, type DevProcess, startBuilt, startDev } from '../../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { copyToolApp } from './tool-app.ts'

let app: AppCopy
let chromium: Chromium
beforeAll(async () => {
  app = copyToolApp()
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

const LINE = {
  sku: { type: 'string' },
  qty: { type: 'integer', minimum: 1, maximum: 20, default: 1 },
}
const ORDER = {
  type: 'object',
  properties: { ...LINE, day: { type: 'string', format: 'date-time' } },
  required: ['sku', 'day'],
  additionalProperties: false,
}

const manifestAt = async (url: string) =>
  (await (await fetch(new URL('/_fw/manifest?path=/tools', url))).json()) as Manifest

async function expectSchemas(url: string): Promise<void> {
  const { tools, stores } = await manifestAt(url)
  const tool = (name: string) => tools.find((one) => one.name === name)
  expect(tool('Shelf.order')).toMatchObject({
    input: ORDER,
    output: { properties: { day: { format: 'date-time' } } },
    where: 'page',
  })
  expect(tool('Shelf.wipe')?.input).toEqual({ type: 'object', properties: {}, additionalProperties: false })
  expect(tool('basket.put')).toMatchObject({
    input: { properties: LINE, required: ['sku'] },
    output: { type: 'number' },
  })
  expect(stores).toMatchObject([
    {
      alias: 'basket',
      description: 'What the visitor is about to buy.',
      schema: { properties: { lines: { items: { properties: LINE } } }, required: ['lines'] },
      value: { lines: [] },
      actions: ['basket.put'],
    },
    { alias: 'visit', actions: ['visit.note'] },
  ])
  // Its schema is for the browser, which stores it.
  expect(stores[1]).not.toHaveProperty('schema')
}

/** A person's clicks, and an agent's calls, on a page that has just been opened. */
async function useTools(url: string): Promise<void> {
  const { page, logs } = await chromium.open(new URL('/tools', url).href)
  await page.locator('fw-island[ok]').waitFor()
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await click('order')
  await status('human 1 1970')
  await click('order many')
  await status('invalid_input at qty')
  await click('put')
  await page.locator('b').filter({ hasText: '1' }).waitFor()
  await click('put none')
  await status('invalid_input at qty')
  await click('wipe')
  await status('nothing')
  const call = (name: string, input: unknown) =>
    page.evaluate(([tool, given]) => window.fw?.call(tool as string, given), [name, input])
  expect(await call('Shelf.order', { sku: 'tea', day: '2030-01-02T03:04:05Z' })).toMatchObject({ ok: true })
  await status('agent 1 2030')
  expect(await call('Shelf.order', { sku: 'tea', day: 'tomorrow', more: 1 })).toMatchObject({
    ok: false,
    code: 'invalid_input',
    issues: [{ path: 'day' }, { path: 'more' }],
  })
  expect(await call('Shelf.wipe', { all: true })).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
  await page.close()
}

/** A persisted store, validated by the schema of its type. */
async function keepVisit(url: string): Promise<void> {
  const { page, logs } = await chromium.open(new URL('/tools', url).href)
  const shows = (text: string) => page.locator('i').filter({ hasText: text }).waitFor()
  const stored = () => page.evaluate(() => localStorage.getItem('fw-store:1:visit'))
  await page.locator('fw-island[ok]').waitFor()
  await shows('visit 0 in 1970')
  await page.getByRole('button', { name: 'note' }).click()
  await shows('visit 1 in 2031')
  await expect.poll(stored).toBe('{"at":"2031-02-01T00:00:00.000Z","n":1}')
  await page.reload()
  await shows('visit 1 in 2031')
  // Of the same shape, but not of the type.
  await page.evaluate(() => localStorage.setItem('fw-store:1:visit', '{"at":"2032-01-01T00:00:00.000Z","n":0.5}'))
  await page.reload()
  await expect.poll(stored).toBe(null)
  await shows('visit 0 in 1970')
  expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
  await page.close()
}

describe('contracts of intents and actions, from their types', () => {
  test('CFG-20 CNV-04 in a build: the stores of src/stores.ts and their actions are in the manifest, and all are checked', async () => {
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    const built = await startBuilt(app.root)
    try {
      await expectSchemas(built.url)
      await useTools(built.url)
      await keepVisit(built.url)
    } finally {
      await built.stop()
    }
  })

  describe('in dev, where they come late', () => {
    let dev: DevProcess
    beforeAll(async () => {
      dev = await startDev(app.root)
      // Compiles the page: a browser that waits for that would give up on a busy machine.
      await (await dev.fetch('/tools')).text()
    })
    afterAll(() => dev?.stop())

    test('calls wait for them, and so does persisted state', async () => {
      await useTools(dev.url)
      await keepVisit(dev.url)
    })

    test('the manifest has them, and changes with the types', async () => {
      await expectSchemas(dev.url)
      app.edit('src/stores.ts', '@maximum 20', '@maximum 30')
      await dev.until('/_fw/manifest?path=/tools', (text) => text.includes('"maximum":30'))
    })
  })
})
