/** The tools with which an agent uses any page: their results, effects and refusals. */

import { beforeEach, describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages } from '../agent-pages.ts'

const posts: { origin: string | null; body: string }[] = []

/** Replaces the endpoint for forms. */
const takeForm = async (request: Request) => {
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/forms') return undefined
  posts.push({ origin: request.headers.get('x-fw-origin'), body: await request.text() })
  return new Response(null, { status: 303, headers: { location: '/desks' } })
}

const pages = agentPages({ middleware: takeForm } as FwServerOptions) // the rest is the app's
const { open } = pages
beforeEach(() => {
  posts.length = 0
})

type Answer = { ok: true; result: Record<string, unknown> } | { ok: false; code: string; error: string }
const call = (name: string, input: unknown = {}) =>
  pages.opened.page.evaluate(([tool, value]) => window.fw?.call(tool, value), [name, input] as const) as Promise<Answer>
const outline = async () => {
  const answer = await call('ui_read_page')
  return answer.ok ? String(answer.result.outline) : ''
}
/** The reference of the first line of the outline that has this text. */
const refTo = async (text: string) => {
  const line = (await outline()).split('\n').find((line) => line.includes(text))
  return /\[(e\d+)\]/.exec(line ?? '')?.[1] ?? `nothing for ${text}`
}
const click = async (text: string) => call('ui_click', { ref: await refTo(text) })
const fill = async (text: string, input: object) => call('ui_fill', { ref: await refTo(text), ...input })
const origins = () => pages.server.audit.map(({ tool, origin }) => [tool, origin])

describe('the focus', () => {
  const focused = () =>
    pages.opened.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.localName,
    )

  test("of an agent isn't on a button, which a user's next key would press", async () => {
    const page = await open('/forms')
    await fill('Pay by form', { value: 'x' })
    await fill('Pay now', {})
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await click('"Shown"')
    expect(await focused()).toBe('body')
    await page.waitForTimeout(200)
    expect(pages.server.ran).toEqual([])
  })

  test('stays with a person who writes, and follows an agent otherwise', async () => {
    const page = await open('/forms')
    await fill('"Short"', { value: 'a' })
    expect(await focused()).toBe('Short')
    await fill('Size', { value: 'l' })
    expect(await focused()).toBe('Size')
    await page.getByLabel('Fixed').click()
    await fill('"Short"', { value: 'b' })
    expect(await focused()).toBe('Fixed')
    expect(await page.getByLabel('Short').inputValue()).toBe('b')
  })
})

describe('reading', () => {
  test('ui_read_page returns an outline of roles, names, states and references, without secrets and hidden content', async () => {
    await open('/forms')
    const text = await outline()
    expect(text.replace(/e\d+/g, 'e#')).toMatchInlineSnapshot(`
      "- main
        - heading 1 "Forms"
        - Some text with
        - link "Desks" [e#] /desks
        - and
        - link "Elsewhere" [e#] https://example.org/
        - ,
        - link "Proposals" [e#] /_fw/proposals
        - ,
        - link "Broken" [e#] //[
        - form "Login"
          - textbox "Email" [e#] = "ada@example.org"
          - textbox "Password" [e#] (password, for people)
          - button "Sign in" [e#]
        - form "Plain"
          - textbox "Note" [e#] = ""
          - button "Send" [e#]
        - form "Far"
          - button "Send away" [e#]
        - form "Ask"
          - button "Find" [e#]
        - textbox "Picture" [e#] (file, for people)
        - button "Off" [e#] disabled
        - textbox "Short" [e#] = ""
        - textbox "Fixed" [e#] = "fixed"
        - button "Shown" [e#]
        - button "Close" [e#]
        - region "Fields"
          - searchbox "Search" [e#] = ""
          - checkbox "Pay now" [e#]
          - combobox "Size" [e#] = "Small" of ["Small","Large"]
          - form
            - button "Pay by form" [e#]
          - status"
    `)
    expect(text).not.toContain('hunter2')
    const again = await outline()
    expect(again).toBe(text)
    expect(pages.opened.logs).toEqual([])
  })

  test('a part of the page can be read alone', async () => {
    await open('/forms')
    const answer = await call('ui_read_page', { ref: await refTo('combobox') })
    expect(answer).toMatchObject({ ok: true, result: { outline: expect.stringMatching(/^- combobox "Size"[^\n]*$/) } })
  })

  test('ui_get_view_context returns the location of the person', async () => {
    const page = await open('/desks')
    await page.locator('.add').first().focus()
    expect(await call('ui_get_view_context')).toMatchObject({
      ok: true,
      result: {
        url: `${pages.server.url}/desks`,
        focus: expect.stringMatching(/^button "Add one" \[e\d+\]$/),
        headings: ['Desks'],
        components: [
          { id: '0', name: 'Desk', live: true },
          { id: '1', name: 'Desk', live: false },
        ],
        stores: { basket: { lines: [] } },
      },
    })
    expect(JSON.stringify(await call('ui_get_view_context'))).not.toContain('secret')
  })

  test('they are listed with their schemas, and check their input', async () => {
    const page = await open('/desks')
    const tools = await page.evaluate(() => window.fw?.tools())
    expect(tools?.filter(({ name }) => name.startsWith('ui_')).map(({ name }) => name)).toEqual([
      'ui_read_page',
      'ui_get_view_context',
      'ui_click',
      'ui_fill',
      'ui_navigate',
      'ui_wait_settled',
    ])
    expect(await call('ui_click', {})).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await call('ui_click', { ref: 'e999' })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await call('ui_eval', {})).toMatchObject({ ok: false, code: 'unknown_tool' })
  })
})

describe('acting', () => {
  test('ui_click runs the handlers of a click, starts a cold component, and waits for the effects', async () => {
    const page = await open('/desks')
    expect(await click('Add one')).toMatchObject({ ok: true, result: { settled: true } })
    expect(await page.locator('.desk b').allTextContents()).toEqual(['1', '10'])
    const last = (await outline()).split('\n').filter((line) => line.includes('Add one'))[1]
    await call('ui_click', { ref: /\[(e\d+)\]/.exec(last ?? '')?.[1] })
    expect(await page.locator('.desk b').allTextContents()).toEqual(['1', '11'])
    expect(await page.locator('.desk output').first().textContent()).toBe('{"n":1,"origin":"agent"}')
    expect(pages.opened.logs).toEqual([])
  })

  test('ui_fill types, chooses and ticks, and waits for a field that searches a little later', async () => {
    const page = await open('/forms')
    const before = pages.server.audit.length
    expect(await fill('searchbox', { value: 'pen' })).toMatchObject({ ok: true, result: { settled: true } })
    expect(await page.locator('.typed').textContent()).toBe('pen')
    expect(await page.locator('.found').textContent()).toBe('{"ordered":"pen"}')
    expect(origins().slice(before)).toEqual([['api.shop.order', 'agent']])
    await fill('combobox', { value: 'Large' })
    expect(await page.locator('.typed').textContent()).toBe('l')
    expect(await fill('combobox', { value: 'Huge' })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await fill('"Short"', { value: 'too long' })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await fill('"Fixed"', { value: 'x' })).toMatchObject({ ok: false, code: 'unavailable' })
    expect(await fill('checkbox', { value: 'x' })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(pages.opened.logs).toEqual([])
  })

  test('ui_navigate and ui_click on a link go to pages of this app', async () => {
    const page = await open('/forms')
    await call('ui_navigate', { url: '/desks' }).catch(() => undefined)
    await page.waitForURL('**/desks')
    await page.goto(`${pages.server.url}/forms`)
    await page.locator('fw-island[ok]').first().waitFor()
    await click('link "Desks"').catch(() => undefined)
    await page.waitForURL('**/desks')
  })

  test('ui_wait_settled stops after a timeout, and reports it', async () => {
    const page = await open('/desks')
    await page.evaluate(() => void window.fw?.call('Desk.never'))
    expect(await call('ui_wait_settled', { timeoutMs: 60 })).toEqual({ ok: true, result: { settled: false } })
    expect(await call('ui_wait_settled', { scope: '1', timeoutMs: 5000 })).toEqual({
      ok: true,
      result: { settled: true },
    })
  })
})

describe("what follows is the agent's", () => {
  const parked = (cents: number) => ({
    ok: true,
    result: {
      proposals: [{ status: 'proposal', tool: 'api.shop.pay', message: `Approve api.shop.pay {"cents":${cents}}?` }],
    },
  })

  test('ui_click on a button whose code calls a confirm api parks it', async () => {
    const page = await open('/desks')
    expect(await click('Pay by api')).toMatchObject(parked(100))
    expect(pages.server.ran).toEqual([])
    expect(await page.locator('fw-approval').count()).toBe(1)
    expect(pages.opened.logs).toEqual([])
  })

  test('also when the code does it later, in a timer', async () => {
    await open('/desks')
    expect(await click('Pay later')).toMatchObject(parked(200))
    expect(pages.server.ran).toEqual([])
  })

  test('also in the handler of a form, whose submit event a browser trusts', async () => {
    await open('/forms')
    expect(await click('Pay by form')).toMatchObject(parked(30))
    expect(pages.server.ran).toEqual([])
    expect(pages.opened.logs).toEqual([])
  })

  test('also in the handler of a box that ui_fill ticks', async () => {
    await open('/forms')
    expect(await fill('checkbox', { checked: true })).toMatchObject(parked(10))
    expect(pages.server.ran).toEqual([])
  })

  test('a confirm intent or action that a button calls is parked too, a forbidden one refused', async () => {
    const page = await open('/desks')
    expect(await click('"Buy"')).toMatchObject({ result: { proposals: [{ tool: 'Desk.buy' }] } })
    expect(await click('"Clear"')).toMatchObject({ result: { proposals: [{ tool: 'basket.clear' }] } })
    expect(await page.locator('.desk b').first().textContent()).toBe('0')
    expect(pages.server.ran).toEqual([])
  })

  test("a person's click in the meantime is the person's", async () => {
    const page = await open('/desks')
    await page.evaluate(() => void window.fw?.call('Desk.never'))
    await page.evaluate(() => window.fw?.call('Desk.add', { by: 1 }))
    await page.locator('.pay').first().click()
    await expect.poll(() => pages.server.ran).toEqual(['pay 100'])
    expect(await page.locator('fw-approval').count()).toBe(0)
  })

  test('a form that no code takes is posted with the origin', async () => {
    const page = await open('/forms')
    await fill('textbox "Note"', { value: 'hello' })
    await click('button "Send"').catch(() => undefined)
    await page.waitForURL('**/desks')
    expect(posts).toEqual([{ origin: 'agent', body: 'note=hello' }])
    await page.goto(`${pages.server.url}/forms`)
    await page.getByLabel('Note').fill('mine')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/desks')
    expect(posts[1]).toEqual({ origin: null, body: 'note=mine' })
  })

  test('a form that only asks for a page is a link', async () => {
    const page = await open('/forms')
    await click('Find').catch(() => undefined)
    await page.waitForURL('**/desks?')
    expect(posts).toEqual([])
  })
})

describe('refused', () => {
  const refused = (code: string, error: string) => ({ ok: false, code, error: expect.stringContaining(error) })

  test('other origins, paths of the framework, and invalid URLs', async () => {
    const page = await open('/forms')
    for (const url of ['https://example.org/', '//example.org/x', 'javascript:alert(1)', 'data:text/html,x'])
      expect(await call('ui_navigate', { url })).toEqual(refused('forbidden', 'another origin'))
    for (const url of [
      '/_fw/proposals',
      '/_fw/approve',
      '/%5Ffw/proposals',
      '/x/../_fw/proposals',
      '//_fw/x',
      '/_FW/x',
      '\\_fw\\x',
    ])
      expect(await call('ui_navigate', { url }), url).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await call('ui_navigate', { url: 'http://[' })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await click('Elsewhere')).toEqual(refused('forbidden', 'another origin'))
    expect(await click('Proposals')).toEqual(refused('forbidden', '/_fw/'))
    expect(await click('Broken')).toEqual(refused('forbidden', "isn't a valid URL"))
    expect(await click('Send away')).toEqual(refused('forbidden', 'another origin'))
    expect(page.url()).toBe(`${pages.server.url}/forms`)
    expect(pages.opened.logs).toEqual([])
  })

  test('passwords, files, forms with a password, disabled elements', async () => {
    await open('/forms')
    expect(await fill('(password', { value: 'x' })).toEqual(refused('forbidden', 'password'))
    expect(await click('(file')).toEqual(refused('forbidden', 'file'))
    expect(await click('Sign in')).toEqual(refused('forbidden', 'password'))
    expect(await click('"Off"')).toEqual(refused('unavailable', 'disabled'))
    expect(posts).toEqual([])
  })

  test('a password that a button shows as text', async () => {
    const page = await open('/forms')
    const show = (type: string) =>
      page.locator('[name=password]').evaluate((field, to) => field.setAttribute('type', to), type)
    // It counts as a password field, also for tools that load later.
    await show('text')
    expect(await outline()).not.toContain('hunter2')
    await show('password')
    await page.locator('[name=password]').evaluate((field) => field.removeAttribute('autocomplete'))
    await show('text')
    expect(await outline()).toContain('textbox "Password"')
    expect(await outline()).not.toContain('hunter2')
    expect(await fill('"Password"', { value: 'x' })).toEqual(refused('forbidden', 'password'))
    expect(await click('Sign in')).toEqual(refused('forbidden', 'password'))
    await page.locator('[name=password]').selectText()
    expect(JSON.stringify(await call('ui_get_view_context'))).not.toContain('hunter2')
  })

  test.each([
    '<input name="user_password" value="hunter2" aria-label="Secret">',
    '<input id="confirmPasswd" value="hunter2" aria-label="Secret">',
  ])('a password that was shown as text before the agent came, by its name: %s', async (field) => {
    const page = await open('/forms')
    await page.locator('main').evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), field)
    expect(await outline()).toContain('textbox "Secret"')
    expect(await outline()).not.toContain('hunter2')
    expect(await fill('"Secret"', { value: 'x' })).toEqual(refused('forbidden', 'password'))
  })

  test('a password outside its form, and a link in an image', async () => {
    const page = await open('/forms')
    await page.locator('main').evaluate((main) => {
      main.insertAdjacentHTML(
        'beforeend',
        `<form id="apart" action="/forms" method="post"><button>Let me in</button></form>
         <input type="password" form="apart">
         <svg><a xlink:href="https://example.org/"><g role="button" aria-label="Map"><rect width="9" height="9" /></g></a></svg>`,
      )
    })
    expect(await click('Let me in')).toEqual(refused('forbidden', 'password'))
    expect(await click('Map')).toEqual(refused('forbidden', 'another origin'))
    expect(posts).toEqual([])
  })

  test('elements that are hidden or removed in the meantime', async () => {
    const page = await open('/forms')
    const ref = await refTo('"Shown"')
    for (const style of ['display: none', 'visibility: hidden', 'opacity: 0']) {
      await page.locator('.shown').evaluate((node, style) => {
        for (const part of [style]) {
          const [name = '', value = ''] = part.split(': ')
          ;(node as HTMLElement).style.cssText = ''
          ;(node as HTMLElement).style.setProperty(name, value)
        }
      }, style)
      expect(await call('ui_click', { ref }), style).toEqual(refused('unavailable', 'hidden'))
    }
    await page.locator('.shown').evaluate((node) => node.remove())
    expect(await call('ui_click', { ref })).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('approvals: they are not in the outline, and nothing in them is touched', async () => {
    const page = await open('/forms')
    const ref = await refTo('"Shown"')
    await page.locator('.shown').evaluate((node) => node.parentElement?.setAttribute('data-fw-approval', ''))
    expect(await call('ui_click', { ref })).toEqual(refused('forbidden', 'Approvals are for people'))
    expect(await outline()).not.toContain('Shown')
    await page.locator('.shown').evaluate((node) => node.parentElement?.removeAttribute('data-fw-approval'))
    await click('Pay by form')
    expect(await page.locator('fw-approval').count()).toBe(1)
    expect(await outline()).not.toContain('button "Approve')
  })

  test('approvals around a slot, the button of a label, and the controls of an approval that are elsewhere', async () => {
    const page = await open('/forms')
    await page.locator('main').evaluate((main) => {
      const form = `<form action="/forms" method="post"><input type="password"><button id="enter">Now</button></form>
        <label for="enter" tabindex="0" role="button">Enter</label><form id="far" data-fw-approval method="post"></form><button form="far"><b>Confirm</b></button>`
      main.insertAdjacentHTML('beforeend', `<div id="own"><button>Agree</button></div>${form}`)
      const root = document.getElementById('own')?.attachShadow({ mode: 'open' }) as ShadowRoot // inserted above
      root.innerHTML = '<div data-fw-approval><slot></slot></div>'
    })
    expect([await click('Agree'), await click('Confirm')]).toEqual(Array(2).fill(refused('forbidden', 'Approvals are')))
    expect(await click('Enter')).toEqual(refused('forbidden', 'password'))
    expect(posts).toEqual([])
  })
})
