/** The generated client of the shop, in an npm project of its own: every function, under each runtime and in Chromium. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { type ShopApp, startShop } from '../browser/shop-app.ts'
import { runFw } from '../playground/built-example.ts'
import { bundleWithEach, type Consumer, createConsumer } from './consumer.ts'
import { MAIN, SHOP } from './programs.ts'

let shop: ShopApp
let chromium: Chromium
let consumer: Consumer
let target: string
beforeAll(async () => {
  shop = await startShop()
  target = mkdtempSync(join(tmpdir(), 'fw-client-'))
  const folder = join(target, 'shop-client')
  const { SESSION_SECRET = '', SHOP_DB = '' } = shop.env
  await runFw(['export', 'client', '--out', folder], shop.folder, { SESSION_SECRET, SHOP_DB })
  consumer = await createConsumer(folder, { 'call-all.ts': SHOP, 'main.ts': MAIN })
  chromium = await launchChromium()
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  consumer?.remove()
  await shop?.close()
  if (target !== undefined) rmSync(target, { recursive: true, force: true })
})

const RECEIVED = {
  product: true,
  unknown: 'not_found',
  invalid: 'quantity',
  removed: 0,
  count: 2,
  refused: 'forbidden',
  outside: 'out_of_scope',
  name: 'Ada',
  proposal: 'api.orders.checkout',
  forbidden: 'forbidden',
  isRejected: true,
  again: false,
  decided: 'rejected',
  isDate: true,
  same: true,
  lines: 1,
  direct: 1,
  out: true,
  stock: 2,
  price: 4200,
  audited: true,
}

describe('the client of the shop', { timeout: 120_000 }, () => {
  it('compiles with strict options, without a dependency', async () => {
    expect(await consumer.compile()).toBe('')
  })

  it.each(['Node', 'Bun', 'Deno'] as const)('calls every function under %s', async (runtime) => {
    expect(await consumer.run(runtime, 'main.js', shop.url)).toEqual(RECEIVED)
  })

  it('calls every function with a fetch that has no body streams', async () => {
    expect(await consumer.run('Node', 'main.js', shop.url, 'without-streams')).toEqual(RECEIVED)
  })

  it("calls every function in Chromium, from the app's own origin", async () => {
    const { page, logs } = await chromium.open(shop.url)
    const received: unknown = await page.evaluate(
      `${await consumer.bundle('call-all.js')};program.callAll(location.origin)`,
    )
    expect(received).toEqual(RECEIVED)
    // Chromium logs the responses of the calls that the program expects to fail.
    expect(logs.filter((line) => !line.includes('the server responded with a status of 4'))).toEqual([])
  })
})

describe('a bundle', { timeout: 60_000 }, () => {
  const OTHERS = ['catalogue.product', 'cart.add', 'orders.checkout', 'account.login', 'admin.restock']
  /** Proposals, the agent, files and codecs, which the function doesn't need. */
  const PARTS = ['/_fw/proposals', '/_fw/agent', 'arrayBuffer', 'atob']
  const findRest = (code: string) => [...OTHERS, ...PARTS].filter((part) => code.includes(part))

  it('of a function has no other function, and no part that the function does not need', async () => {
    const program = "import { search } from 'shop-client/catalogue'\nexport const found = () => search(createClient())"
    const bundles = await bundleWithEach(consumer.folder, `import { createClient } from 'shop-client'\n${program}\n`)
    expect(Object.keys(bundles)).toEqual(['rolldown', 'esbuild'])
    for (const [bundler, code] of Object.entries(bundles)) {
      expect(code, bundler).toContain('catalogue.search')
      expect(findRest(code), bundler).toEqual([])
      expect(code.length, bundler).toBeLessThan(6_500)
    }
  })

  it('of a function of a namespace has no other module, and with Rolldown no other function', async () => {
    const program = 'export const found = () => catalogue.search(createClient())'
    const { rolldown = '', esbuild = '' } = await bundleWithEach(
      consumer.folder,
      `import { catalogue, createClient } from 'shop-client'\n${program}\n`,
    )
    expect(rolldown).toContain('catalogue.search')
    expect(findRest(rolldown)).toEqual([])
    expect(findRest(esbuild)).toEqual(['catalogue.product'])
  })
})
