/** An agent without a model: a script uses `window.fw` in the real shop, and a person decides on its proposals. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import type { ManifestTool } from '../../../runtime/src/contract/api.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { personClicks } from '../closed-root.ts'
import { auditPage } from '../page-audit.ts'
import { type ShopApp, startShop } from '../shop-app.ts'

let shop: ShopApp
let browser: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
  opened = await browser.open(`${shop.url}/cart`)
  page = opened.page
  await page.locator('fw-island[ok]').first().waitFor()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

type Answer = { ok: true; result: unknown } | { ok: false; code: string; error: string }

const call = (name: string, input: unknown = {}) =>
  page.evaluate(([tool, value]) => window.fw?.call(tool, value), [name, input] as const) as Promise<Answer>

async function resultOf<Result>(name: string, input?: unknown): Promise<Result> {
  const answer = await call(name, input)
  if (!answer.ok) throw new Error(`${name}: ${answer.code} ${answer.error}`)
  return answer.result as Result // each test checks its type
}

/** Navigates as the script, and waits for the page with this heading. */
async function navigate(path: string, heading: string): Promise<void> {
  // If the browser loads a new document, the result does not arrive.
  await page.evaluate((url) => void window.fw?.navigate(url), path)
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.evaluate(() => window.fw?.settled())
}

const outline = async () => (await resultOf<{ outline: string }>('ui_read_page')).outline

/** The reference of the first line of the outline that has this text. */
async function refTo(text: string): Promise<string> {
  const line = (await outline()).split('\n').find((one) => one.includes(text))
  return /\[(e\d+)\]/.exec(line ?? '')?.[1] ?? `nothing for ${text}`
}

/** Returns the state of a proposal, as the server reports it to the person. */
async function stateOf(id: string): Promise<string | undefined> {
  const answer = await page.request.get(`${shop.url}/_fw/proposals?id=${id}`)
  return (await answer.json()).result[0]?.state
}

describe('a script in the page', () => {
  let parked: ParkedResult

  it('finds products, fills the cart and parks the checkout', async () => {
    const found = await resultOf<{ products: { slug: string; price: number }[] }>('QuickFind.find', { text: 'linen' })
    const product = found.products.find(({ slug }) => slug === 'linen-notebook')
    // A person who watches sees the results.
    await page.getByRole('link', { name: 'Linen Notebook' }).waitFor()
    expect(await resultOf('api.catalogue.product', { slug: product?.slug })).toMatchObject({ price: 1800 })

    await navigate('/products/linen-notebook', 'Linen Notebook')
    expect(await resultOf('AddToCart.add', { quantity: 2 })).toEqual({ count: 2, total: 3600 })
    await page.getByText('2 in your cart.').waitFor()
    expect(await page.locator('[data-cart-count]').textContent()).toBe('2')

    await navigate('/cart', 'Your cart')
    const cart = await resultOf<{ total: number }>('CartView.setQuantity', { slug: 'linen-notebook', quantity: 3 })
    expect(cart.total).toBe(5400)
    await page.locator('.summary-total', { hasText: '$54.00' }).waitFor()

    // The list contains its tools, with the ones that need approval.
    const tools = new Map(
      (await page.evaluate(() => window.fw?.tools()))?.map((tool) => [tool.name, tool as ManifestTool]),
    )
    expect(tools.get('Checkout.order')).toMatchObject({
      title: 'Place the order',
      where: 'page',
    })
    expect(tools.get('api.orders.checkout')).toMatchObject({ guard: 'confirm', where: 'server' })
    for (const hidden of ['api.account.login', 'api.orders.list', 'api.admin.restock'])
      expect(tools.has(hidden)).toBe(false)

    parked = await resultOf<ParkedResult>('Checkout.order', { email: 'guest@example.com' })
    expect(parked).toMatchObject({
      status: 'proposal',
      tool: 'api.orders.checkout',
      input: { total: 5400, email: 'guest@example.com' },
    })
    await page.evaluate(() => window.fw?.settled())
    expect(new URL(page.url()).pathname).toBe('/cart')
    expect(opened.logs).toEqual([])
  })

  describe('cannot approve it', () => {
    const untouched = async () => {
      expect(await stateOf(parked.id)).toBe('pending')
      expect(await resultOf('api.cart.get')).toMatchObject({ total: 5400 })
    }

    it('by a call: no tool of any name settles', async () => {
      const tools = (await page.evaluate(() => window.fw?.tools())) ?? []
      expect(tools.filter(({ name }) => /approve|reject|proposal/i.test(name))).toEqual([])
      for (const name of ['approve', 'fw.approve', 'api.approve', 'api._fw.approve', 'proposals.approve', 'ui_approve'])
        expect(await call(name, { id: parked.id }), name).toMatchObject({ ok: false, code: 'unknown_tool' })
      // A name that leads out of the addresses of tools is still an agent's.
      for (const name of ['api.../approve', 'api.../reject'])
        expect(await call(name, { id: parked.id }), name).toMatchObject({ ok: false })
      await untouched()
    })

    it('by clicking: the panel is in no outline, and no reference leads into it', async () => {
      const text = await outline()
      expect(text).toContain('Place order')
      expect(text).not.toMatch(/approve|reject|waiting for your approval/i)
      const host = await page.evaluate(() => {
        const panel = document.querySelector('fw-approval')
        return { root: panel?.shadowRoot, isThere: panel !== null, refs: panel?.getAttributeNames() }
      })
      expect(host).toEqual({ root: null, isThere: true, refs: [] })
      await untouched()
    })

    it('by clicking where the button is: events of scripts decide nothing', async () => {
      await page.evaluate(() => {
        const panel = document.querySelector('fw-approval') as HTMLElement
        const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2) as HTMLElement
        for (const target of [panel, top, document.activeElement as HTMLElement, document, window]) {
          if (target instanceof HTMLElement) target.click()
          for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
            target.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }))
          for (const type of ['keydown', 'keypress', 'keyup'])
            target.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true }))
        }
      })
      await page.evaluate(() => window.fw?.settled())
      await untouched()
    })

    it('by filling: a form that posts the id is refused, also as the page of proposals has it', async () => {
      await page.evaluate((id) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = '/_fw/approve'
        form.innerHTML = '<label>Secret <input name="id"></label><button>Send it</button>'
        document.querySelector('main')?.append(form)
        Object.assign(window, { id })
      }, parked.id)
      await resultOf('ui_fill', { ref: await refTo('"Secret"'), value: parked.id })
      expect(await call('ui_click', { ref: await refTo('"Send it"') })).toMatchObject({ ok: false, code: 'forbidden' })
      await page.evaluate(() => document.querySelector('main > form')?.remove())
      expect(new URL(page.url()).pathname).toBe('/cart')
      await untouched()
    })

    it('by navigating: neither an address nor a link leads to it', async () => {
      await page.evaluate((id) => {
        const link = document.createElement('a')
        link.href = `/_fw/proposals?id=${id}`
        link.textContent = 'Have a look'
        document.querySelector('main')?.append(link)
      }, parked.id)
      expect(await call('ui_click', { ref: await refTo('Have a look') })).toMatchObject({
        ok: false,
        code: 'forbidden',
      })
      for (const url of ['/_fw/approve', `/_fw/proposals?id=${parked.id}`, '/products/../_fw/approve', '/_FW/approve'])
        expect(await call('ui_navigate', { url }), url).toMatchObject({ ok: false, code: 'forbidden' })
      await page.evaluate(() => [...document.querySelectorAll('main > a')].at(-1)?.remove())
      expect(new URL(page.url()).pathname).toBe('/cart')
      await untouched()
    })

    it('over HTTP: 403 for an agent with the cookie of the person, 404 for callers without it', async () => {
      const post = (path: string, init: { headers?: Record<string, string>; credentials?: RequestCredentials }) =>
        page.evaluate(
          async ([path, id, init]) => {
            const headers = { 'content-type': 'application/json', ...init.headers }
            const body = JSON.stringify({ id, origin: 'human', approved: true })
            return (await fetch(path, { ...init, method: 'POST', headers, body })).status
          },
          [path, parked.id, init] as const,
        )
      for (const path of ['/_fw/approve', '/_fw/reject'])
        expect(await post(path, { headers: { 'x-fw-origin': 'agent' } }), path).toBe(403)
      expect(await post('/_fw/approve', { headers: { 'x-fw-origin': 'human, Agent' } })).toBe(403)
      expect(await post('/_fw/approve', { credentials: 'omit' })).toBe(404)
      // Scripts of the page can't read the session.
      expect(await page.evaluate(() => document.cookie)).toBe('')
      expect((await fetch(`${shop.url}/_fw/approve`)).status).toBe(405)
      await untouched()
    })

    it('by asking again: each is one more call that waits', async () => {
      const again = await resultOf<ParkedResult>('api.orders.checkout', {
        ...(parked.input as object),
        approved: true,
      }).catch((error: Error) => error.message)
      expect(again).toContain('invalid_input')
      const other = await resultOf<ParkedResult>('api.orders.checkout', parked.input)
      expect(other.id).not.toBe(parked.id)
      expect(await stateOf(other.id)).toBe('pending')
      await untouched()
    })
  })

  it('a person approves it in the page, and the calling code continues to the order', async () => {
    // Both wait in one panel; this is the first.
    await personClicks(page, 'approve')
    await page.waitForURL('**/orders/HD-*')
    expect(await page.locator('main').textContent()).toContain('guest@example.com')
    expect(await page.locator('main').textContent()).toContain('$54.00')
    expect(await stateOf(parked.id)).toBe('executed')
    const again = await page.request.post(`${shop.url}/_fw/approve`, { data: { id: parked.id } })
    expect(again.status()).toBe(404)
  })
})

describe('a button that an agent clicks', () => {
  it('the checkout that its code calls becomes a proposal; a person rejects it, and the shop shows this', async () => {
    await page.goto(`${shop.url}/products/brass-pen`)
    await resultOf('AddToCart.add', {})
    await navigate('/cart', 'Your cart')
    await resultOf('ui_fill', { ref: await refTo('Email for the receipt'), value: 'guest@example.com' })
    const clicked = await resultOf<{ settled: boolean; proposals: ParkedResult[] }>('ui_click', {
      ref: await refTo('Place order'),
    })
    expect(clicked).toMatchObject({ settled: true, proposals: [{ status: 'proposal', tool: 'api.orders.checkout' }] })
    await personClicks(page, 'reject')
    await page.getByRole('alert').filter({ hasText: 'A user rejected this call.' }).waitFor()
    expect(await stateOf(clicked.proposals[0]?.id ?? '')).toBe('rejected')
    expect(new URL(page.url()).pathname).toBe('/cart')
    expect(await resultOf('api.cart.get')).toMatchObject({ count: 1 })
  })
})

describe('the approval panel in the shop', () => {
  /** Creates a proposal for the checkout of the cart. */
  const park = async () => {
    await page.goto(`${shop.url}/cart`)
    await page.locator('fw-island[ok]').first().waitFor()
    return resultOf<ParkedResult>('Checkout.order', { email: 'guest@example.com' })
  }

  it('works by the keyboard alone: later, again, and yes', async () => {
    const { id } = await park()
    const isInside = () => page.evaluate(() => document.activeElement?.localName === 'fw-approval')
    await expect.poll(isInside).toBe(true)
    await page.keyboard.press('Escape')
    expect(await stateOf(id)).toBe('pending')
    // The button that opens it again is last in the page.
    for (let step = 0; step < 60 && !(await isInside()); step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The panel is closed to scripts. Its buttons act half a second after it has been drawn, which a busy machine delays.
    await page.waitForTimeout(1500)
    // From the heading past "Open it on its own page".
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    // A key decides once the button has had the focus for a while.
    await page.waitForTimeout(1500)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/HD-*')
    expect(await stateOf(id)).toBe('executed')
  })

  it('has nothing to mend, light and dark, on a phone and on a desk, open and waiting', async () => {
    await page.goto(`${shop.url}/products/linen-notebook`)
    await resultOf('AddToCart.add', {})
    // So that axe can look inside.
    await page.addInitScript(() => {
      const attach = Element.prototype.attachShadow
      Element.prototype.attachShadow = function (init) {
        return attach.call(this, { ...init, mode: 'open' })
      }
    })
    await park()
    await page
      .getByRole('button', { name: /^Approve/ })
      .and(page.locator(':enabled'))
      .waitFor()
    const found = [...(await auditPage(page, 'open')), ...(await paleTexts())]
    await page.getByRole('button', { name: 'Decide later' }).click()
    await page.getByRole('button', { name: '1 call pending approval' }).waitFor()
    found.push(...(await auditPage(page, 'waiting')), ...(await paleTexts()))
    // axe doesn't know the order of elements in the top layer.
    expect(found.filter((line) => !line.includes('color-contrast? fw-approval'))).toEqual([])
  })

  /** Texts of the panel with a contrast below 4.5 : 1, in light and in dark. */
  async function paleTexts(): Promise<string[]> {
    const pale: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      pale.push(...(await page.evaluate(findPale)).map((text) => `${colorScheme} pale ${text}`))
    }
    return pale
  }
})

/** Runs in the page. Returns texts of the open panel with too little contrast to their background. */
function findPale(): string[] {
  const numbers = (color: string) => [...color.matchAll(/[\d.]+/g)].map(([part]) => Number(part))
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string => {
    const color = element === null ? 'rgb(255, 255, 255)' : getComputedStyle(element).backgroundColor
    return numbers(color)[3] === 0 ? behind(element?.parentElement ?? null) : color
  }
  const all = [...(document.querySelector('fw-approval')?.shadowRoot?.querySelectorAll('*') ?? [])]
  const texts = all.filter(
    (element) =>
      element.checkVisibility() &&
      element.className !== 'hidden' &&
      [...element.childNodes].some((node) => node.nodeType === 3),
  )
  if (texts.length === 0) throw new Error('The panel has no text.')
  return texts.flatMap((element) => {
    const [one = 0, other = 0] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a)
    return (one + 0.05) / (other + 0.05) < 4.5 ? [`${element.localName} ${element.textContent}`] : []
  })
}
