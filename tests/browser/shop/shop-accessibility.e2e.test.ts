/** Every page of the built shop in the states that people meet: axe-core, html-validate, widths and targets. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditUrl, FULL_MARKS, TIMELESS } from '../../lighthouse/audit-url.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { auditHtml, auditPage } from '../page-audit.ts'
import { type ShopApp, startShop } from '../shop-app.ts'

interface Visit {
  readonly path: string | (() => Promise<string>)
  /** Actions of the visitor before the audit of the page. */
  readonly act?: (page: Page) => Promise<unknown>
}

/** The pages of the shop by file below `src/routes`. The test fails for a missing page. */
const GUEST: Readonly<Record<string, readonly Visit[]>> = {
  'index.tsx': [
    { path: '/' },
    { path: '/?page=3' },
    { path: '/?category=garden&stock=in&sort=price-asc' },
    { path: '/?text=nothing-like-this' },
  ],
  'products/[slug].tsx': [
    { path: '/products/steel-press' },
    { path: '/products/ridge-tent' },
    {
      path: '/products/stoneware-mug',
      act: async (page) => {
        await page.getByRole('button', { name: 'Add to cart' }).click()
        await page.getByText('1 in your cart.').waitFor()
      },
    },
  ],
  'assistant.tsx': [
    { path: '/assistant', act: (page) => page.getByText('No model is configured. Set one of ').waitFor() },
  ],
  'cart.tsx': [{ path: '/cart' }],
  'login.tsx': [
    {
      path: '/login',
      act: async (page) => {
        await page.getByLabel('Email').fill('ada@halden.example')
        await page.getByLabel('Password').fill('wrong')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByText('do not belong together').waitFor()
      },
    },
  ],
  'orders/index.tsx': [{ path: '/orders' }],
  'orders/[id].tsx': [{ path: () => order(guest, 'guest@example.com') }],
  '_404.tsx': [
    { path: '/nowhere' },
    {
      path: '/nowhere',
      act: async (page) => {
        await page.getByLabel('What were you looking for?').fill('linen')
        await page.getByRole('link', { name: 'Linen Notebook' }).waitFor()
      },
    },
  ],
  // The framework's own pages, as they are in this shop.
  '/_fw/proposals': [{ path: '/_fw/proposals' }, { path: '/_fw/proposals?id=nothing' }],
  '/_fw/mcp': [{ path: '/_fw/mcp' }],
}

const CUSTOMER: Readonly<Record<string, readonly Visit[]>> = {
  'index.tsx': [{ path: '/' }],
  'products/[slug].tsx': [{ path: '/products/tea-towels' }],
  'assistant.tsx': [{ path: '/assistant' }],
  'login.tsx': [{ path: '/login' }],
  '_404.tsx': [{ path: '/nowhere' }],
  'orders/index.tsx': [{ path: '/orders' }, { path: () => after(() => order(customer), '/orders') }],
  'orders/[id].tsx': [{ path: () => order(customer) }],
  'cart.tsx': [{ path: '/cart' }, { path: () => after(() => fillCart(customer), '/cart') }],
  '/_fw/proposals': [
    { path: () => after(propose, '/_fw/proposals') },
    {
      path: async () => `/_fw/proposals?id=${await propose()}`,
      act: (page) => page.getByRole('button', { name: 'Reject' }).click(),
    },
    {
      path: async () => `/_fw/proposals?id=${await propose()}`,
      act: (page) => page.getByRole('button', { name: 'Approve' }).click(),
    },
  ],
}

let shop: ShopApp
let browser: Chromium
let guest: BrowserContext
let customer: BrowserContext
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium({ debuggable: true })])
  guest = browser.context
  const own = await guest.browser()?.newContext()
  if (own === undefined) throw new Error('Chromium gave no second profile.')
  customer = own
  await call(customer, 'account.login', { email: 'ada@halden.example', password: 'lighthouse' })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function call<Result>(who: BrowserContext, tool: string, data: object, headers = {}): Promise<Result> {
  const answer = await who.request.post(`${shop.url}/_fw/api/${tool}`, { data, headers })
  const { ok, result, error } = await answer.json()
  if (ok !== true) throw new Error(`${tool}: ${error}`)
  return result
}

/** The path, once something has happened twice. */
async function after(happening: () => Promise<unknown>, path: string): Promise<string> {
  await happening()
  await happening()
  return path
}

async function fillCart(who: BrowserContext): Promise<number> {
  await call(who, 'cart.add', { slug: 'stoneware-mug', quantity: 2 })
  return (await call<{ total: number }>(who, 'cart.add', { slug: 'tea-towels', quantity: 1 })).total
}

/** The page of an order that was just made. */
async function order(who: BrowserContext, email?: string): Promise<string> {
  const input = { total: await fillCart(who), ...(email === undefined ? {} : { email }) }
  return `/orders/${(await call<{ id: string }>(who, 'orders.checkout', input)).id}`
}

/** Returns the id of an agent's proposal to the customer. */
async function propose(): Promise<string> {
  const total = await fillCart(customer)
  return (await call<{ id: string }>(customer, 'orders.checkout', { total }, { 'x-fw-origin': 'agent' })).id
}

/** Problems of all visits, and how many pages were looked at. */
async function auditAll(who: BrowserContext, label: string, pages: Readonly<Record<string, readonly Visit[]>>) {
  const page = await who.newPage()
  const problems: string[] = []
  for (const visit of Object.values(pages).flat()) {
    const path = typeof visit.path === 'string' ? visit.path : await visit.path()
    await page.goto(shop.url + path)
    await visit.act?.(page)
    problems.push(...(await auditPage(page, `${label} ${path}`)))
  }
  await page.close()
  return problems
}

describe('every page of the shop', () => {
  it('is on the list, for guests and for customers', () => {
    const { routes } = JSON.parse(readFileSync(join(shop.folder, '.fw/model.json'), 'utf8'))
    const files = routes.map(({ filePath }: { filePath: string }) => filePath)
    const pages = files.filter((file: string) => !file.endsWith('_layout.tsx') && file !== '_500.tsx').sort()
    for (const table of [GUEST, CUSTOMER])
      expect(
        Object.keys(table)
          .filter((key) => !key.startsWith('/'))
          .sort(),
      ).toEqual(pages)
  })

  it('has nothing to mend for a guest, light and dark, on a phone and on a desk', async () => {
    expect(await auditAll(guest, 'guest', GUEST)).toEqual([])
  })

  it('has nothing to mend for a customer with orders and with calls to approve', async () => {
    expect(await auditAll(customer, 'customer', CUSTOMER)).toEqual([])
  })

  it('has nothing to mend in the eyes of Lighthouse', async () => {
    const report = await auditUrl(`${shop.url}/products/stoneware-mug`, browser.debuggingPort(), TIMELESS)
    expect(report).toMatchObject(FULL_MARKS)
  })

  it('has nothing to mend when the shop is broken', async () => {
    // What `_500` is for: the data has gone.
    const Database = createRequire(join(shop.folder, 'package.json'))('libsql')
    const database = new Database(join(shop.folder, '.fw/data/shop.db'))
    const rename = (from: string, to: string) => database.exec(`alter table ${from} rename to ${to}`)
    rename('products', 'gone')
    try {
      const broken = { '_500.tsx': [{ path: '/' }] }
      expect(await auditAll(guest, 'guest', broken)).toEqual([])
      expect((await guest.request.get(shop.url)).status()).toBe(500)
    } finally {
      rename('gone', 'products')
      database.close()
    }
  })
})

it('the audit detects problems', async () => {
  const page = await browser.context.newPage()
  const bad =
    '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><main><h1>x</h1><img src="x.png"><p><div></p><button>x</button><div style="width:500px">x</div></main></body></html>'
  await page.route('**/bad', (route) => route.fulfill({ contentType: 'text/html', body: bad }))
  await page.goto(`${shop.url}/bad`)
  const found = (await auditPage(page, 'bad')).join('\n')
  for (const part of [
    'light 390: image-alt: img',
    'dark 1280: image-alt: img',
    'pixels wider',
    'small target <button>',
  ])
    expect(found).toContain(part)
  expect((await auditHtml(bad, 'bad')).join('\n')).toContain('close-order')
  await page.close()
})
