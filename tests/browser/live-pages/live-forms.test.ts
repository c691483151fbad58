/** Forms of live pages, and pages that a user leaves while a newer version is loading. */
import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { livePages, sameDocument } from './live-server.ts'

const pages = livePages()
beforeEach(() => {
  pages.server.state.ordered = []
})

describe.each(['/orders', '/orders-still'])('%s', (path) => {
  test('rows without ids keep typed values, also in forms whose fields are called id, children and content', async () => {
    const { page, logs } = await pages.open(path)
    await page.getByLabel('Content of tea').fill('hot')
    await page.getByLabel('Children of tea').fill('2')
    await page.evaluate(() => Object.assign(window, { field: document.activeElement }))
    await pages.server.setCards('Oil', 'Tea', 'Rice')
    await page.getByText('3 cards').waitFor()
    expect(await page.locator('li b').allTextContents()).toEqual(['Oil', 'Tea', 'Rice'])
    expect(await page.getByLabel('Content of tea').inputValue()).toBe('hot')
    expect(await page.getByLabel('Children of tea').inputValue()).toBe('2')
    expect(await page.getByLabel('Children of oil').inputValue()).toBe('')
    expect(await page.evaluate(() => 'field' in window && window.field === document.activeElement)).toBe(true)
    expect(await sameDocument(page)).toBe(true)
    expect(logs).toEqual([])
  })

  test('forms whose fields are called attributes, matches and remove are merged and removed', async () => {
    const { page, logs } = await pages.open(path)
    await page.getByLabel('Attributes of tea').fill('green')
    await pages.server.setCards('Oil', 'Tea', 'Salt')
    await page.getByText('3 cards').waitFor()
    const forms = await page
      .locator('form[id]')
      .evaluateAll((all) =>
        all.map((form) => [
          form.getAttribute('id'),
          form.getAttribute('data-count'),
          form.querySelector('output')?.textContent,
        ]),
      )
    expect(forms).toEqual([
      ['find-oil', '3', '3'],
      ['find-tea', '3', '3'],
      ['find-salt', '3', '3'],
    ])
    expect(await page.getByLabel('Attributes of tea').inputValue()).toBe('green')
    expect(await sameDocument(page)).toBe(true)
    expect(logs).toEqual([])
  })

  test('text that a user edits stays', async () => {
    const { page } = await pages.open(path)
    await page.locator('.draft').fill('my text')
    await pages.server.setCards('Tea')
    await page.getByText('1 cards').waitFor()
    expect(await page.locator('.draft').textContent()).toBe('my text')
  })

  test('a form that is being sent runs once if the page changes and it is sent again', async () => {
    const { page } = await pages.open(path)
    // In the page, because a test waits for the navigation that the browser has begun.
    const key = await page.evaluate(() => {
      const form = [...document.forms].find((one) => one.querySelector('[value=tea]'))
      const readKey = () => form?.querySelector<HTMLInputElement>('[name="fw:key"]')?.value
      const press = () => form?.querySelector('button')?.click()
      const timer = setInterval(() => {
        if (document.querySelector('h1')?.textContent !== '3 cards') return
        clearInterval(timer)
        sessionStorage.setItem('key', `${readKey()}`)
        press()
      }, 20)
      press()
      return readKey()
    })
    await pages.server.setCards('Tea', 'Rice', 'Oil')
    await expect.poll(() => pages.server.state.ordered, { timeout: 5_000 }).toEqual(['tea'])
    await page.waitForTimeout(2_000)
    expect(pages.server.state.ordered).toEqual(['tea'])
    expect(await page.evaluate(() => sessionStorage.getItem('key'))).toBe(key)
  })
})

/** The files that merge a page wait until the returned function is called. */
async function holdFiles(page: Page): Promise<{ readonly held: readonly Route[]; release(): Promise<void> }> {
  const held: Route[] = []
  let isHolding = true
  await page.route(/merge-body|renew-props|live-merge/, (route) =>
    isHolding ? void held.push(route) : route.continue(),
  )
  return {
    held,
    async release() {
      isHolding = false
      for (const route of held) await route.continue()
    },
  }
}

test('a newer version is not shown after the user has left its page', async () => {
  const { page, logs } = await pages.open('/islands')
  const goToOther = async () => {
    await page.getByRole('link', { name: 'Comments' }).click()
    await page.getByText('1 comments').waitFor()
  }
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  // Loads all that the navigation needs.
  await goToOther()
  await page.goBack()
  await page.getByRole('link', { name: 'Comments' }).waitFor()
  await page.waitForTimeout(500)
  const files = await holdFiles(page)
  await pages.server.setTitle('tea', 'Green tea')
  await expect.poll(() => files.held.length).toBeGreaterThan(0)
  await goToOther()
  await files.release()
  await page.waitForTimeout(1_000)
  expect(new URL(page.url()).pathname).toBe('/comments')
  expect(await page.locator('h1').textContent()).toBe('1 comments')
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('a newer version of a page without islands is not shown either after the user has left it', async () => {
  const { page, logs } = await pages.open('/islands')
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Comments' }).click()
  const comments = page.locator('h1', { hasText: 'comments' })
  await comments.waitFor()
  const files = await holdFiles(page)
  await pages.server.setNotes('<p>One</p>', '<p>Two</p>')
  await expect.poll(() => files.held.length).toBeGreaterThan(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Comments' }).waitFor()
  await files.release()
  await page.waitForTimeout(1_000)
  expect(new URL(page.url()).pathname).toBe('/islands')
  expect(await comments.count()).toBe(0)
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('a newer version is shown later if its code could not be loaded, in the same document', async () => {
  const { page } = await pages.open('/')
  let failed = 0
  await page.route(/live-merge/, (route) => (failed++ === 0 ? route.abort() : route.continue()))
  await pages.server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  expect(failed).toBeGreaterThan(0)
  expect(await sameDocument(page)).toBe(true)
})

test('what a user has chosen stays, and other buttons and menus follow the page', async () => {
  const { server } = pages
  await server.setNotes('b')
  const { page, logs } = await pages.open('/choices')
  await page.locator('[name=radio][value=d]').check()
  await page.locator('[name=box-d]').check()
  await page.locator('[name=chosen]').selectOption('a')
  await page.locator('[name=other]').selectOption('b-2')
  await server.setNotes('c')
  await page.locator('h1', { hasText: 'c' }).waitFor()
  const read = () => page.evaluate(() => Object.fromEntries(new FormData(document.forms[0])))
  expect(await read()).toEqual({
    radio: 'd',
    'box-c': 'on',
    'box-d': 'on',
    chosen: 'a',
    untouched: 'c',
    disabled: 'y',
    // The option that the user has chosen is gone.
    other: '1',
    first: 'y',
  })
  expect(await page.locator('[contenteditable]').textContent()).toBe('A new text')
  // A field of the form hides its method `remove`.
  await server.setNotes('b')
  await page.locator('h1', { hasText: 'b' }).waitFor()
  expect(await page.locator('[name=remove]').count()).toBe(0)
  expect(await read()).toMatchObject({ radio: 'd', chosen: 'a', untouched: 'b', first: 'x' })
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})
