/**
 * What Solid 1.9 gets wrong when a page has many roots, arrives in parts or is changed by navigation: each trap once, in
 * Chromium under a strict content security policy, with nothing in the console.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { counter, fromServer, islandPages, isStarted, markNodes, press, untilLive } from '../island-pages.ts'

const pages = islandPages()

describe('traps of hydration', () => {
  test('trap 1: an event does not end hydration for the islands after it', async () => {
    const page = await pages.open('/all')
    await markNodes(page)
    await untilLive(page, 'first')
    await press(page, 'first')
    expect(await isStarted(page, 'cold')).toBe(false)
    // No pointer event precedes it: the click itself starts the island.
    await counter(page, 'cold').evaluate((node) => (node as HTMLElement).click())
    await expect.poll(() => counter(page, 'cold').textContent()).toBe('cold: 8')
    expect(await fromServer(counter(page, 'cold'))).toBe(true)
    expect(await press(page, 'cold')).toBe('cold: 9')
    // `Boom` of this page logs on purpose.
    expect(page.logs.filter((log) => !log.includes('<Boom> failed'))).toEqual([])
  })

  test('trap 2: a click while the page arrives does not lose a section that is still to come', async () => {
    const release = pages.holdBack('slow')
    const page = await pages.open('/streamed', { waitUntil: 'commit' })
    await untilLive(page, 'first')
    expect(await press(page, 'first')).toBe('first: 2')
    expect(await page.page.locator('.slow').count()).toBe(0)
    release('slow')
    await page.page.waitForLoadState('load')
    expect(await page.page.locator('.slow').count()).toBe(1)
    expect(await page.page.locator('i', { hasText: 'loading' }).count()).toBe(0)
    expect(page.logs).toEqual([])
  })

  test('trap 3: boundaries that wait in two islands find their own content, once', async () => {
    const release = pages.holdBack('one', 'two')
    const page = await pages.open('/streamed', { waitUntil: 'commit' })
    await untilLive(page, 'first')
    await expect.poll(() => page.page.locator('fw-island[ok] .data').count()).toBe(2)
    release('two')
    release('one')
    await page.page.waitForLoadState('load')
    const buttons = page.page.locator('.data button')
    await expect.poll(() => buttons.count()).toBe(2)
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    expect(await page.page.locator('.data').allTextContents()).toEqual(['data one 5 1', 'data two 5 1'])
    expect(await page.page.evaluate(() => document.body.dataset.fetched)).toBeUndefined()
    expect(page.logs).toEqual([])
  })

  test('trap 4: an island that starts after a change of its store shows it, in the nodes of the server', async () => {
    const page = await pages.open('/stores')
    await expect.poll(() => page.page.locator('fw-island[ok]').count()).toBe(3)
    const basket = page.page.locator('.basket')
    await markNodes(page, '.basket, .basket span')
    await page.page.locator('.good').first().click()
    expect(await basket.locator('.count').textContent()).toBe('1')
    await basket.click()
    await expect.poll(() => basket.textContent()).toBe('2severalseeded,p1')
    expect(await page.page.locator('[data-from-server]').count()).toBe(3)
    expect(await page.page.locator('.add-line b').allTextContents()).toEqual(['2', '2'])
    expect(page.logs).toEqual([])
  })

  test('trap 4: the code that replaces the state loads only then, and changes in the meantime are not lost', async () => {
    const page = await pages.open('/stores')
    await expect.poll(() => page.page.locator('fw-island[ok]').count()).toBe(3)
    const isLoaded = () => page.requests.some((url) => url.includes('merge-state'))
    await page.page.locator('.good').first().click()
    await page.page.waitForLoadState('networkidle')
    expect(isLoaded()).toBe(false)
    let release = () => {}
    await page.page.route('**/merge-state-*.js', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
    const basket = page.page.locator('.basket')
    await markNodes(page, '.basket, .basket span')
    await basket.click()
    await expect.poll(isLoaded).toBe(true)
    await page.page.locator('.good').last().click()
    await expect.poll(() => page.page.locator('.add-line b').allTextContents()).toEqual(['3', '3'])
    expect(await basket.locator('.count').textContent()).toBe('1')
    release()
    await expect.poll(() => basket.locator('.count').textContent()).toBe('3')
    expect(await page.page.locator('[data-from-server]').count()).toBe(3)
    expect(page.logs).toEqual([])
  })

  test('trap 5: islands start while the page still arrives, and those of a late part too', async () => {
    const release = pages.holdBack('one', 'two', 'slow')
    const page = await pages.open('/streamed', { waitUntil: 'commit' })
    await untilLive(page, 'first')
    release('slow')
    await untilLive(page, 'in stream')
    expect(await page.page.evaluate(() => document.readyState)).toBe('loading')
    expect(await press(page, 'in stream')).toBe('in stream: 51')
    release('one')
    release('two')
    await page.page.waitForLoadState('load')
    expect(page.logs).toEqual([])
  })

  test('trap 5: an island whose end has not arrived yet waits for it, and the click on it is not lost', async () => {
    const split = await pages.cutShort('>first', 'one', 'two', 'slow')
    const page = await pages.open(split.url, { waitUntil: 'commit' })
    await page.page.waitForFunction(() => window.fw !== undefined)
    const button = page.page.locator('button.counter')
    await button.evaluate((node) => (node as HTMLElement).click())
    expect(await page.page.locator('#fw-islands').count()).toBe(0)
    split.release()
    // Slow parts are still pending, and the test doesn't wait for them.
    await expect.poll(() => counter(page, 'first').textContent()).toBe('first: 2')
    await untilLive(page, 'last')
    expect(await page.page.evaluate(() => document.readyState)).toBe('loading')
    await split.close()
    expect(page.logs).toEqual([])
  })

  test('trap 6: an error that an error boundary of an island caught on the server reveals nothing of the server', async () => {
    const page = await pages.open('/failing')
    const html = await (await fetch(`${pages.server.origin}/failing`)).text()
    expect(html).toContain('new Error("Internal error")')
    expect(html.replace(/<fw-island.*<\/fw-island>/s, '')).not.toMatch(/secret|db\.internal|failing\.tsx|at Broken/)
    await page.page.locator('fw-island[ok]').waitFor()
    await page.page.locator('.press').click()
    expect(await page.page.locator('.press').textContent()).toBe('pressed 1')
    await page.page.locator('.again').click()
    expect(await page.page.locator('.worked').textContent()).toBe('it works here')
    expect(page.logs).toEqual([])
  })

  test('trap 6: an island shows the error of data that it could not load on the server, and the page has no error', async () => {
    const page = await pages.open('/unloaded')
    const html = await (await fetch(`${pages.server.origin}/unloaded`)).text()
    expect(html).toContain('new Error("Internal error")')
    expect(html).not.toMatch(/secret|db\.internal/)
    await page.page.locator('fw-island[ok]').waitFor()
    expect(page.logs).toEqual([])
    await page.page.locator('.load').click()
    expect(await page.page.locator('.loaded').textContent()).toBe('loaded here')
    // Unhandled rejections of the page's own code are still reported.
    await page.page.evaluate(() => void Promise.reject(new Error('of the page')))
    await expect.poll(() => page.logs.join()).toContain('of the page')
  })

  test('trap 7: the keys of island 1 are not the beginning of those of island 10', async () => {
    const release = pages.holdBack('one')
    const page = await pages.open('/collide', { waitUntil: 'commit' })
    await untilLive(page, 'ten')
    release('one')
    await page.page.waitForLoadState('load')
    await counter(page, 'one').waitFor()
    expect(await press(page, 'one')).toBe('one: 1')
    expect(await press(page, 'ten')).toBe('ten: 1')
    expect(await press(page, 'one')).toBe('one: 2')
    expect(await page.page.locator('button.counter').allTextContents()).toEqual([
      'zero: 0',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((id) => `c${id}: 0`),
      'ten: 1',
      'one: 2',
    ])
    expect(page.logs).toEqual([])
  })

  test('trap 11: static content before, inside and after islands is not hydrated', async () => {
    const page = await pages.open('/frame')
    await untilLive(page, 'last')
    const strays = await page.page.evaluate(() =>
      [...document.querySelectorAll('[data-hk]')].flatMap((node) => {
        const home = node.closest('fw-island, fw-slot')
        const key = node.getAttribute('data-hk') ?? ''
        return home?.localName === 'fw-island' && key.startsWith(`i${home.getAttribute('i')}-`) ? [] : [node.outerHTML]
      }),
    )
    expect(strays).toEqual([])
    expect(await page.page.locator('[data-hk]').count()).toBeGreaterThan(5)
    expect(await page.page.locator('fw-island').count()).toBe(6)
    expect(page.logs).toEqual([])
  })

  test('trap 12: markup in any prop, data inside a slot and a dynamic root keep the nodes of the server', async () => {
    const page = await pages.open('/frame')
    await markNodes(page, 'button, h2, section, p')
    for (const label of ['aside', 'inner', 'beside data', 'last']) await untilLive(page, label)
    await page.page.locator('.framed').click()
    expect(await page.page.locator('.framed').textContent()).toBe('framed 1')
    expect(await press(page, 'aside')).toBe('aside: 11')
    expect(await press(page, 'inner')).toBe('inner: 21')
    expect(await press(page, 'beside data')).toBe('beside data: 31')
    expect(await page.page.locator('h2').allTextContents()).toEqual([
      'before',
      'heading',
      'card',
      'aside aside: 11',
      'after',
    ])
    expect(await page.page.locator('.loaded').allTextContents()).toEqual(['loaded text'])
    expect(await fromServer(page.page.locator('button, h2, section, p'))).toBe(true)
    expect(page.logs).toEqual([])
  })

  test('trap 12: a slot that is closed and opened again is the nodes of the server, with the states in them', async () => {
    const page = await pages.open('/all')
    await markNodes(page, '.body p, .body button')
    await untilLive(page, 'nested')
    expect(await press(page, 'nested')).toBe('nested: 101')
    const toggle = page.page.getByRole('button', { name: 'panel', exact: true })
    await toggle.click()
    expect(await counter(page, 'nested').count()).toBe(0)
    await toggle.click()
    expect(await press(page, 'nested')).toBe('nested: 102')
    expect(await page.page.locator('.themed').textContent()).toBe('dark 0')
    expect(await fromServer(page.page.locator('.body p, .body button'))).toBe(true)
  })
})

describe('traps of what wakes islands', () => {
  test('trap 13: a form in a cold island is submitted once, with its button, and typed text is not lost', async () => {
    const page = await pages.open('/form')
    expect(await page.page.locator('fw-island[ok]').count()).toBe(0)
    await page.page.evaluate(() => {
      const input = document.querySelector('input') as HTMLInputElement
      input.value = 'tea'
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      document.querySelector('button')?.click()
    })
    await expect.poll(() => page.page.locator('output').textContent()).toBe('tea|+tea/go')
    expect(new URL(page.page.url()).search).toBe('')
    expect(page.logs).toEqual([])
  })

  test('trap 13: a form whose handler lets it go is sent by the browser, with the button that was pressed', async () => {
    const page = await pages.open('/sent-form')
    await page.page.evaluate(() => {
      const input = document.querySelector('input') as HTMLInputElement
      input.value = 'tea'
      document.querySelector('form')?.requestSubmit(document.querySelector('button'))
    })
    await page.page.waitForURL(/\/one\?/)
    expect(new URL(page.page.url()).search).toBe('?q=tea&by=button')
    await untilLive(page, 'count')
    expect(page.logs).toEqual([])
  })

  test('trap 13: a pointer over an island starts it, so that its click is handled directly', async () => {
    const page = await pages.open('/all')
    await counter(page, 'cold').hover()
    await untilLive(page, 'cold')
    const trusted = counter(page, 'cold').evaluate(
      (node) => new Promise((resolve) => node.addEventListener('click', (event) => resolve(event.isTrusted))),
    )
    expect(await press(page, 'cold')).toBe('cold: 8')
    expect(await trusted).toBe(true)
  })

  test('trap 15: the loader delays more events than clicks and input', async () => {
    const page = await pages.open('/fields')
    await page.page.evaluate(() => {
      const select = document.querySelector('select') as HTMLSelectElement
      select.value = 'b'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expect.poll(() => page.page.locator('output').textContent()).toBe('change:b')
    await page.page.goto(`${pages.server.origin}/fields`)
    await page.page.evaluate(() => {
      const form = document.querySelector('form') as HTMLFormElement
      form.requestSubmit(form.querySelector('button'))
    })
    await expect.poll(() => page.page.locator('output').textContent()).toBe('submit:go')
    expect(page.logs).toEqual([])
  })

  test('trap 15: no script but the loader and the data of the page is on it', async () => {
    const page = await pages.open('/one')
    const inline = await page.page
      .locator('script:not([src]):not([type="application/json"])')
      .evaluateAll((scripts) => scripts.map((script) => script.textContent))
    expect(inline).toEqual([])
    expect(page.logs).toEqual([])
  })
})

describe('traps of the build', () => {
  test('trap 10: tools have the names of their components, also after minification', async () => {
    const page = await pages.open('/cart')
    await page.page.locator('fw-island[ok]').first().waitFor()
    const code = page.requests.filter((url) => url.startsWith('/assets/')).map((url) => String(pages.server.file(url)))
    expect(code.join('\n')).not.toMatch(/function Cart\b|\bCart=/)
    const answer = await page.page.evaluate(() => window.fw?.call('Cart.add', { qty: 2 }))
    expect(answer).toMatchObject({ ok: true, result: { total: 2 } })
    expect(page.logs).toEqual([])
  })

  test('trap 14: an element that is marked for the server alone can be made in the browser too', async () => {
    const page = await pages.open('/server-only')
    const buttons = page.page.locator('.heavy')
    await expect.poll(() => page.page.locator('fw-island[ok] .heavy').count()).toBe(2)
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    expect(await buttons.allTextContents()).toEqual(['heavy 1', 'heavy 1'])
    expect(page.logs).toEqual([])
  })
})

test('data with the shape of markup is text in a page, in an island and in later content of the island', async () => {
  const page = await pages.open('/hostile')
  await page.page.locator('fw-island[ok] .comments').waitFor()
  await page.page.locator('.comments button').click()
  expect(await page.page.locator('.comments button').textContent()).toBe('2')
  expect(await page.page.locator('h1').textContent()).toBe('[object Object]')
  expect(await page.page.locator('img').count()).toBe(0)
  expect(await page.page.title()).not.toBe('xss')
  expect(page.logs).toEqual([])
})

test("a visitor's text in attributes stays within <noscript>", async () => {
  const page = await pages.open('/hostile')
  await page.page.locator('.no-script button').click()
  expect(await page.page.locator('.no-script button').textContent()).toBe('1')
  expect(await page.page.locator('img, .no-script ~ *').count()).toBe(0)
  expect(await page.page.title()).not.toBe('xss')
  expect(page.logs).toEqual([])
})

test.each(['streamed', 'whole'])(
  "marks of the renderer in a visitor's text have no effect on a page that is sent %s",
  async (how) => {
    const release = how === 'streamed' ? pages.holdBack('marks') : undefined
    const opened = pages.open('/marks', { waitUntil: 'commit' })
    const page = await opened
    release?.('marks')
    await page.page.locator('.slow', { hasText: 'slow section' }).waitFor()
    await page.page.locator('.failed').waitFor()
    await page.page.locator('fw-island[ok] button').click()
    expect(await page.page.locator('.data button').textContent()).toBe('data one 5 1')
    expect(await page.page.locator('img').count()).toBe(0)
    expect(await page.page.locator('main > *').count()).toBe(5)
    expect(await page.page.title()).not.toBe('xss')
    expect(page.logs).toEqual([])
  },
)

test('markup that is injected into a page chooses no module of another site, which a strict policy would allow', async () => {
  const hits: (string | undefined)[] = []
  const other = createServer(({ url }, response) => {
    hits.push(url)
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/javascript')
    response.end('document.title = "injected"; export const mountIsland = () => {}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const module = `http://127.0.0.1:${(other.address() as AddressInfo).port}/module.js`
    const urls = [module, module.replace('http:', ''), `${module.replace('http://', '.')}`, `@${module.slice(7)}`]
    const html = await (await fetch(`${pages.server.origin}/injected`)).text()
    const chunk = /<fw-island[^>]* c="([^"#]+)#/.exec(html)?.[1]
    for (const url of urls) {
      const map = JSON.stringify({ m: { [`${chunk}*`]: url }, n: {}, h: url })
      Object.assign(globalThis, { fwInjected: `<script type="application/json" id="fw-islands-0">${map}</script>` })
      const page = await pages.open('/injected')
      await page.page.locator('fw-island:is([ok],[err])').waitFor()
      expect(hits).toEqual([])
      expect(await page.page.title()).not.toBe('injected')
    }
  } finally {
    Object.assign(globalThis, { fwInjected: undefined })
    await new Promise((resolve) => other.close(resolve))
  }
})
