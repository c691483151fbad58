/** A pending call runs in the context that its card has shown: with the same props, in the same page. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'

const pages = agentPages()

const open = () => pages.open('/targets', openShadows)
const call = (page: Page, name: string, input?: unknown) =>
  page.evaluate(([tool, value]) => window.fw?.call(tool, value), [name, input] as const)
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ }).click()
const card = (page: Page) => page.getByRole('article').first().textContent()
const isAskedAgain = (page: Page) => page.getByText('The page has changed since.').waitFor()
const isDone = (page: Page) => page.getByText('Approved. It has run, once.').waitFor()

async function click(page: Page, name: string): Promise<unknown> {
  const read = (await call(page, 'ui_read_page', {})) as { result: { outline: string } }
  const ref = new RegExp(`button "${name}" \\[(e\\d+)\\]`).exec(read.result.outline)?.[1]
  return call(page, 'ui_click', { ref })
}

describe('the props of a component', () => {
  test('are shown on the card, without functions and props that are only rendered', async () => {
    const page = await open()
    await click(page, 'Remove one')
    expect(await card(page)).toMatch(/Contextname"one"tags"tag"(?!.*hint)(?!.*onDone)/)
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order remove one 1'])
  })

  test('that have changed are shown again before the call runs with them', async () => {
    const page = await open()
    await click(page, 'Remove one')
    await call(page, 'Targets.flip')
    await approve(page)
    await isAskedAgain(page)
    expect(pages.server.ran).toEqual([])
    expect(await card(page)).toContain('name"two"')
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order remove two 1'])
  })

  test('are shown with the variables of destructured ones', async () => {
    const page = await open()
    await call(page, 'Stamp.print')
    expect(await card(page)).toMatch(/Contextofletterpages3color"blue"copies07/)
  })

  test('show the beginning of a long one, and the rest up to a limit on request', async () => {
    const page = await open()
    await call(page, 'Letter.send')
    const summary = page.getByText('120021 characters: ')
    expect(await summary.textContent()).toBe(`120021 characters: "<img src="/effect">${'x'.repeat(180)}…`)
    const text = page.getByRole('group', { name: 'text: the first 100000 characters' })
    expect(await text.isVisible()).toBe(false)
    await summary.click()
    expect(await text.textContent()).toBe(`"<img src="/effect">${'x'.repeat(99_980)}`)
    await page.getByText('The call is shown again if any of the other characters change.').waitFor()
    expect(pages.opened.requests).not.toContain('/effect')
  })

  test('that have changed beyond that limit ask again before the call runs', async () => {
    const page = await open()
    await call(page, 'Letter.send')
    await call(page, 'Letters.rewrite')
    await approve(page)
    await isAskedAgain(page)
    expect(pages.server.ran).toEqual([])
    await page.getByText('120022 characters: ').waitFor()
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order send 120020'])
  })
})

test('a listener of the event about the approval changes nothing before the call runs', async () => {
  const page = await open()
  await click(page, 'Remove one')
  await page.evaluate(() =>
    document.addEventListener('fw:proposal', ({ detail }: Event & { readonly detail?: { readonly state: string } }) => {
      if (detail?.state === 'executed') document.querySelector<HTMLElement>('[data-sort]')?.click()
    }),
  )
  await approve(page)
  await isDone(page)
  expect(pages.server.ran).toEqual(['order remove one 1'])
})

/** Approves, is asked again before anything runs, and approves that. */
async function approveAfterQuestion(page: Page, ran: string): Promise<void> {
  await approve(page)
  await isAskedAgain(page)
  expect(pages.server.ran).toEqual([])
  await approve(page)
  await isDone(page)
  expect(pages.server.ran).toEqual([ran])
}

describe('the page of a call without a preview', () => {
  test.each([
    ['a visible selection', 'buy', 'select', { name: 'b' }],
    ['an invisible selection', 'buyHidden', 'hide', { name: 'b' }],
    ['a selection by a timer', 'buy', 'selectLater', { name: 'b', ms: 1_000 }],
  ])('that an agent has changed asks again before the call runs: %s', async (_name, buy, change, input) => {
    const page = await open()
    if (change === 'selectLater') await call(page, `Targets.${change}`, input)
    await call(page, `Targets.${buy}`)
    if (change === 'selectLater') await page.locator('output', { hasText: 'b' }).waitFor()
    else await call(page, `Targets.${change}`, input)
    await approveAfterQuestion(page, 'order buy b')
  })

  test('that slow work of an agent has changed invisibly asks again before the call runs', async () => {
    const page = await open()
    await call(page, 'Targets.hideLater', { name: 'b', ms: 1_200 })
    await call(page, 'Targets.buyHidden')
    await page.waitForTimeout(1_400)
    await approveAfterQuestion(page, 'order buy b')
  })

  test('asks again after each further run of an agent', async () => {
    const page = await open()
    await call(page, 'Targets.buyHidden')
    for (const name of ['b', 'c']) {
      await call(page, 'Targets.hide', { name })
      await approve(page)
      await isAskedAgain(page)
      await page.waitForTimeout(100)
      expect(pages.server.ran).toEqual([])
    }
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order buy c'])
  })

  test('that a person has changed asks again', async () => {
    const page = await open()
    await call(page, 'Targets.buy')
    await page.waitForTimeout(600)
    await page.keyboard.press('Escape')
    await page.getByLabel('Amount').fill('7')
    await page.getByRole('button', { name: '1 call pending approval' }).click()
    await approve(page)
    await isAskedAgain(page)
    expect(pages.server.ran).toEqual([])
  })

  test('asks once if it changes by itself, such as a clock', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Start the clock' }).click()
    await call(page, 'Targets.buy')
    await page.waitForTimeout(700)
    await approve(page)
    await isAskedAgain(page)
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order buy a'])
  })

  test.each([
    ['nothing', async () => {}],
    ['an agent that reads', (page: Page) => call(page, 'ui_read_page', {})],
    ['another pending call', (page: Page) => call(page, 'Targets.buyHidden')],
    ['a call of an api', (page: Page) => call(page, 'api.shop.order', { item: 'pen' })],
  ])("that hasn't changed doesn't ask again: %s", async (_name, change) => {
    const page = await open()
    await call(page, 'Targets.buy')
    await page.waitForTimeout(700)
    await change(page)
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await isDone(page)
    expect(pages.server.ran).toContain('order buy a')
  })
})

test('a call with a preview is asked again if an agent has acted since, once', async () => {
  const page = await open()
  await call(page, 'Targets.count')
  await call(page, 'Targets.select', { name: 'b' })
  await approve(page)
  await isAskedAgain(page)
  await approve(page)
  await isDone(page)
  expect(await page.locator('b').textContent()).toBe('3')
})

test.each([
  ['asks again if an agent has changed what it adds', [['Targets.hide', { name: 'b' }]]],
  ["isn't asked again if nothing has changed", []],
] as const)('a call that adds a random id has no preview, and %s', async (_name, acts) => {
  const page = await open()
  await call(page, 'Targets.add')
  expect(await card(page)).not.toContain('Changes in this page')
  await page.waitForTimeout(700)
  for (const [name, input] of acts) await call(page, name, input)
  await approve(page)
  if (acts.length > 0) {
    await isAskedAgain(page)
    expect(await page.locator('section > code').textContent()).toBe('[]')
    await approve(page)
  }
  await isDone(page)
  expect(await page.locator('section > code').textContent()).toContain(acts.length > 0 ? '"b"' : '"a"')
})

test('a preview that consumes its input leaves it to the card, to later previews and to the call', async () => {
  const page = await open()
  await call(page, 'Targets.countDown', { numbers: [1, 2] })
  expect(await card(page)).toMatch(/numbers.*12.*-3/)
  await approve(page)
  await isDone(page)
  expect(await page.locator('b').textContent()).toBe('-3')
})

test('a preview that consumes its input shows a change of the page before the call runs', async () => {
  const page = await open()
  await call(page, 'Targets.countDown', { numbers: [1, 2] })
  await call(page, 'Targets.rise')
  await approve(page)
  await isAskedAgain(page)
  expect(await card(page)).toContain('-2')
})
