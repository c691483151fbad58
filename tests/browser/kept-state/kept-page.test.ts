/** A page that is shown again, after a form, by `navigate()` or by `refresh()`: a user's texts, focus and islands stay. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { state } from '../apps/kept/state.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { isSameDocument, type KeptServer, readText, resetState, serveKept } from './kept-server.ts'

let server: KeptServer
let chromium: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveKept(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  resetState()
  opened = await server.open(chromium)
  page = opened.page
})
afterEach(async () => {
  await page.close()
  expect(opened.logs).toEqual([])
})

/** What the user has on the page: an open part, half-typed fields, scrolled boxes and clicked islands. */
async function usePage(): Promise<void> {
  await page.locator('summary').click()
  await page.locator('[name=half]').fill('half')
  await page.locator('[name=long]').fill('long')
  await page.locator('[name=choice]').selectOption('two')
  await page.locator('[name=checked]').check()
  await page.locator('[value=b]').check()
  await page.locator('.scroller').evaluate((node) => node.scrollTo(0, 200))
  for (let clicks = 0; clicks < 3; clicks++) await page.locator('.count').click()
  await page.locator('.draft').fill('in the island')
  await page.locator('.tally .row').click()
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('main, .tally, .notes, [name=half]'))
      Object.assign(node, { marked: true })
  })
}

const used = () =>
  page.evaluate(() => {
    const value = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.value
    const isChecked = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.checked
    return {
      open: document.querySelector('details')?.open,
      values: ['[name=half]', '[name=long]', '[name=choice]', '.draft'].map(value),
      checked: ['[name=checked]', '[value=a]', '[value=b]'].map(isChecked),
      scrolled: document.querySelector('.scroller')?.scrollTop,
      marked: ['main', '.tally', '.notes', '[name=half]'].every(
        (one) => 'marked' in (document.querySelector(one) ?? {}),
      ),
    }
  })

const USED = {
  open: true,
  values: ['half', 'long', 'two', 'in the island'],
  checked: [true, false, true],
  scrolled: 200,
  marked: true,
}

async function send(text: string): Promise<void> {
  await page.locator('.sent').fill(text)
  await page.locator('.sent').press('Enter')
  await page.locator('.notes li', { hasText: text }).waitFor()
}

const globals = (name: string) => page.evaluate((key) => Reflect.get(window, key), name)

describe('a form of the page', () => {
  test('shows the page again: what the server renders is new, what the user has stays', async () => {
    await usePage()
    await page.locator('.sent').fill('first')
    await page.locator('#plain').evaluate((form) => {
      scrollTo(0, 150)
      ;(form as HTMLFormElement).requestSubmit()
    })
    await page.locator('.notes li', { hasText: 'first' }).waitFor()
    expect(await isSameDocument(page)).toBe(true)
    expect(await used()).toEqual(USED)
    expect(await readText(page, '.flash')).toBe('1 notes')
    expect(await readText(page, 'details p')).toBe('1 in all')
    expect(await page.locator('[name=fresh]').inputValue()).toBe('total 1')
    expect(await page.locator('[name=choice] option').count()).toBe(3)
    await expect.poll(() => readText(page, '.count')).toBe('page 1 3 of 1, none')
    expect(await page.locator('.tally li').allTextContents()).toEqual(['first'])
    expect(await readText(page, '.slot')).toBe('slot 1')
    expect(await readText(page, '.tally .row')).toBe('inside 1')
    expect(await page.evaluate(() => scrollY)).toBe(150)
  })

  test('empties the sent form, keeps its focus, and can be sent again', async () => {
    await send('first')
    expect(await page.locator('.sent').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('sent')
    await send('second')
    expect(state.notes).toEqual(['first', 'second'])
    expect(await readText(page, '.count')).toBe('page 1 0 of 2, many')
  })

  test('of an island, too', async () => {
    for (const text of ['one', 'two']) {
      await page.locator('#box [name=text]').fill(text)
      await page.locator('#box [name=text]').press('Enter')
      await page.locator('.notes li', { hasText: text }).waitFor()
      await expect.poll(() => page.locator('#box [name=text]').inputValue()).toBe('')
    }
    expect(state.notes).toEqual(['one', 'two'])
  })
})

describe('radio buttons', () => {
  const chosen = () => page.locator('[name=pick]:checked').evaluateAll(([field]) => (field as HTMLInputElement)?.value)

  test.each([
    ['another one is the default', { picks: ['a', 'b', 'c'], pick: 'c' }, 'b'],
    ['an earlier one is gone', { picks: ['b', 'c'], pick: 'c' }, 'b'],
    ['they are in another order', { picks: ['c', 'b', 'a'], pick: 'c' }, 'b'],
    ['it is gone', { picks: ['a', 'c'], pick: 'c' }, 'c'],
  ])('a choice of the user stays when the page is shown again and %s', async (_, next, expected) => {
    Object.assign(state, { picks: ['a', 'b', 'c'] })
    await page.reload()
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.locator('[value=b]').check()
    Object.assign(state, next)
    await send('first')
    expect(await chosen()).toBe(expected)
    await send('second')
    expect(await chosen()).toBe(expected)
  })

  test('of an island belong to the island', async () => {
    await page
      .locator('fw-island')
      .first()
      .evaluate((island) => {
        const button = (name: string) => `<input type="radio" class="own" ${name}>`
        island.insertAdjacentHTML('beforeend', ['', '', 'name="sort"', 'name="sort"'].map(button).join(''))
      })
    for (const index of [0, 1, 3]) await page.locator('.own').nth(index).check()
    await send('first')
    const own = await page.locator('.own').evaluateAll((buttons) => buttons.map((one) => Reflect.get(one, 'checked')))
    expect(own).toEqual([true, true, false, true])
  })

  test('follow the server as long as the user has chosen none', async () => {
    Object.assign(state, { picks: ['a', 'b', 'c'], pick: 'c' })
    await send('first')
    expect(await chosen()).toBe('c')
  })
})

test('what the user has in a row with `data-key` stays in it, also in another order', async () => {
  const row = page.locator('.keyed li', { hasText: 'b' })
  await row.locator('[name=picked]').check()
  await row.locator('[name=qty]').fill('50')
  for (const rows of [
    ['new', 'a', 'b', 'c'],
    ['b', 'c', 'new'],
    ['c', 'other', 'b'],
  ]) {
    state.rows = rows
    await page.evaluate(() => window.fw?.navigate('/'))
    await expect.poll(() => page.locator('.keyed b').allTextContents()).toEqual(rows)
    const seen = await page.locator('.keyed li').evaluateAll((all) =>
      all.map((item) => {
        const [qty, picked] = item.querySelectorAll('input')
        const mark = item.contains(document.activeElement) ? ' focus' : ''
        return `${(item as HTMLElement).dataset.key} ${qty?.value} ${picked?.checked}${mark}`
      }),
    )
    expect(seen).toEqual(rows.map((name) => (name === 'b' ? 'b 50 true focus' : `${name} 1 false`)))
  }
})

test.each(['remove', 'closest'])('forms with a field that is named %s follow the server', async (field) => {
  Object.assign(state, { field })
  const listItems = () => page.locator('.carts form').evaluateAll((all) => all.map((form) => form.textContent))
  for (const rows of [['a', 'b', 'c'], ['c', 'd'], []]) {
    state.rows = rows
    await page.evaluate(() => window.fw?.navigate('/'))
    await expect.poll(listItems).toEqual(rows)
  }
  expect(await isSameDocument(page)).toBe(true)
})

test('a form with a field that is named remove is gone on the next page', async () => {
  Object.assign(state, { field: 'remove' })
  await page.evaluate(() => window.fw?.navigate('/'))
  await page.locator('.carts form').first().waitFor()
  await page.evaluate(() => document.body.append(...document.querySelectorAll('.carts form')))
  await page.locator('#to-other').click()
  await page.locator('h1', { hasText: 'Other' }).waitFor()
  expect(await page.locator('form [name=remove]').count()).toBe(0)
  expect(await isSameDocument(page)).toBe(true)
})

describe('islands', () => {
  test('get new props without starting again, and their effects run for the changed ones', async () => {
    expect(await globals('seen')).toEqual(['total 0', 'label page 1'])
    await send('first')
    await expect.poll(() => globals('seen')).toEqual(['total 0', 'label page 1', 'total 1'])
    expect(await globals('ended')).toBeUndefined()
  })

  test('keep the rows of objects that the server sends again', async () => {
    await send('first')
    await page.locator('.tally li').evaluate((node) => Object.assign(node, { marked: true }))
    await send('second')
    await expect.poll(() => page.locator('.tally li').count()).toBe(2)
    expect(
      await page
        .locator('.tally li')
        .first()
        .evaluate((node) => 'marked' in node),
    ).toBe(true)
  })

  test('end when the page has them no more, and start when it has them', async () => {
    state.hasTally = false
    await send('first')
    await expect.poll(() => globals('ended')).toEqual(['inside', 'page 1'])
    expect(await page.locator('.tally').count()).toBe(0)
    state.hasTally = true
    await send('second')
    await page.locator('fw-island:not([ok])').waitFor({ state: 'detached' })
    await page.locator('.count').click()
    expect(await readText(page, '.count')).toBe('page 1 1 of 2, many')
  })

  test('move with their key', async () => {
    const row = (name: string) => page.locator('.rows .row', { hasText: name })
    for (const [index, name] of ['a', 'b', 'c'].entries())
      for (let clicks = 0; clicks <= index; clicks++) await row(name).click()
    await row('c').focus()
    state.rows = ['c', 'new', 'a']
    await send('first')
    await expect.poll(() => page.locator('.rows .row').allTextContents()).toEqual(['c 3', 'new 0', 'a 1'])
    expect(await globals('ended')).toEqual(['b'])
    await page.locator('fw-island:not([ok])').waitFor({ state: 'detached' })
    await row('new').click()
    await row('a').click()
    expect(await page.locator('.rows .row').allTextContents()).toEqual(['c 3', 'new 1', 'a 2'])
    expect(
      await page.evaluate(
        () => new Set([...document.querySelectorAll('fw-island')].map((one) => one.getAttribute('i'))).size,
      ),
    ).toBe(await page.locator('fw-island').count())
  })

  test('that hide their content get it new when they show it again', async () => {
    await page.locator('.tally .row').click()
    await page.locator('.toggle').click()
    expect(await page.locator('.slot').count()).toBe(0)
    await send('first')
    await page.locator('.toggle').click()
    expect(await readText(page, '.slot')).toBe('slot 1')
    expect(await readText(page, '.tally .row')).toBe('inside 1')
    await page.locator('.tally .row').click()
    expect(await readText(page, '.tally .row')).toBe('inside 2')
  })
})

describe('stores', () => {
  test('keep their state unless the server has changed it', async () => {
    for (let clicks = 0; clicks < 2; clicks++) await page.locator('.cart').click()
    await expect.poll(() => readText(page, '.cart')).toBe('cart 2')
    await send('first')
    expect(await readText(page, '.cart')).toBe('cart 2')
    state.seed = 9
    await send('second')
    await expect.poll(() => readText(page, '.cart')).toBe('cart 9')
  })
})

describe('refresh()', () => {
  test('shows what the server has now, keeps the history, and the field in which the user writes', async () => {
    await usePage()
    await page.evaluate(() => history.replaceState({ own: 1 }, ''))
    await page.evaluate(() =>
      Object.assign(window, { refreshPage: () => document.querySelector<HTMLElement>('#refresh')?.click() }),
    )
    const entries = await page.evaluate(() => history.length)
    await page.locator('[name=half]').fill('writing here')
    await page.locator('[name=half]').evaluate((node) => (node as HTMLInputElement).setSelectionRange(2, 5, 'backward'))
    state.notes = ['from elsewhere']
    state.total = 1
    await page.evaluate(() => scrollTo(0, 120))
    await page.evaluate(() => Reflect.get(window, 'refreshPage')())
    await page.locator('.notes li', { hasText: 'from elsewhere' }).waitFor()
    await expect.poll(() => readText(page, '#refresh')).toBe('refreshed 1')
    expect(await used()).toEqual({ ...USED, values: ['writing here', ...USED.values.slice(1)] })
    expect(
      await page.evaluate(() => {
        const { name, selectionStart, selectionEnd, selectionDirection } = document.activeElement as HTMLInputElement
        return [name, selectionStart, selectionEnd, selectionDirection]
      }),
    ).toEqual(['half', 2, 5, 'backward'])
    expect(await page.evaluate(() => [history.length, history.state, scrollY])).toEqual([entries, { own: 1 }, 120])
    await expect.poll(() => readText(page, '.count')).toBe('page 1 3 of 1, none')
    expect(server.asked()).toEqual(['GET /'])
  })
})

describe('links', () => {
  test('to the same page keep islands and drafts, and begin at the top', async () => {
    await usePage()
    await page.evaluate(() => scrollTo(0, 300))
    await page.evaluate(() => document.getElementById('to-page')?.click())
    await page.locator('h1', { hasText: 'Desk 2' }).waitFor()
    expect(await used()).toEqual(USED)
    await expect.poll(() => readText(page, '.count')).toBe('page 2 3 of 0, none')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('to another page end its islands', async () => {
    await page.locator('.count').click()
    await page.locator('#to-other').click()
    await page.locator('h1', { hasText: 'Other' }).waitFor()
    expect(((await globals('ended')) as string[]).sort()).toEqual(['a', 'b', 'c', 'inside', 'page 1'])
  })

  test('keep an island with client:persist while its key is the same', async () => {
    const deck = page.locator('#deck .row')
    await deck.click()
    await page.locator('#to-other').click()
    await expect.poll(() => deck.textContent()).toBe('deck elsewhere 1')
    await page.locator('#to-home').click()
    await expect.poll(() => deck.textContent()).toBe('deck home 1')
    await page.locator('#to-album').click()
    await expect.poll(() => deck.textContent()).toBe('deck two 0')
    await page.locator('#to-other').click()
    await expect.poll(() => deck.textContent()).toBe('deck elsewhere 0')
    expect(((await globals('ended')) as string[]).filter((name) => name.startsWith('deck'))).toHaveLength(2)
  })

  test('scripts that both pages have run once', async () => {
    expect([await globals('layouts'), await globals('pages')]).toEqual([1, 1])
    await send('first')
    expect([await globals('layouts'), await globals('pages')]).toEqual([1, 1])
    await page.locator('#to-other').click()
    await page.locator('h1', { hasText: 'Other' }).waitFor()
    await page.locator('#to-home').click()
    await page.locator('h1', { hasText: 'Desk' }).waitFor()
    expect([await globals('layouts'), await globals('pages')]).toEqual([1, 2])
  })
})
