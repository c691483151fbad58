/** Live reads of islands in Chromium, with a server that other clients write to. Requests are counted on the server. */
import { brotliCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { type LiveServer, serveLiveApp } from './live-server.ts'

let server: LiveServer
let chromium: Chromium
const opened = new Set<OpenPage>()

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveLiveApp(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
afterEach(async () => {
  for (const { page } of opened) await page.close()
  opened.clear()
  server.boards.clear()
  server.closed.clear()
  Object.assign(globalThis, { fwTestGates: undefined })
  await expect.poll(() => server.countStreams()).toBe(0)
  server.takeRequests()
})

/** Opens a page, and waits until its stream is open. */
async function open(path = '/', browser = chromium): Promise<OpenPage> {
  const page = await browser.open(server.origin + path)
  opened.add(page)
  await page.page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
  await expect.poll(() => server.countStreams(), { timeout: 5000 }).toBeGreaterThan(0)
  return page
}

const readCards = ({ page }: OpenPage) => page.locator('.board li').allTextContents()
const readTotal = ({ page }: OpenPage) => page.locator('.total').textContent()

/** Holds back calls for cards of this title. */
function holdBack(title: string): () => void {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  Object.assign(globalThis, { fwTestGates: new Map([[title, gate]]) })
  return release
}

test('the page contains the data, rich values included, and hydrates without a request for it', async () => {
  server.boards.set('a', ['one', 'two'])
  const html = await (await fetch(server.origin)).text()
  expect(html).toMatch(/<li[^>]*>one<\/li>/)
  // Two islands show it.
  expect(html.match(/title:"one"/g)).toHaveLength(1)
  const page = await open()
  expect([await readCards(page), await readTotal(page), await page.page.locator('.days').textContent()]).toEqual([
    ['one', 'two'],
    '2',
    '1970-01-02T00:00:00.000Z',
  ])
  await page.page.waitForTimeout(500)
  expect([server.takeRequests(), page.logs]).toEqual([['live'], []])
})

test('a write by code, by an MCP client, and by another browser is shown by every page, with one read in each', async () => {
  const other = await launchChromium()
  const pages = [await open(), await open('/', other)]
  await expect.poll(() => server.countStreams()).toBe(2)
  server.takeRequests()
  await server.addInCode('a', 'code')
  for (const page of pages) await expect.poll(() => readCards(page)).toEqual(['code'])
  expect(server.takeRequests()).toEqual(['api/board.listCards', 'api/board.listCards'])
  await server.addByMcp('a', 'mcp')
  for (const page of pages) await expect.poll(() => readCards(page)).toEqual(['code', 'mcp'])
  expect(server.takeRequests()).toEqual(['api/board.listCards', 'api/board.listCards'])
  // Nothing shows this board.
  await server.addInCode('z', 'elsewhere')
  const [first] = pages as [OpenPage, OpenPage]
  await first.page.locator('input').fill('person')
  await first.page.getByRole('button', { name: 'Add', exact: true }).click()
  for (const page of pages) await expect.poll(() => readCards(page)).toEqual(['code', 'mcp', 'person'])
  // The writer has the new value from the response to its call, before its code continues.
  expect(await first.page.locator('body').getAttribute('data-after-add')).toBe('3')
  await first.page.waitForTimeout(500)
  expect(server.takeRequests()).toEqual(['api/board.addCard', 'api/board.listCards'])
  expect(pages.map(({ logs }) => logs)).toEqual([[], []])
  await other.close()
})

test('rows that have not changed keep their elements', async () => {
  server.boards.set('a', ['one', 'two'])
  const page = await open()
  await page.page.locator('.board li').evaluateAll((rows) => {
    for (const row of rows) row.setAttribute('data-old', '')
  })
  await server.addInCode('a', 'three')
  await expect.poll(() => readCards(page)).toEqual(['one', 'two', 'three'])
  expect(await page.page.locator('.board li[data-old]').allTextContents()).toEqual(['one', 'two'])
})

test('an optimistic value is shown at once, and a refusal restores the last one', async () => {
  server.boards.set('a', ['one'])
  const page = await open()
  const release = holdBack('bad')
  await page.page.locator('input').fill('bad')
  await page.page.getByRole('button', { name: 'Add at once' }).click()
  await expect.poll(() => readCards(page)).toEqual(['one', 'bad?'])
  expect(await readTotal(page)).toBe('2')
  release()
  await expect.poll(() => readCards(page)).toEqual(['one'])
  expect(await page.page.locator('output').textContent()).not.toBe('')
})

test('the fresh value replaces the optimistic one without a moment between them', async () => {
  server.boards.set('a', ['one'])
  const page = await open()
  await page.page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const list = document.querySelector('.board ul') as Element
    new MutationObserver(() => seen.push(list.textContent ?? '')).observe(list, { childList: true, subtree: true })
  })
  const release = holdBack('two')
  await page.page.locator('input').fill('two')
  await page.page.getByRole('button', { name: 'Add at once' }).click()
  await expect.poll(() => readCards(page)).toEqual(['one', 'two?'])
  server.takeRequests()
  release()
  await expect.poll(() => readCards(page)).toEqual(['one', 'two'])
  await page.page.waitForTimeout(400)
  expect(await page.page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['onetwo?', 'onetwo'])
  expect(server.takeRequests()).toEqual([])
})

test('another input is another read', async () => {
  server.boards.set('b', ['of b'])
  const page = await open()
  await page.page.getByRole('button', { name: 'Board b' }).click()
  await expect.poll(() => readCards(page)).toEqual(['of b'])
  await expect.poll(() => server.countStreams()).toBe(1)
  await page.page.waitForTimeout(200)
  await server.addInCode('b', 'more')
  await expect.poll(() => readCards(page)).toEqual(['of b', 'more'])
  // The other island still shows the first board.
  await server.addInCode('a', 'of a')
  await expect.poll(() => readTotal(page)).toBe('1')
})

test('a read that fails after a change keeps its value and has an error, until the next change', async () => {
  server.boards.set('a', ['one'])
  const page = await open()
  server.closed.add('a')
  await server.addInCode('a', 'two')
  await page.page.locator('i', { hasText: 'failed' }).waitFor()
  expect(await readCards(page)).toEqual(['one'])
  server.closed.delete('a')
  await server.addInCode('a', 'three')
  await expect.poll(() => readCards(page)).toEqual(['one', 'two', 'three'])
  await page.page.locator('i', { hasText: 'fine' }).waitFor()
})

test('a read without input waits for one, suspends while it loads, and not while a change is read', async () => {
  server.boards.set('s', ['found'])
  const { page } = await chromium.open(`${server.origin}/search`)
  const view = page.locator('.search')
  const read = () =>
    view.evaluate((node) => {
      const { state, loading, latest } = (node as HTMLElement).dataset
      return [node.querySelector('ul, p')?.textContent, { state, loading, latest }]
    })
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  expect([await read(), server.takeRequests()]).toEqual([['', { state: 'unresolved', loading: 'false' }], []])
  let release = holdBack('list s')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(read).toEqual(['wait', { state: 'pending', loading: 'true' }])
  release()
  await expect.poll(read).toEqual(['found', { state: 'ready', loading: 'false', latest: '1' }])
  await expect.poll(() => server.countStreams()).toBe(1)
  await page.waitForTimeout(100)
  server.takeRequests()
  release = holdBack('list s')
  await server.addInCode('s', 'more')
  await expect.poll(() => server.takeRequests()).toEqual(['api/board.listCards'])
  expect(await read()).toEqual(['found', { state: 'ready', loading: 'false', latest: '1' }])
  release()
  await expect.poll(read).toEqual(['foundmore', { state: 'ready', loading: 'false', latest: '2' }])
  release = holdBack('list s')
  await page.getByRole('button', { name: 'Again' }).click()
  await expect.poll(read).toEqual(['foundmore', { state: 'refreshing', loading: 'true', latest: '2' }])
  release()
  await expect.poll(read).toEqual(['foundmore', { state: 'ready', loading: 'false', latest: '2' }])
  await page.close()
})

test('a first read that fails throws, and shows its value after another attempt', async () => {
  server.boards.set('t', ['found'])
  server.closed.add('t')
  const { page } = await chromium.open(`${server.origin}/search`)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Other' }).click()
  await page.locator('.search p', { hasText: 'failed' }).waitFor()
  expect(await page.locator('.search').getAttribute('data-state')).toBe('errored')
  server.closed.delete('t')
  await page.getByRole('button', { name: 'Again' }).click()
  await expect.poll(() => page.locator('.search').getAttribute('data-latest')).toBe('1')
  await page.close()
})

test('two tabs share one stream, which the other tab opens when the first one closes', async () => {
  const [first, second] = [await open(), await open()]
  await second.page.waitForTimeout(300)
  expect(server.countStreams()).toBe(1)
  await server.addInCode('a', 'one')
  for (const page of [first, second]) await expect.poll(() => readCards(page)).toEqual(['one'])
  await first.page.close()
  opened.delete(first)
  // Between the streams.
  await server.addInCode('a', 'two')
  await expect.poll(() => readCards(second)).toEqual(['one', 'two'])
  expect(server.countStreams()).toBe(1)
})

test('a tab that was offline shows the changes when it is online again', async () => {
  const other = await launchChromium()
  const page = await open('/', other)
  await other.context.setOffline(true)
  await server.addInCode('a', 'meanwhile')
  await page.page.waitForTimeout(300)
  await other.context.setOffline(false)
  await expect.poll(() => readCards(page)).toEqual(['meanwhile'])
  await other.close()
  opened.delete(page)
})

test('a tab that the browser freezes has no stream, and shows the changes afterwards', async () => {
  const page = await open()
  await page.page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(() => server.countStreams()).toBe(0)
  await server.addInCode('a', 'meanwhile')
  await page.page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect.poll(() => readCards(page)).toEqual(['meanwhile'])
  expect(server.countStreams()).toBe(1)
})

test('after a restart of the server the page is current again', async () => {
  server.boards.set('a', ['one'])
  const page = await open()
  await server.stop()
  server.boards.set('a', ['one', 'during the restart'])
  await server.start()
  await expect.poll(() => readCards(page)).toEqual(['one', 'during the restart'])
  await server.addInCode('a', 'after it')
  await expect.poll(() => readCards(page)).toEqual(['one', 'during the restart', 'after it'])
})

test('a page that is cached for all visitors shows what has changed since, after one read', async () => {
  server.boards.set('c', ['old'])
  await fetch(`${server.origin}/cached`)
  server.boards.set('c', ['old', 'new'])
  await server.addInCode('c', 'newer')
  const cached = await fetch(`${server.origin}/cached`)
  expect([cached.headers.get('x-fw-cache'), (await cached.text()).includes('newer')]).toEqual(['HIT', false])
  const page = await chromium.open(`${server.origin}/cached`)
  opened.add(page)
  await expect.poll(() => readCards(page)).toEqual(['old', 'new', 'newer'])
  await server.addInCode('c', 'newest')
  await expect.poll(() => readCards(page)).toEqual(['old', 'new', 'newer', 'newest'])
  expect(server.takeRequests()).toEqual(['api/board.listCards', 'api/board.listCards', 'live'])
})

test('an island that stays over a navigation stays live, and those of the last page end', async () => {
  const page = await open()
  await page.page.getByRole('link', { name: 'Other' }).click()
  await page.page.getByRole('heading', { name: 'Other' }).waitFor()
  await server.addInCode('b', 'one')
  await expect.poll(() => readTotal(page)).toBe('1')
  server.takeRequests()
  await server.addInCode('a', 'nothing shows it')
  await page.page.waitForTimeout(300)
  expect(server.takeRequests()).toEqual([])
  await page.page.getByRole('link', { name: 'Plain' }).click()
  await page.page.getByRole('heading', { name: 'Plain' }).waitFor()
  await expect.poll(() => server.countStreams()).toBe(0)
  await page.page.goBack()
  await page.page.getByRole('heading', { name: 'Other' }).waitFor()
  await expect.poll(() => server.countStreams()).toBe(1)
  expect(page.logs).toEqual([])
})

test('the code of live reads is at most 4 KB with the resources of Solid, and 2 KB that load after the start', async () => {
  const measure = async (path: string) => {
    const page = await chromium.open(server.origin + path)
    opened.add(page)
    await page.page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await page.page.waitForTimeout(1500)
    const scripts = [...new Set(page.requests.filter((script) => script.startsWith('/assets/')))]
    return new Map(scripts.map((script) => [script, brotliCompressSync(server.file(script)).length]))
  }
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
  const [plain, live] = [await measure('/plain'), await measure('/other')]
  const own = (mark: string) => [...live].filter(([path]) => !plain.has(path) && server.file(path).includes(mark))
  // With the stubs of the app, and the resources of Solid.
  const start = own('x-fw-live-reads').map(([, size]) => size)
  const stream = own('fw:live:1').map(([, size]) => size)
  expect([start.length, stream.length]).toEqual([1, 1])
  expect(sum(start)).toBeLessThanOrEqual(4 * 1024)
  expect(sum(stream)).toBeLessThanOrEqual(2 * 1024)
})

test('a page without live reads opens no stream and loads none of their code', async () => {
  const page = await chromium.open(`${server.origin}/plain`)
  opened.add(page)
  await page.page.locator('fw-island[ok]').waitFor()
  await page.page.waitForLoadState('networkidle')
  expect(server.takeRequests()).toEqual([])
  const scripts = page.requests
    .filter((path) => path.startsWith('/assets/'))
    .map((path) => server.file(path).toString())
  expect(scripts.filter((code) => code.includes('/_fw/live') || code.includes('x-fw-live:'))).toEqual([])
})
