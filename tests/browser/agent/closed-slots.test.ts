/** Clicks by scripts of an agent on content that is in a slot of a shadow root, where a link or a form may open a tab. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { call, clickAsAgent, findRef } from './act-as-agent.ts'

const pages = agentPages()

type Click = 'click' | 'dispatch' | 'dispatch on the text' | 'dispatch without a default that code can prevent'

/** What a shadow root contains, and what the slot of its host contains. */
interface Host {
  readonly mode: ShadowRootMode
  readonly shadow: string
  readonly light?: string
  /** The parser attaches the root. */
  readonly isDeclared?: boolean
  /** Markup around the host, in place of `#host`. */
  readonly around?: string
}

const LINK = '<a href="/help" target="_blank"><b><slot></slot></b></a>'
const FORM = '<form action="/help" target="_blank"><button><slot></slot></button></form>'

/** Adds the host to the page. Code of the page can't reach a closed root afterwards. */
async function addHost(page: Page, host: Host): Promise<void> {
  await page.evaluate(
    ({ mode, shadow, light = '<span>Content</span>', isDeclared, around = '<div id="host"></div>' }) => {
      const place = document.createElement('section')
      place.id = 'place'
      document.querySelector('main')?.prepend(place)
      const root = isDeclared ? `<template shadowrootmode="${mode}">${shadow}</template>` : ''
      place.setHTMLUnsafe(around.replace('></div>', `>${root}${light}</div>`))
      if (!isDeclared) (place.querySelector('#host') as Element).attachShadow({ mode }).innerHTML = shadow
    },
    host,
  )
}

/** Clicks by a script whose cause is unknown: the page's own code, some time after an act of an agent. */
const clickLater = (page: Page, selector: string, by: Click = 'click') =>
  page.evaluate(
    ([to, way]) => {
      const target = document.querySelector(to) as HTMLElement
      const init = { bubbles: true, cancelable: !way.includes('without'), composed: true }
      if (way === 'click') target.click()
      else (way.endsWith('text') ? (target.firstChild as Text) : target).dispatchEvent(new MouseEvent('click', init))
    },
    [selector, by] as const,
  )

const open = () => pages.open('/roots')
/** An agent acts, and then a person, after which browsers open tabs for a while. */
async function act(page: Page): Promise<void> {
  await call(page, 'Roots.idle')
  await page.locator('h1').click()
}
const countTabs = (page: Page) => page.context().pages().length
/** Long enough for a tab that should not open. */
const pause = (page: Page) => page.waitForTimeout(600)

describe('an agent opens no tab by a click on content', () => {
  test.each<[string, Host, string?]>([
    ['of a link', { mode: 'closed', shadow: LINK }],
    ['of a link in an open root', { mode: 'open', shadow: LINK }],
    ['of a declared link', { mode: 'closed', shadow: LINK, isDeclared: true }],
    ['of a form', { mode: 'closed', shadow: FORM }],
    ['of a form in an open root', { mode: 'open', shadow: FORM }],
    [
      'of a link that a link contains',
      { mode: 'closed', shadow: LINK, around: '<a href="#x"><div id="host"></div></a>' },
    ],
    ['deeper in the slot', { mode: 'closed', shadow: LINK, light: '<p><span>Content</span></p>' }],
    [
      'that is a button without an action',
      { mode: 'closed', shadow: LINK, light: '<button type="button">x</button>' },
      'button',
    ],
  ])('%s', async (_, host, selector = 'span') => {
    const page = await open()
    await addHost(page, host)
    await act(page)
    const tabs = countTabs(page)
    await clickLater(page, `#host ${selector}`)
    await pause(page)
    expect(countTabs(page)).toBe(tabs)
  })

  test.each<Click>(['dispatch', 'dispatch on the text', 'dispatch without a default that code can prevent'])(
    'of a link: %s',
    async (by) => {
      const page = await open()
      await addHost(page, { mode: 'closed', shadow: LINK })
      await act(page)
      const tabs = countTabs(page)
      await clickLater(page, '#host span', by)
      await pause(page)
      expect(countTabs(page)).toBe(tabs)
    },
  )

  test('of a link, by ui_click, which runs the handlers', async () => {
    const page = await open()
    await addHost(page, { mode: 'closed', shadow: LINK, light: '<span role="button">Content</span>' })
    await page.evaluate(() =>
      document.querySelector('#host')?.addEventListener('click', () => document.body.setAttribute('data-heard', '')),
    )
    await act(page)
    const tabs = countTabs(page)
    expect(await clickAsAgent(page, 'Content')).toMatchObject({ ok: true })
    await pause(page)
    expect([countTabs(page), await page.locator('body[data-heard]').count()]).toEqual([tabs, 1])
  })
})

test.each([
  ['link', '{ ctrlKey: true }'],
  ['link', '{ shiftKey: true }'],
  ['link', '{ button: 1 }'],
  ['button', '{ ctrlKey: true }'],
])('an agent opens no tab by a key or button of the mouse: a %s, %s', async (name, init) => {
  const page = await open()
  await page.evaluate(() => {
    const place = document.querySelector('h1') as Element
    place.innerHTML = '<a href="/help">link</a><form action="/help"><button>button</button></form>'
  })
  await act(page)
  const tabs = countTabs(page)
  await page.evaluate(
    ([selector, given]) =>
      document
        .querySelector(`h1 ${selector}`)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...JSON.parse(given) })),
    [name === 'link' ? 'a' : 'button', init.replace(/(\w+):/, '"$1":')] as const,
  )
  await pause(page)
  expect(countTabs(page)).toBe(tabs)
})

describe('a click on content in a slot', () => {
  test('of an open root follows the link in this document, as an agent', async () => {
    const page = await open()
    await addHost(page, { mode: 'open', shadow: LINK })
    await act(page)
    const tabs = countTabs(page)
    await clickLater(page, '#host span')
    await page.waitForURL('**/help')
    expect(countTabs(page)).toBe(tabs)
  })

  test.each([
    ['a checkbox', '<input type="checkbox" onclick="">', 'input:checked'],
    ['the field of a label', '<label><input type="checkbox"><i>Content</i></label>', 'input:checked'],
    ['details', '<details><summary>Content</summary></details>', 'details[open]'],
  ])('of a closed root has the effect of %s in the page', async (_, light, selector) => {
    const page = await open()
    await addHost(page, { mode: 'closed', shadow: '<b><slot></slot></b>', light })
    await act(page)
    await clickLater(page, '#host :is(summary, i, input:only-child)')
    expect(await page.locator(selector).count()).toBe(1)
  })

  test('that is in no shadow root follows its link', async () => {
    const page = await open()
    await addHost(page, { mode: 'closed', shadow: '<slot></slot>' })
    await page.evaluate(() => {
      const place = document.querySelector('h1') as Element
      place.innerHTML = '<a href="#followed"><span id="out"><b>Content</b></span></a>'
    })
    await act(page)
    await clickLater(page, '#out b')
    expect(new URL(page.url()).hash).toBe('#followed')
    // The search for the slot has left no trace.
    expect(await page.locator('#place [style], h1 [style], main[style]').count()).toBe(0)
  })

  test("opens a tab for a person's handler", async () => {
    const page = await open()
    await addHost(page, { mode: 'closed', shadow: LINK })
    await act(page)
    await page.evaluate(() => {
      const heading = document.querySelector('h1') as HTMLElement
      heading.onclick = () => document.querySelector<HTMLElement>('#host span')?.click()
    })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.locator('h1').click()])
    await tab.close()
  })
})

describe('ui_click refuses content in a slot of an open root', () => {
  const BUTTON = '<span role="button">Content</span>'

  test.each([
    ['of a link to another origin', '<a href="https://example.org/"><slot></slot></a>', 'another origin'],
    ['of a link to a path of the framework', '<a href="/_fw/proposals"><i><slot></slot></i></a>', '/_fw/'],
    [
      'of a form that is sent to another origin',
      '<form action="https://example.org/"><button><slot></slot></button></form>',
      'another origin',
    ],
    ['of a form with a password', '<form><input type="password"><button><slot></slot></button></form>', 'password'],
    ['that is inert', '<div inert><slot></slot></div>', 'disabled'],
    ['that is disabled', '<div aria-disabled="true"><slot></slot></div>', 'disabled'],
    ['that is invisible', '<div class="clear"><slot></slot></div>', 'hidden'],
  ])('%s', async (_, shadow, error) => {
    const page = await open()
    // Other content makes it visible to the outline first.
    await addHost(page, { mode: 'open', shadow: '<slot></slot>', light: BUTTON })
    const ref = await findRef(page, '"Content"')
    await page.evaluate((content) => {
      const root = document.querySelector('#host')?.shadowRoot as ShadowRoot
      root.innerHTML = content
      // The policy of the page allows no style attributes.
      for (const element of root.querySelectorAll<HTMLElement>('.clear')) element.style.opacity = '0'
    }, shadow)
    expect(await call(page, 'ui_click', { ref })).toMatchObject({ ok: false, error: expect.stringContaining(error) })
  })
})
