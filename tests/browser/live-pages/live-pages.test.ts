/** Pages without islands that stay current while they are open. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { livePages, sameDocument } from './live-server.ts'

const pages = livePages()

test('a page shows a write of another caller, with one request', async () => {
  const { page, logs } = await pages.open('/')
  const { server } = pages
  await server.setCards('Tea', 'Rice', 'Salt')
  await page.getByText('3 cards').waitFor()
  expect(await page.locator('li b').allTextContents()).toEqual(['Tea', 'Rice', 'Salt'])
  expect(server.asked()).toEqual(['live /'])
  await server.setNotes('nothing of this page')
  await server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  expect(server.asked()).toEqual(['live /'])
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('media plays on, also in an element that moves', async () => {
  const { page } = await pages.open('/')
  await page.evaluate(async () => {
    const played = [...document.querySelectorAll('audio')]
    Object.assign(window, { played, paused: 0 })
    for (const audio of played) {
      audio.addEventListener('pause', () => Object.assign(window, { paused: 1 }))
      await audio.play()
    }
  })
  // The last comes first, and another one is between them.
  await pages.server.setCards('Rice', 'Salt', 'Tea')
  await page.getByText('3 cards').waitFor()
  const readTimes = () =>
    page.evaluate(() => {
      const { played, paused } = window as unknown as { played: HTMLAudioElement[]; paused: number }
      const isShown = ['rice', 'tea'].every((id, index) => {
        const audio = document.querySelector(`#card-${id} audio`)
        return audio === played[1 - index]
      })
      return isShown && paused === 0 ? played.map(({ currentTime }) => currentTime) : []
    })
  const before = await readTimes()
  expect(before).toHaveLength(2)
  await expect
    .poll(async () => (await readTimes()).every((time, index) => time > Number(before[index]) + 0.2))
    .toBe(true)
  expect((await readTimes()).length).toBe(2)
})

test('focus, selection, scroll positions, typed fields, edited text and open details stay', async () => {
  const { page } = await pages.open('/')
  await page.locator('summary').click()
  await page.locator('[name=note]').fill('a draft')
  await page.locator('[name=done]').check()
  await page.locator('[name=mode]').selectOption('b')
  await page.locator('.draft').fill('my text')
  await page.locator('[name=edit-rice]').fill('Rice, please')
  await page.locator('[name=edit-rice]').evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5))
  const steady = page.locator('.steady')
  await page.evaluate(() => {
    const scroller = document.querySelector('.scroller')
    if (scroller) scroller.scrollTop = 120
    const [text] = document.querySelector('.steady')?.childNodes ?? []
    Object.assign(window, { text, field: document.activeElement, changed: 0 })
    const count = () => Object.assign(window, { changed: 1 })
    new MutationObserver(count).observe(document.querySelector('.steady') as Node, { childList: true, subtree: true })
  })
  // Other cards come, one goes, and the order changes.
  await pages.server.setCards('Salt', 'Rice', 'Oil')
  await page.getByText('3 cards').waitFor()
  const kept = await page.evaluate(() => {
    const { text, field, changed } = window as unknown as { text: Node; field: HTMLInputElement; changed: number }
    return {
      isFocused: document.activeElement === field,
      value: field.value,
      selection: [field.selectionStart, field.selectionEnd],
      isSameText: text === document.querySelector('.steady')?.firstChild && changed === 0,
      scroll: document.querySelector('.scroller')?.scrollTop,
      isOpen: document.querySelector('details')?.open,
      order: Array.from(document.querySelectorAll('li'), ({ id }) => id),
    }
  })
  expect(kept).toEqual({
    isFocused: true,
    value: 'Rice, please',
    selection: [2, 5],
    isSameText: true,
    scroll: 120,
    isOpen: true,
    order: ['card-salt', 'card-rice', 'card-oil'],
  })
  expect(await page.locator('details p').textContent()).toBe('Salt, Rice, Oil')
  expect(await page.locator('[name=note]').inputValue()).toBe('a draft')
  expect(await page.locator('[name=done]').isChecked()).toBe(true)
  expect(await page.locator('[name=mode]').inputValue()).toBe('b')
  expect(await page.locator('.draft').textContent()).toBe('my text')
  expect(await steady.textContent()).toBe('This text never changes.')
})

test('a field without a change of the user follows the page', async () => {
  const { page } = await pages.open('/')
  await pages.server.setTitle('rice', 'Brown rice')
  await page.locator('b', { hasText: 'Brown rice' }).waitFor()
  expect(await page.locator('[name=edit-rice]').inputValue()).toBe('Brown rice')
})

test('only the regions of a page change, also in a table, and a region in another is a part of it', async () => {
  const { page, logs } = await pages.open('/regions')
  const outside = await page.locator('.outside').textContent()
  await page.evaluate(() => Object.assign(window, { row: document.querySelector('[data-key=rice]') }))
  await pages.server.setCards('Salt', 'Rice')
  await page.getByText('Salt').waitFor()
  await pages.server.setNotes('one', 'two')
  await page.getByText('2 notes').waitFor()
  expect(await page.locator('tr').allTextContents()).toEqual(['Salt', 'Rice', 'end'])
  expect(await page.locator('.notes').textContent()).toBe('onetwo2 notes')
  expect(await page.locator('.outside').textContent()).toBe(outside)
  expect(await page.evaluate(() => 'row' in window && window.row === document.querySelector('[data-key=rice]'))).toBe(
    true,
  )
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('a region whose end the parser has moved neither stops the others nor is requested again and again', async () => {
  const { server } = pages
  const { page, logs } = await pages.open('/split-region')
  await server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  await page.waitForTimeout(3000)
  expect(server.asked().filter((path) => path.startsWith('live '))).toEqual(['live /split-region'])
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('regions that the build has not found are live from the first response', async () => {
  await pages.server.restart()
  const { page } = await pages.open('/regions')
  await pages.server.setCards('Oil')
  await page.getByText('Oil').waitFor()
  expect(await sameDocument(page)).toBe(true)
})

test('late parts of a page are a part of its reads', async () => {
  const { page } = await pages.open('/late')
  await page.getByText('one').waitFor()
  await pages.server.setNotes('changed')
  await page.getByText('changed').waitFor()
  await pages.server.setCards('Tea')
  await expect.poll(() => page.locator('.count').textContent()).toBe('1')
  expect(await sameDocument(page)).toBe(true)
})

test('a page with a public cache policy gets a version that is newer than its cached copy', async () => {
  const { server } = pages
  const first = await pages.open('/cached')
  const second = await pages.open('/cached')
  expect(await second.page.locator('.count').textContent()).toBe('2')
  for (const [count, titles] of [
    ['1', ['Tea']],
    ['3', ['Tea', 'Rice', 'Oil']],
  ] as const) {
    await server.setCards(...titles)
    for (const { page } of [first, second]) await expect.poll(() => page.locator('.count').textContent()).toBe(count)
  }
  expect(server.asked()).toEqual(['live /cached', 'live /cached', 'live /cached', 'live /cached'])
})

test.each([
  ['a redirect', '/still', () => pages.server.setCards('Moved')],
  [
    'a page that is not found',
    '/private',
    async () => {
      pages.server.state.isGone = true
      await pages.server.setCards('Tea')
    },
  ],
])('%s loads the page again', async (_, path, change) => {
  const { page } = await pages.open('/private')
  await change()
  await expect.poll(() => sameDocument(page).catch(() => true)).toBe(false)
  expect(new URL(page.url()).pathname).toBe(path)
})

test('a page of another build loads again', async () => {
  const { page } = await pages.open('/')
  await pages.server.restart({ inlineStyles: true, styleText: 'p { margin: 0 }' })
  await pages.server.setCards('Tea')
  await expect.poll(() => sameDocument(page).catch(() => true)).toBe(false)
  await page.getByText('1 cards').waitFor()
  await pages.server.restart()
})

test('a failed request is repeated, and a restart of the server misses nothing', async () => {
  const { page, server } = { ...(await pages.open('/')), server: pages.server }
  server.fail(503)
  await server.setCards('Tea')
  await expect.poll(() => server.asked().length).toBeGreaterThan(0)
  server.fail(undefined)
  await page.getByText('1 cards').waitFor()
  server.state.cards = []
  await server.restart()
  await page.getByText('0 cards').waitFor()
  await server.setCards('Tea', 'Oil')
  await page.getByText('2 cards').waitFor()
  expect(await sameDocument(page)).toBe(true)
})

/** Sets whether the page believes to be hidden. A headless browser shows every page. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('a hidden page has no stream, and is current when it is shown again', async () => {
  const { page, server } = { ...(await pages.open('/')), server: pages.server }
  await hide(page, true)
  await server.setCards('Tea')
  await page.waitForTimeout(200)
  expect(server.asked()).toEqual([])
  await hide(page, false)
  await page.getByText('1 cards').waitFor()
  expect(server.asked()).toEqual(['/_fw/live', 'live /'])
})

test('writes during a request end with the last one', async () => {
  const { page, server } = { ...(await pages.open('/')), server: pages.server }
  for (let count = 1; count <= 20; count += 1)
    await server.setCards(...Array.from({ length: count }, (_, index) => `Card ${index}`))
  await page.getByText('20 cards').waitFor()
  await page.waitForTimeout(200)
  expect(await page.locator('li').count()).toBe(20)
  expect(server.asked().length).toBeLessThanOrEqual(21)
})

test('other pages of the app load nothing of it', async () => {
  const { page, requests } = await pages.chromium.open(`${pages.server.origin}/still`)
  expect(await page.locator('script').count()).toBe(0)
  expect(requests).toEqual(['/still'])
  await page.close()
})

test('an element of a user with the id of the framework neither loads a script nor stops the page from being live', async () => {
  const { server } = pages
  const script = `${server.origin}/assets/of-a-user.js`
  const comment = `<p id="fw-live" data-page="x" data-live="x" data-view="${script}">Hello</p>`
  await server.setNotes(comment)
  const { page } = await pages.open('/comments')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await server.setNotes(comment, '<p>Second</p>')
  await page.getByText('2 comments').waitFor()
  await server.setNotes(comment, '<p>Second</p>', '<p>Third</p>')
  await page.getByText('3 comments').waitFor()
  expect(requested).not.toContain(script)
  expect(await sameDocument(page)).toBe(true)
})

test('a script with the id of the framework that was injected into the page has no effect', async () => {
  const { server } = pages
  const comment =
    '<script type="module" id="fw-live" nonce="x" data-page="x" data-live="x" data-view="assets/user.js"></script>'
  await server.setNotes(comment)
  const { page } = await pages.open('/comments')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await server.setNotes(comment, '<p>Second</p>')
  await page.getByText('2 comments').waitFor()
  expect(requested).not.toContain('/assets/user.js')
  expect(await sameDocument(page)).toBe(true)
})

test('content for browsers without scripts has no effect in a template of a newer version', async () => {
  const { server } = pages
  const { page } = await pages.open('/comments')
  await server.setNotes('<template id="later"><noscript><i>off</i></noscript><p>on</p></template>')
  await page.locator('#later').waitFor({ state: 'attached' })
  const shown = await page.locator('#later').evaluate((template) => {
    document.body.append((template as HTMLTemplateElement).content.cloneNode(true))
    return [document.querySelectorAll('body > p').length, document.querySelectorAll('noscript > *').length]
  })
  expect(shown).toEqual([1, 0])
})

test('a script that a policy has refused does not run because a newer version gives it a URL', async () => {
  const { server } = pages
  await server.setNotes('<script id="later"></script>')
  const { page } = await pages.open('/comments')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await server.setNotes('<script id="later" src="/assets/user.js"></script>', '<p>Second</p>')
  await page.getByText('2 comments').waitFor()
  expect(requested).not.toContain('/assets/user.js')
  expect(await sameDocument(page)).toBe(true)
})

test('content for browsers without scripts has no effect in a region', async () => {
  const { server } = pages
  const { page, requests } = await pages.open('/noscript-region')
  await server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
  await server.setCards('Tea', 'Oil')
  await page.getByText('2 cards').waitFor()
  expect(requests.filter((path) => path.endsWith('.png'))).toEqual([])
  expect(await page.locator('noscript').evaluate(({ children }) => children.length)).toBe(0)
})
