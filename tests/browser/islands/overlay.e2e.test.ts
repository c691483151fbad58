/** The error overlay, on the real `fw dev`: an app whose every part fails in its own way. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { DevError, DevErrorList } from '../../../compiler/src/overlay/dev-error.ts'
import { copyApp, startFw } from '../../cli/support/fixture.ts'
import type { OpenPage } from '../chromium.ts'
import { runAxe } from '../page-audit.ts'
import { serveFaultyApp } from './faulty-app.ts'

const faulty = serveFaultyApp((app) => {
  // An editor that writes its arguments to a file.
  const editor = join(app.root, 'editor.sh')
  writeFileSync(editor, `#!/bin/sh\necho "$@" > ${app.root}/opened.txt\n`)
  chmodSync(editor, 0o755)
  return { LAUNCH_EDITOR: editor }
})

const HTML = { headers: { accept: 'text/html' } }

async function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(new URL(path, faulty.dev.url), init)
}

/** The newest record that fits; waits for it. */
async function told(fits: (error: DevError) => boolean): Promise<DevError> {
  const find = async () => (await faulty.listErrors()).find(fits)
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  return (await find()) as DevError // found above
}

const place = (error: DevError) => {
  const [first] = error.frames.filter(({ isApp }) => isApp)
  return `${first?.file}:${first?.line}`
}

test('OVL-02 OVL-04 OVL-05 a page that fails is listed with its layouts, its call, the guard for its caller, input and stack', async () => {
  const answer = await ask('/shelf/lamp', HTML)
  expect(answer.status).toBe(500)
  const html = await answer.text()
  expect(html).toContain('RangeError: only one lamp is left')
  expect(html).toContain('src/server/stock.api.ts:')
  const error = await told(({ path }) => path === '/shelf/lamp')
  expect(error).toMatchObject({
    kind: 'page',
    isOutside: false,
    name: 'RangeError',
    message: 'only one lamp is left',
    requestId: answer.headers.get('x-request-id'),
    route: '/shelf/[id]',
    layouts: ['src/routes/_layout.tsx', 'src/routes/shelf/_layout.tsx'],
    page: 'src/routes/shelf/[id].tsx',
    origin: 'human',
    call: {
      tool: 'api.stock.reserve',
      guard: 'confirm',
      origin: 'human',
      effect: 'irreversible',
      input: '{\n  "sku": "lamp",\n  "count": 2\n}',
      isChecked: true,
      source: { file: 'src/server/stock.api.ts' },
    },
    causes: [{ name: 'Error', message: 'shelf 4 is empty' }],
  })
  expect(place(error)).toBe('src/server/stock.api.ts:15')
  expect(error.codeFrame).toContain('> 15 |')
  expect(JSON.stringify(error)).not.toContain(faulty.app.root)
})

test('OVL-04 a call that an agent makes is listed with the guard that was decided for it', async () => {
  const headers = { 'content-type': 'application/json', 'x-fw-origin': 'agent' }
  const body = JSON.stringify({ sku: 'vase', count: 3 })
  expect((await ask('/_fw/api/stock.reserve', { method: 'POST', headers, body })).status).toBe(500)
  expect(await told(({ message }) => message === 'only one vase is left')).toMatchObject({
    kind: 'api',
    route: '/_fw/api/stock.reserve',
    origin: 'agent',
    call: { tool: 'api.stock.reserve', guard: 'auto', origin: 'agent' },
  })
})

test("a caller's mistake is not an error of the app", async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await ask('/_fw/api/stock.reserve', { method: 'POST', headers, body: '{"sku":"bowl"}' })
  expect(answer.status).toBe(400)
  const { errors } = (await (await ask('/_fw/dev/errors')).json()) as DevErrorList
  expect(JSON.stringify(errors)).not.toContain('bowl')
})

test('OVL-03 an island that fails on the server is listed with its instance and its file', async () => {
  expect((await ask('/dial', HTML)).status).toBe(200)
  expect(await told(({ kind }) => kind === 'island')).toMatchObject({
    message: 'no dial on a server',
    route: '/dial',
    island: { id: '0', name: 'Dial', file: 'src/components/dial.tsx' },
  })
})

test('OVL-07 OVL-08 a failure outside all pages and calls is listed as such, logged, and stops nothing', async () => {
  expect(await (await ask('/stray')).text()).toBe('gone')
  const error = await told(({ message }) => message === 'a timer threw')
  expect(error).toMatchObject({ kind: 'server', isOutside: true })
  expect(place(error)).toBe('src/middleware.ts:7')
  expect(faulty.dev.log()).toContain('Uncaught exception')
  expect(faulty.dev.log()).toContain('a timer threw')
  expect((await ask('/middle', HTML)).status).toBe(500)
  const before = await told(({ message }) => message === 'the middleware threw')
  expect(before).toMatchObject({ kind: 'page', path: '/middle', isOutside: false })
  expect(faulty.dev.log()).toContain('the middleware threw')
})

test('a repeated error is counted, and an edit removes the errors that it may have fixed', async () => {
  await ask('/shelf/cup', HTML)
  const first = await told(({ message }) => message === 'only one cup is left')
  await ask('/shelf/cup', HTML)
  expect(await told(({ id, count }) => id === first.id && count === 2)).toMatchObject({ requestId: expect.any(String) })
})

test('the list and the editor refuse other sites, and no file outside the app is opened', async () => {
  const strange = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
  expect((await ask('/_fw/dev/errors', { headers: strange })).status).toBe(403)
  const open = (file: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    ask('/_fw/dev/open', { method: 'POST', headers, body: JSON.stringify({ file, line: 1, column: 1 }) })
  expect((await open('src/middleware.ts', strange)).status).toBe(403)
  expect((await open('../../etc/passwd')).status).toBe(404)
  expect((await open('/etc/passwd')).status).toBe(404)
  expect((await open('node_modules/solid-js/package.json')).status).toBe(404)
  expect((await ask('/_fw/dev/open')).status).toBe(405)
  // Vite's own endpoint, which would open any file for any site.
  for (const path of ['/__open-in-editor?file=/etc/passwd', '/__OPEN-in-editor/?file=/etc/passwd'])
    expect((await ask(path)).status).toBe(404)
})

/** The panel in a page. Playwright looks into open shadow roots. */
const panelOf = (page: Page) => page.getByRole('dialog')

async function openPath(path: string): Promise<OpenPage> {
  return faulty.chromium.open(new URL(path, faulty.dev.url).href)
}

const factsIn = (page: Page) =>
  panelOf(page)
    .locator('dl')
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
      ),
    )

test('OVL-02 OVL-04 OVL-05 OVL-06 the page of a failed page shows all of it; Escape dismisses it', async () => {
  const { page } = await openPath('/shelf/lamp')
  const panel = panelOf(page)
  await panel.getByRole('heading', { name: 'RangeError only one lamp is left' }).waitFor()
  expect(await factsIn(page)).toMatchObject({
    Route: '/shelf/[id] (GET /shelf/lamp)',
    Layouts: 'src/routes/_layout.tsx › src/routes/shelf/_layout.tsx',
    Page: 'src/routes/shelf/[id].tsx',
    Call: 'api.stock.reserve',
    Effect: 'irreversible',
    Guard: 'confirm (applies to agents; a person’s call runs)',
    Origin: 'human',
  })
  expect(await panel.locator('pre').first().textContent()).toBe('{\n  "sku": "lamp",\n  "count": 2\n}')
  expect(await panel.getByRole('heading', { name: 'Caused by' }).count()).toBe(1)
  expect(await panel.getByRole('button', { name: 'src/server/stock.api.ts:15' }).count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expect(await page.locator('h1').textContent()).toBe('This page failed')
  await page.close()
})

test('OVL-03 OVL-04 OVL-05 OVL-07 an intent that a click runs: its island, effect, source, guard and input; logged too', async () => {
  const { page, logs } = await openPath('/')
  await page.locator('fw-island[ok]').first().waitFor()
  expect(await panelOf(page).count()).toBe(0)
  await page.getByRole('button', { name: 'add 0' }).click()
  await panelOf(page).getByRole('heading', { name: 'TypeError xylophone does not fit in' }).waitFor()
  expect(await factsIn(page)).toMatchObject({
    Route: '/',
    Layouts: 'src/routes/_layout.tsx',
    Island: '<Basket> #0, src/components/basket.tsx',
    Intent: 'Basket.add',
    Bindings: expect.stringMatching(
      /onClick of .*button: .*calls intent:Basket\.add \(src\/components\/basket\.tsx:\d+\)/,
    ),
    Effect: 'irreversible',
    Guard: 'auto',
    Origin: 'human',
    Source: expect.stringMatching(/^src\/components\/basket\.tsx:\d+:\d+$/),
  })
  expect(await panelOf(page).locator('pre').first().textContent()).toBe('{\n  "name": "xylophone"\n}')
  expect(place(await told(({ kind }) => kind === 'intent'))).toBe('src/components/basket.tsx:12')
  expect(logs).toContainEqual(expect.stringContaining('xylophone does not fit in'))
  expect(faulty.dev.log()).toContain('browser: TypeError: xylophone does not fit in (src/components/basket.tsx:12:')
  await page.close()
})

test('OVL-04 an intent that an agent calls has its origin, though only the agent gets the error', async () => {
  const { page } = await openPath('/')
  await page.locator('fw-island[ok]').first().waitFor()
  const answer = await page.evaluate(() =>
    (window as unknown as { fw: { call(name: string, input: unknown): Promise<unknown> } }).fw.call('Basket.add', {
      name: 'xebec',
    }),
  )
  expect(answer).toMatchObject({ ok: false, code: 'internal' })
  await panelOf(page).getByRole('heading', { name: 'TypeError xebec does not fit in' }).waitFor()
  expect(await factsIn(page)).toMatchObject({ Intent: 'Basket.add', Origin: 'agent', Guard: 'auto' })
  await page.close()
})

test('OVL-03 islands that fail on the server, at their start and in a handler are named with their instance', async () => {
  const { page, logs } = await openPath('/?gauge')
  await panelOf(page).getByRole('heading', { name: 'Error no gauge for 3' }).waitFor()
  expect(await factsIn(page)).toMatchObject({ Route: '/', Island: '<Gauge> #1, src/components/gauge.tsx' })
  expect(logs).toContainEqual(expect.stringContaining('[fw] The island <Gauge> failed.'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'throw' }).click()
  await panelOf(page).getByRole('heading', { name: 'Error the handler threw' }).waitFor()
  expect(await factsIn(page)).toMatchObject({ Island: '<Basket> #0, src/components/basket.tsx' })
  await page.goto(new URL('/dial', faulty.dev.url).href)
  await panelOf(page).getByRole('heading', { name: 'Error no dial on a server' }).waitFor()
  expect(await factsIn(page)).toMatchObject({
    Route: '/dial',
    Island: '<Dial> #0, src/components/dial.tsx',
    Origin: 'human',
  })
  await page.close()
})

test('a call that fails on the server is one error, with the page that made it', async () => {
  const { page } = await openPath('/')
  await page.locator('fw-island[ok]').first().waitFor()
  await page.getByRole('button', { name: 'reserve' }).click()
  await panelOf(page).getByRole('heading', { name: 'RangeError only one lamp is left' }).waitFor()
  await expect
    .poll(() => factsIn(page))
    .toMatchObject({ Call: 'api.stock.reserve', Page: 'src/routes/index.tsx', Layouts: 'src/routes/_layout.tsx' })
  expect(await panelOf(page).getByRole('button', { name: 'Next' }).isHidden()).toBe(true)
  await page.close()
})

test('OVL-08 an error of a script outside islands opens a panel with route, stack and a note about it', async () => {
  const { page } = await openPath('/')
  await page.evaluate(() => void setTimeout(() => Promise.reject(new URIError('nobody waits'))))
  await panelOf(page).getByRole('heading', { name: 'URIError nobody waits' }).waitFor()
  expect(await panelOf(page).locator('.note').textContent()).toContain('outside a page, an island and a call')
  expect(await factsIn(page)).toMatchObject({ Route: '/', Layouts: 'src/routes/_layout.tsx' })
  await page.close()
})

test('a position opens in the editor, the whole error is copied as text, and the keyboard is enough', async () => {
  const { page } = await openPath('/shelf/lamp')
  await panelOf(page).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const focused = () =>
    page.evaluate(() => document.querySelector('fw-dev-overlay')?.shadowRoot?.activeElement?.textContent ?? '')
  expect(await focused()).toBe('Close')
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('Copy')
  await page.keyboard.press('Enter')
  await panelOf(page).getByText('Copied.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Page error: RangeError: only one lamp is left\nRoute: \/shelf\/\[id\]/)
  for (const part of ['Guard: confirm', 'Validated input:', '> 15 |', '    at ', 'Caused by Error: shelf 4 is empty'])
    expect(copied).toContain(part)
  for (let presses = 0; presses < 12 && !(await focused()).startsWith('src/server/stock.api.ts:15:'); presses++)
    await page.keyboard.press('Tab')
  const place = await focused()
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('meanwhile'))))
  await panelOf(page).getByText('1 of 2').waitFor()
  expect(await focused()).toBe(place)
  await page.keyboard.press('Enter')
  await panelOf(page).getByText('in the editor.').waitFor()
  await expect.poll(() => faulty.app.read('opened.txt')).toMatch(/src\/server\/stock\.api\.ts/)
  await page.close()
})

test('several errors are shown one at a time; closed errors stay closed', async () => {
  const { page } = await openPath('/')
  await page.locator('fw-island[ok]').first().waitFor()
  await page.evaluate(() => {
    for (const name of ['first', 'second', 'third']) setTimeout(() => Promise.reject(new Error(name)))
  })
  const title = panelOf(page).locator('h2')
  await panelOf(page).getByText('1 of 3').waitFor()
  const seen: (string | null)[] = []
  for (let count = 0; count < 3; count++) {
    seen.push(await title.textContent())
    await panelOf(page).getByRole('button', { name: 'Next' }).click()
  }
  expect(seen.sort()).toEqual(['Error first', 'Error second', 'Error third'])
  await panelOf(page).getByText('1 of 3').waitFor()
  await panelOf(page).getByRole('button', { name: 'Previous' }).click()
  await panelOf(page).getByText('3 of 3').waitFor()
  await panelOf(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => panelOf(page).count()).toBe(0)
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('fourth'))))
  await panelOf(page).getByRole('heading', { name: 'Error fourth' }).waitFor()
  expect(await panelOf(page).locator('header strong').textContent()).toBe('Browser error')
  await page.close()
})

test('the panel is accessible in light and dark, on a phone and on a desk', async () => {
  const { page } = await openPath('/shelf/lamp')
  await panelOf(page).waitFor()
  await panelOf(page).locator('summary').first().click()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await runAxe(page), `${colorScheme} ${width}`).toEqual([])
    }
  await page.close()
})

test('a broken source is shown in the open page, a violated rule too, and both disappear when fixed', async () => {
  const { page, logs } = await openPath('/')
  await page.locator('fw-island[ok]').first().waitFor()
  await expect.poll(() => logs.filter((line) => line.includes('[vite] connected')).length).toBe(1)
  const whole = faulty.app.read('src/routes/index.tsx')
  faulty.app.write('src/routes/index.tsx', whole.replace('<h1>', '<h1'))
  await panelOf(page).getByText('Build error').waitFor()
  expect(await panelOf(page).locator('pre').first().textContent()).toContain('<h1Faulty</h1>')
  await page.keyboard.press('Escape')
  faulty.app.write('src/routes/index.tsx', whole)
  await page.locator('fw-island[ok]').first().waitFor()
  expect(await panelOf(page).count()).toBe(0)

  const api = faulty.app.read('src/server/stock.api.ts')
  faulty.app.write('src/server/stock.api.ts', `${api}\nexport function helper() {}\n`)
  const rule = panelOf(page).getByText('Rule error')
  await rule.waitFor()
  expect(await factsIn(page)).toMatchObject({
    Code: 'api-exported-function',
    Rule: '@fw/compiler/docs/rules/api-exported-function.md',
  })
  faulty.app.write('src/server/stock.api.ts', api)
  await expect.poll(() => rule.count(), { timeout: 10_000 }).toBe(0)
  // Not waited for: it takes Chromium a minute to close a page that has just begun to load itself again.
  void page.close().catch(() => undefined)
})

test('an edit of an island, which stays, or of a page preserves stores and scroll position; a new visit does not', async () => {
  const { page, logs } = await openPath('/long')
  const connections = () => logs.filter((line) => line.includes('[vite] connected')).length
  await page.getByRole('button', { name: 'on the shelf 0' }).click()
  await page.getByRole('button', { name: 'on the shelf 1' }).click()
  await expect.poll(connections, { timeout: 5000 }).toBe(1)
  await page.evaluate(() => scrollTo(0, 700))
  const component = faulty.app.read('src/components/shelf-count.tsx')
  faulty.app.write('src/components/shelf-count.tsx', component.replace('on the shelf', 'now on the shelf'))
  await page.getByRole('button', { name: 'now on the shelf 2' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(700)
  expect(connections()).toBe(1)
  faulty.app.write('src/routes/long.tsx', faulty.app.read('src/routes/long.tsx').replace('and further', 'and on'))
  await page.getByText('and on').waitFor()
  await page.getByRole('button', { name: 'now on the shelf 2' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(700)
  await page.reload()
  await page.getByRole('button', { name: 'now on the shelf 0' }).waitFor()
  await page.close()
})

test('OVL-01 a build has no byte of the overlay, and its server no list', async () => {
  const built = copyApp('faulty')
  try {
    expect((await built.fw('build')).code).toBe(0)
    const files = readdirSync(`${built.root}/dist`, { recursive: true, withFileTypes: true }).filter(
      // Maps hold the sources, and are never served.
      (entry) => entry.isFile() && !entry.name.endsWith('.map'),
    )
    expect(files.length).toBeGreaterThan(5)
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'latin1')
      for (const mark of ['fw-dev', 'fw:call-error', 'fw:errors', '/_fw/dev', 'tellFailure', 'fw-hot', 'beforeUpdate'])
        expect(text.includes(mark), `${name} holds ${mark}`).toBe(false)
    }
    const running = await startFw(built.root, ['start', '--port', '0'])
    expect((await fetch(`${running.url}/_fw/dev/errors`)).status).toBe(404)
    const failed = await fetch(`${running.url}/shelf/lamp`, HTML)
    expect(await failed.text()).toContain('<h1>Something went wrong</h1>')
    await running.stop('SIGINT')
  } finally {
    built.remove()
  }
})
