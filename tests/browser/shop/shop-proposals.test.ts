import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type ShopApp, startShop } from '../shop-app.ts'
import { type Caller, createCaller, resultOf } from './shop-caller.ts'

interface Order {
  readonly id: string
  readonly total: number
}

let shop: ShopApp
let ada: Caller

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop?.close())

beforeEach(async () => {
  ada = createCaller(shop.url)
  await ada.signIn('ada@halden.example', 'lighthouse')
})

/** An agent with Ada's cookie asks for an order of one more ball of twine. */
async function park(): Promise<ParkedResult> {
  const cart = resultOf<{ total: number }>(await ada.call('cart.add', { slug: 'garden-twine' }, { agent: true }))
  return resultOf<ParkedResult>(await ada.call('orders.checkout', { total: cart.total }, { agent: true }))
}

async function orders(who: Caller): Promise<readonly Order[]> {
  return resultOf<readonly Order[]>(await who.call('orders.list'))
}

describe("an agent's checkout", () => {
  it('HTP-04 is parked as a proposal, and nothing is ordered', async () => {
    const before = await orders(ada)
    const proposal = await park()
    expect(proposal).toMatchObject({ status: 'proposal', tool: 'api.orders.checkout', id: expect.any(String) })
    expect(proposal.expiresAt).toBeGreaterThan(Date.now())
    expect(await orders(ada)).toEqual(before)
  })

  it('cannot be approved by others: 403 for agents, 404 for other users, guests and anonymous callers', async () => {
    const { id } = await park()
    expect((await ada.post('/_fw/approve', { id }, { agent: true })).status).toBe(403)
    const ben = createCaller(shop.url)
    await ben.signIn('ben@halden.example', 'driftwood')
    const guest = createCaller(shop.url)
    await guest.call('cart.add', { slug: 'garden-twine' })
    for (const other of [ben, guest, createCaller(shop.url)])
      expect(await other.post('/_fw/approve', { id })).toMatchObject({
        status: 404,
        body: { code: 'unknown_proposal' },
      })
    expect((await ada.post('/_fw/approve', { id })).status).toBe(200)
  })

  it('runs once when its person approves it', async () => {
    const before = await orders(ada)
    const { id, input } = await park()
    const approved = await ada.post('/_fw/approve', { id })
    expect(approved).toMatchObject({ status: 200, body: { ok: true, result: { total: (input as Order).total } } })
    expect(await ada.post('/_fw/approve', { id })).toMatchObject({ status: 404, body: { ok: false } })
    expect(await orders(ada)).toHaveLength(before.length + 1)
  })

  it('is gone when its person rejects it', async () => {
    const before = await orders(ada)
    const { id } = await park()
    expect(await ada.post('/_fw/reject', { id })).toEqual({ status: 200, body: { ok: true } })
    expect(await ada.post('/_fw/reject', { id })).toEqual({ status: 200, body: { ok: false } })
    expect((await ada.post('/_fw/approve', { id })).status).toBe(404)
    expect(await orders(ada)).toEqual(before)
  })

  it('runs the stored call, regardless of other input of the approver', async () => {
    const { id, input } = await park()
    const approved = await ada.post('/_fw/approve', { id, input: { total: 1 }, tool: 'api.admin.reprice' })
    expect(resultOf<Order>(approved).total).toBe((input as Order).total)
  })

  it('survives kill -9 between park and approve, and then runs once', async () => {
    const before = await orders(ada)
    const { id } = await park()
    shop = await shop.crash()
    const again = createCaller(shop.url, ada)
    expect(await orders(again)).toEqual(before)
    expect((await again.post('/_fw/approve', { id })).status).toBe(200)
    expect((await again.post('/_fw/approve', { id })).status).toBe(404)
    expect(await orders(again)).toHaveLength(before.length + 1)
  })

  it('can be created and approved by a guest, who enters the address for the receipt', async () => {
    const guest = createCaller(shop.url)
    const cart = resultOf<{ total: number }>(await guest.call('cart.add', { slug: 'enamel-mug' }, { agent: true }))
    const input = { total: cart.total, email: 'guest@example.com' }
    const { id } = resultOf<ParkedResult>(await guest.call('orders.checkout', input, { agent: true }))
    expect((await createCaller(shop.url).post('/_fw/approve', { id })).status).toBe(404)
    expect(resultOf<Order>(await guest.post('/_fw/approve', { id })).total).toBe(1600)
  })
})

describe('what agents may not do at all', () => {
  it('refuses sign-in and the admin tools to agents, and admin tools to customers', async () => {
    const credentials = { email: 'mara@halden.example', password: 'workbench' }
    const login = await createCaller(shop.url).call('account.login', credentials, { agent: true })
    expect(login).toMatchObject({ status: 403, body: { ok: false, code: 'forbidden' } })
    const restock = { slug: 'steel-press', quantity: 1 }
    expect(await ada.call('admin.restock', restock)).toMatchObject({ status: 403, body: { code: 'out_of_scope' } })
    const mara = createCaller(shop.url)
    await mara.signIn(credentials.email, credentials.password)
    expect(await mara.call('admin.restock', restock, { agent: true })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(resultOf<{ stock: number }>(await mara.call('admin.restock', restock)).stock).toBe(1)
  })

  it('HTP-05 refuses orders for guests, and returns validation errors', async () => {
    const guest = createCaller(shop.url)
    expect(await guest.call('orders.list')).toMatchObject({ status: 403, body: { ok: false, code: 'out_of_scope' } })
    expect(await ada.call('cart.add', { slug: 'garden-twine', quantity: 0.5 })).toMatchObject({
      status: 400,
      body: { ok: false, code: 'invalid_input', issues: [{ path: 'quantity' }] },
    })
  })
})

describe('the proposals page', () => {
  let browser: Chromium
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it('lets the signed-in person approve what their agent asked for', async () => {
    const { id } = await park()
    const before = await orders(ada)
    const [name, value] = ada.cookie().split('=', 2) as [string, string]
    await browser.context.addCookies([{ name, value, url: shop.url }])
    const { page, logs } = await browser.open(`${shop.url}/_fw/proposals?id=${id}`)
    expect(await page.locator('body').textContent()).toContain('api.orders.checkout')
    expect(await page.locator('script').count()).toBe(0)
    await page.getByRole('button', { name: /approve/i }).click()
    await page.waitForLoadState()
    expect(await orders(ada)).toHaveLength(before.length + 1)
    expect((await ada.post('/_fw/approve', { id })).status).toBe(404)
    expect(logs).toEqual([])
  })
})
