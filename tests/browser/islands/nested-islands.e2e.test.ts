/** The example of islands in islands, built and served under its strict policy, in Chromium with an empty console. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { auditPage } from '../page-audit.ts'
import { playgroundPages } from '../playground-app.ts'

const example = playgroundPages('nested-islands')

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const zone = (page: Page, name: string) => page.getByRole('region', { name })
const bed = (page: Page | Locator, name: string) => page.getByRole('article', { name })
/** Whether the island around an element has started. */
const isAwake = (element: Locator) => element.evaluate((node) => node.closest('fw-island')?.hasAttribute('ok'))
const untilAwake = (element: Locator) => expect.poll(() => isAwake(element)).toBe(true)

async function browserName(): Promise<string> {
  const { page } = await example.open('/nowhere')
  return page.evaluate(() => navigator.userAgent)
}

test("the policy of the app allows only the app's own scripts and styles", async () => {
  const answer = await fetch(example.app.url)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^script-src 'nonce-[^']+' 'strict-dynamic'; .*default-src 'self'; style-src 'self' 'nonce-[^']+'$/,
  )
  const { page, logs } = await example.open('/')
  await untilAwake(bed(page, 'Basil'))
  expect(logs).toEqual([])
  const attacked = await page.evaluate(() => {
    const handler = document.createElement('button')
    handler.setAttribute('onclick', 'window.injected = true')
    handler.click()
    document.body.setAttribute('style', 'opacity: 0.5')
    return ['injected' in window, getComputedStyle(document.body).opacity]
  })
  expect(attacked).toEqual([false, '1'])
  expect(logs).toHaveLength(2)
})

test('islands in the slots of islands keep the nodes of the server and hear the context of the one around them', async () => {
  const { page, logs } = await example.open('/')
  const south = zone(page, 'South bench')
  const fern = zone(page, 'Fern corner')
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('.bed, .zone')) node.setAttribute('data-from-server', '')
  })
  await untilAwake(bed(page, 'Moss tray'))
  await button(south, 'Show °F').click()
  expect(await south.locator('.bed .reading').allTextContents()).toEqual(['75 °F', '73 °F'])
  expect(await fern.locator('.bed .reading').allTextContents()).toEqual(['18 °C', '19 °C', '17 °C'])
  expect(await page.locator('.bed[data-from-server], .zone[data-from-server]').count()).toBe(7)
  expect(logs).toEqual([])
})

test('copies of an island have separate states, and an island inside another one is a plain component', async () => {
  const { page, logs, requests } = await example.open('/')
  await untilAwake(bed(page, 'Tomatoes'))
  await button(page, 'Water Tomatoes').click()
  await button(page, 'Water Tomatoes').click()
  await button(page, 'Water Basil').click()
  expect(await page.locator('.bed output').allTextContents()).toEqual(['72 %', '71 %', '78 %', '70 %', '84 %'])
  await expect.poll(() => page.locator('.meter output').textContent()).toBe('6')
  const vent = button(page, 'Vent of Basil')
  await vent.click()
  expect(await vent.getAttribute('aria-pressed')).toBe('true')
  expect(await page.locator('.vent[aria-pressed=true]').count()).toBe(1)
  expect(await vent.evaluate((node) => node.closest('fw-island')?.querySelector('article') !== null)).toBe(true)
  // One file for all beds.
  const scripts = requests.filter((url) => url.endsWith('.js'))
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(logs).toEqual([])
})

test('a slot that is shown later wakes its islands then, and they keep their state while it is closed', async () => {
  const { page, logs } = await example.open('/')
  const south = zone(page, 'South bench')
  await untilAwake(south.getByRole('heading', { level: 2 }))
  expect(await page.locator('.packet').count()).toBe(0)
  await button(south, 'Seed drawer').click()
  const packet = button(south, /Sow Marmande/)
  await untilAwake(packet)
  await packet.click()
  expect(await packet.textContent()).toBe('Sow Marmande, 11 left')
  await button(south, 'Seed drawer').click()
  expect(await page.locator('.packet').count()).toBe(0)
  await button(south, 'Seed drawer').click()
  await packet.click()
  expect(await packet.textContent()).toBe('Sow Marmande, 10 left')
  expect(await zone(page, 'Fern corner').locator('.packet').count()).toBe(0)
  expect(logs).toEqual([])
})

test('a part that the server waits for is streamed later, with an interactive island in it', async () => {
  const answer = await fetch(example.app.url, { headers: { accept: 'text/html', 'user-agent': await browserName() } })
  let html = ''
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (!html.includes('The mast is turning')) html += (await reader?.read())?.value ?? ''
  expect(html).not.toContain('Clear after ten')
  while (!html.includes('Clear after ten')) html += (await reader?.read())?.value ?? ''
  const { page, logs } = await example.open('/')
  const shade = button(page, 'Shade 0 %')
  await untilAwake(shade)
  await shade.click()
  await page.getByText('6.75 hours reach the beds').waitFor()
  expect(await page.getByText('The mast is turning').count()).toBe(0)
  expect(logs).toEqual([])
})

test('each island starts on its trigger, and not before', async () => {
  const { page, logs, requests } = await example.open('/')
  const ring = button(page, /Ring/)
  const chart = button(page, 'In pounds')
  const plan = page.locator('.plan button').first()
  await untilAwake(bed(page, 'Tomatoes'))
  await untilAwake(button(page, 'Next day'))
  await untilAwake(plan)
  expect(await isAwake(ring)).toBe(false)
  expect(await isAwake(chart)).toBe(false)
  // One click, with no pointer before it.
  await ring.evaluate((node) => (node as HTMLElement).click())
  await expect.poll(() => ring.textContent()).toBe('Ring (1)')
  const before = requests.length
  await chart.scrollIntoViewIfNeeded()
  await untilAwake(chart)
  expect(requests.slice(before).some((url) => /\/assets\/island-/.test(url))).toBe(true)
  await chart.click()
  expect(await page.locator('.bars li').first().textContent()).toBe('May7 lb')
  expect(logs).toEqual([])
})

test('a media query that does not match leaves the HTML of the server alone until it does', async () => {
  const { page, logs } = await example.open('/journal')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(example.app.url)
  const plan = page.locator('.plan button').first()
  await untilAwake(button(page, 'Next day'))
  expect(await isAwake(plan)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  await untilAwake(plan)
  await plan.click()
  await page.getByText('Tomatoes is marked.').waitFor()
  expect(logs).toEqual([])
})

test('what only a browser knows is not in the HTML of the server', async () => {
  expect(await (await fetch(example.app.url)).text()).not.toContain('<textarea')
  const { page, logs } = await example.open('/')
  await page.getByLabel('Notepad').fill('Order glass')
  await page.reload()
  await expect.poll(() => page.getByLabel('Notepad').inputValue()).toBe('Order glass')
  expect(logs).toEqual([])
})

test('a persistent island moves to the next page unchanged, and so does a store', async () => {
  const { page, logs } = await example.open('/')
  await untilAwake(bed(page, 'Basil'))
  await button(page, 'Water Basil').click()
  await button(page, 'Round 0').click()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    document.body.dataset.sameDocument = ''
    document.querySelector('.timer')?.setAttribute('data-same-node', '')
  })
  await page.getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('heading', { name: 'Journal' }).waitFor()
  expect(await page.locator('body[data-same-document] .timer[data-same-node]').count()).toBe(1)
  await button(page, 'Round 1').click()
  await button(page, 'Round 2').waitFor()
  await button(page, 'Water Windowsill').click()
  await expect.poll(() => page.locator('.meter output').textContent()).toBe('4')
  expect(logs).toEqual([])
})

test('an island that fails, on the server or in the browser, takes nothing else down', async () => {
  const { page, logs } = await example.open('/faults')
  await untilAwake(button(page, /Read/))
  await button(page, 'Read (0)').click()
  await button(page, 'Read (1)').waitFor()
  await page.locator('fw-island[err] .card').waitFor()
  expect(await page.locator('fw-island[err]').count()).toBe(1)
  expect(await page.locator('fw-island[err] h2').textContent()).toBe('Dead pump')
  await button(page, 'Turn (0)').click()
  await button(page, 'Turn (1)').click()
  await page.getByRole('alert').waitFor()
  await button(page, 'Free it').click()
  await button(page, 'Turn (0)').waitFor()
  await button(page, 'Ring (0)').click()
  await button(page, 'Ring (1)').waitFor()
  // The failed island is logged once, and nothing else is.
  expect(logs.map((line) => line.split('\n')[0])).toEqual([
    'error: [fw] The island <DeadPump> failed. Error: The pump does not answer.',
  ])
})

test('an agent waters the bed that it names, and the page shows it', async () => {
  const { page, logs } = await example.open('/')
  await untilAwake(bed(page, 'Moss tray'))
  const instances = await page.evaluate(async () => {
    const tools = (await window.fw?.tools()) as readonly { name: string; instances?: readonly string[] }[] // its shape is in decisions.md
    return tools.find(({ name }) => name === 'Bed.water')?.instances
  })
  expect(instances).toHaveLength(5)
  const basil = await bed(page, 'Basil').evaluate((node) => node.closest('fw-island')?.getAttribute('i') ?? '')
  expect(instances).toContain(basil)
  const answer = await page.evaluate((instance) => window.fw?.call('Bed.water', {}, { instance }), basil)
  expect(answer).toEqual({ ok: true, result: { bed: 'Basil', moisture: 71 } })
  expect(await bed(page, 'Basil').locator('output').textContent()).toBe('71 %')
  expect(await page.locator('.meter output').textContent()).toBe('2')
  expect(logs).toEqual([])
})

test('axe-core, html-validate, windows and thumbs find nothing on any page, light and dark, narrow and wide', async () => {
  const { page } = await example.open('/')
  await untilAwake(bed(page, 'Basil'))
  await button(page, 'Seed drawer').first().click()
  const problems = [...(await auditPage(page, '/'))]
  for (const path of ['/journal', '/faults', '/nowhere']) {
    await page.goto(example.app.url + path)
    problems.push(...(await auditPage(page, path)))
  }
  expect(problems).toEqual([])
})
