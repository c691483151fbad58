/** Edits of islands in `fw dev`: shown in place, with preserved state. Each test continues with the sources of the last. */
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppCopy, copyApp, type Running, startFw } from '../../cli/support/fixture.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'

let app: AppCopy
let dev: Running
let chromium: Chromium
let page: Page
let logs: OpenPage['logs']
beforeAll(async () => {
  app = copyApp('hot')
  ;[dev, chromium] = await Promise.all([startFw(app.root, ['dev', '--port', '0']), launchChromium()])
  // The first page of all waits for all that dev makes then.
  await (await fetch(dev.url)).text()
}, 90_000)
afterAll(async () => {
  await chromium?.close()
  await dev?.stop('SIGINT')
  app?.remove()
})
beforeEach(async () => {
  ;({ page, logs } = await chromium.open(dev.url, { waitUntil: 'commit' }))
  await untilLive()
}, 60_000)
afterEach(() => {
  // Not waited for: it takes Chromium a minute to close a page that has just begun to load itself again.
  void page.close().catch(() => undefined)
})

/** The islands are live, and the page hears of edits. */
async function untilLive(): Promise<void> {
  const connected = () => logs.some((line) => line.includes('[vite] connected'))
  await expect.poll(() => page.locator('fw-island[ok]').count(), { timeout: 40_000 }).toBe(5)
  await expect.poll(connected, { timeout: 20_000 }).toBe(true)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
}

const isSamePage = () => page.evaluate(() => 'isSamePage' in globalThis)
const textOf = (selector: string) => page.locator(selector).textContent()
/** What went wrong in the page; browsers ask for an icon too. */
const failures = () => logs.filter((line) => /^(?:page)?error/.test(line) && !line.includes('404'))

function edit(file: string, from: string, to: string): void {
  const text = app.read(`src/${file}`)
  expect(text).toContain(from)
  app.write(`src/${file}`, text.replace(from, to))
}

const COUNTER = 'components/counter.tsx'
const DIGITS = 'src/components/digits.tsx'

test('markup and handlers: signals, also of hooks, the store, focus and typed text stay; other islands are not affected', async () => {
  await page.locator('#left .add').click({ clickCount: 3 })
  await page.locator('#left .bold').click()
  await page.locator('#left [name=note]').fill('by hand')
  await page.locator('#left [name=text]').pressSequentially('bound')
  await page.locator('#left [name=text]').evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 3))
  const badge = await page.locator('.badge').elementHandle()
  edit(COUNTER, '<h2>Count', '<h2>Now count')
  await page.getByText('Now count left').waitFor()
  await page.getByText('Now count right').waitFor()
  expect(await textOf('#left .add')).toBe('add to 3')
  expect(await page.locator('#left').getAttribute('class')).toBe('bold')
  await expect.poll(() => textOf('#left .total')).toBe('3 in all')
  expect(await textOf('#right .add')).toBe('add to 0')
  expect(await page.locator('#left [name=note]').inputValue()).toBe('by hand')
  expect(await page.locator('#left [name=text]').inputValue()).toBe('bound')
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLInputElement
      return [field.name, field.closest('section')?.id, field.selectionStart, field.selectionEnd]
    })
  expect(await focused()).toEqual(['text', 'left', 1, 3])
  expect(await badge?.evaluate((node) => node.isConnected)).toBe(true)
  edit(COUNTER, 'STEP = 1', 'STEP = 10')
  edit(COUNTER, '<h2>Now count', '<h2>Tens of')
  await page.getByText('Tens of left').waitFor()
  await page.locator('#left .add').click()
  expect(await textOf('#left .add')).toBe('add to 13')
  expect(await isSamePage()).toBe(true)
  expect(failures()).toEqual([])
})

test('work that is running during the edit still updates the page', async () => {
  await page.locator('#left .later').click()
  edit(COUNTER, '<h2>Tens of', '<h2>Count')
  await page.getByText('Count left').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('later')))
  await expect.poll(() => textOf('#left .add')).toBe('add to 100')
})

test('a new initial value resets its signal, a new set of signals resets the component; the store stays', async () => {
  await page.locator('#left .add').click()
  await page.locator('#left [name=text]').fill('kept')
  await page.locator('#left [name=note]').fill('gone')
  edit(COUNTER, 'START = 0', 'START = 5')
  await expect.poll(() => textOf('#left .add')).toBe('add to 5')
  expect(await page.locator('#left [name=text]').inputValue()).toBe('kept')
  await page.locator('#left .add').click()
  edit(COUNTER, 'const [totals', "const [more] = createSignal('more')\n  const [totals")
  edit(COUNTER, '<h2>Count', '<h2>{more()} of')
  await page.getByText('more of left').waitFor()
  expect(await textOf('#left .add')).toBe('add to 5')
  expect(await page.locator('#left [name=text]').inputValue()).toBe('')
  expect(await textOf('#left .total')).toBe('2 in all')
  expect(await isSamePage()).toBe(true)
})

test('components and hooks that only islands use are edited in place as well', async () => {
  await page.locator('#left .add').click()
  await page.locator('#left .bold').click()
  edit('components/digits.tsx', 'no. ', 'number ')
  await page.locator('#left').getByText('number 15').waitFor()
  expect(await page.locator('#left').getAttribute('class')).toBe('bold')
  edit('components/use-switch.ts', 'createSignal(false)', 'createSignal(true)')
  await expect.poll(() => page.locator('#right').getAttribute('class')).toBe('bold')
  expect(await textOf('#left .add')).toBe('add to 15')
  expect(await isSamePage()).toBe(true)
})

test('rows of a list keep their own, in the order in which they are shown', async () => {
  const rows = () => page.locator('.list li').allTextContents()
  await page.getByRole('button', { name: 'one closed' }).click()
  await page.locator('.turn').click()
  expect(await rows()).toEqual(['three closed', 'two closed', 'one open'])
  edit('components/list.tsx', '<div class="list">', '<div class="list edited">')
  await page.locator('.list.edited').waitFor()
  expect(await rows()).toEqual(['three closed', 'two closed', 'one open'])
  await page.getByRole('button', { name: 'three closed' }).click()
  expect(await rows()).toEqual(['three open', 'two closed', 'one open'])
})

test('slots and their islands stay; with other contexts the islands are recreated, and preserve their state', async () => {
  await page.locator('.theme').click()
  await page.locator('.badge button').click()
  await page.locator('[name=inside]').fill('inside')
  const nodes = await page.locator('.server, .badge').elementHandles()
  const inPage = () => Promise.all(nodes.map((node) => node.evaluate(({ isConnected }) => isConnected)))
  edit('components/frame.tsx', 'frame {theme()}', 'the frame {theme()}')
  await page.getByRole('button', { name: 'the frame dark' }).waitFor()
  expect(await inPage()).toEqual([true, true])
  expect(await textOf('.badge button')).toBe('badge 1 in dark')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('inside')
  await page.locator('.badge button').click()
  edit('components/frame.tsx', 'value={theme}', "value={() => 'very ' + theme()}")
  await page.getByRole('button', { name: 'badge 2 in very dark' }).waitFor()
  expect(await inPage()).toEqual([true, false])
  expect(await page.locator('[name=inside]').inputValue()).toBe('inside')
  expect(await isSamePage()).toBe(true)
  expect(failures()).toEqual([])
})

interface Tools {
  readonly fw: {
    tools(): Promise<readonly { readonly name: string; readonly instances?: string[] }[]>
    call(name: string, input?: unknown, options?: { instance: string }): Promise<unknown>
    navigate(path: string): Promise<void>
    explain(element: Element): Promise<{ readonly bindings: readonly { readonly source: string }[] }>
  }
}

const toolsOf = (component: string) =>
  page.evaluate(async (name) => {
    const tools = await (globalThis as unknown as Tools).fw.tools()
    return tools.filter((tool) => tool.name.startsWith(name)).map((tool) => [tool.name, tool.instances?.toSorted()])
  }, component)

test('intents: the old ones are gone, the new ones are there once, with the contract of their new types', async () => {
  expect(await toolsOf('Counter')).toEqual([['Counter.reset', ['0', '1', '5']]])
  edit(
    COUNTER,
    "intent('reset', { description: 'Begin again.', guard: 'auto', run: () => void setCount(0) })",
    "intent('put', { description: 'Put it.', guard: 'auto', run: ({ input }: { input: { to: number } }) => void setCount(input.to) })",
  )
  await expect.poll(() => toolsOf('Counter'), { timeout: 20_000 }).toEqual([['Counter.put', ['0', '1', '5']]])
  const put = (to: unknown) =>
    page.evaluate((input) => (globalThis as unknown as Tools).fw.call('Counter.put', input, { instance: '1' }), { to })
  expect(await put('x')).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(await put(7)).toMatchObject({ ok: true })
  await expect.poll(() => textOf('#right .add')).toBe('add to 7')
  const line =
    app
      .read(`src/${COUNTER}`)
      .split('\n')
      .findIndex((text) => text.includes('class="add"')) + 1
  const explained = () =>
    page.locator('#left .add').evaluate((node) => (globalThis as unknown as Tools).fw.explain(node))
  expect(JSON.stringify(await explained())).toContain(`${COUNTER}:${line}`)
  const manifest = await (await fetch(new URL('/_fw/manifest?path=/', dev.url))).text()
  expect(manifest).toContain('Counter.put')
  expect(manifest).not.toContain('Counter.reset')
  expect(await isSamePage()).toBe(true)
})

test('an island that waited starts with its newest version, as do those of the next page', async () => {
  edit(COUNTER, '{more()} of', '{more()} and')
  await page.getByText('more and left').waitFor()
  await page.getByText('more and cold').waitFor()
  await page.locator('#cold .add').click()
  expect(await textOf('#cold .add')).toBe('add to 15')
  await page.evaluate(() => (globalThis as unknown as Tools).fw.navigate('/other'))
  await page.getByText('more and other').waitFor()
  await page.locator('fw-island[ok]').waitFor()
  edit(COUNTER, '{more()} and', '{more()} plus')
  await page.getByText('more plus other').waitFor()
  expect(await isSamePage()).toBe(true)
  expect(failures()).toEqual([])
})

test('an island whose code is on its way when it is edited shows the edit once it lives', async () => {
  let [held, release] = [() => {}, () => {}]
  const asked = new Promise<void>((resolve) => (held = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  let newer = 0
  let edited = Number.POSITIVE_INFINITY
  await page.route(
    (url) => url.pathname.endsWith(`/${COUNTER}`),
    async (route) => {
      const { searchParams } = new URL(route.request().url())
      // Vite marks imported modules, but not preloaded ones, and stamps edited modules.
      if (Number(searchParams.get('t')) > edited) newer += 1
      else if (searchParams.has('import')) return hold(route)
      await route.continue()
    },
  )
  const hold = async (route: Route) => {
    const response = await route.fetch()
    held()
    await released
    await route.fulfill({ response })
  }
  const connections = () => logs.filter((line) => line.includes('[vite] connected')).length
  const before = connections()
  await page.reload({ waitUntil: 'commit' })
  await asked
  // What hears of edits is part of the page.
  await page.waitForLoadState('domcontentloaded')
  await expect.poll(connections, { timeout: 20_000 }).toBe(before + 1)
  edited = Date.now()
  edit(COUNTER, '{more()} plus', '{more()} late')
  await expect.poll(() => newer, { timeout: 20_000 }).toBe(1)
  release()
  await page.getByText('more late left').waitFor()
  await page.locator('#left .add').click()
  expect(await textOf('#left .add')).toBe('add to 15')
  edit(COUNTER, '{more()} late', '{more()} plus')
  await page.getByText('more plus left').waitFor()
  expect(await textOf('#left .add')).toBe('add to 15')
  expect(failures()).toEqual([])
})

test('a page that was made before an edit, and hears of edits only after it, loads itself again', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const isHeld = ({ pathname }: URL) => pathname === '/@vite/client' || pathname.endsWith(`/${COUNTER}`)
  const hold = async (route: Route) => {
    await released
    await route.continue()
  }
  await page.route(isHeld, hold)
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('more plus left').waitFor()
  // The new version has more text and values: its code can't hydrate the old page.
  edit(COUNTER, '{more()} plus', '<b>now</b> {more()} {more()} and')
  await expect.poll(async () => (await fetch(dev.url)).text(), { timeout: 20_000 }).toContain('<b>now</b>')
  release()
  await page.getByText('now more more and left').waitFor()
  await untilLive()
  expect(failures()).toEqual([])
  await page.unroute(isHeld, hold)
  edit(COUNTER, '<b>now</b> {more()} {more()} and', '{more()} plus')
  await page.getByText('more plus left').waitFor()
  expect(await isSamePage()).toBe(true)
})

test.each([0, 10, 70])('the last of several edits %i ms apart is shown', async (gap) => {
  for (const word of ['first', 'second', `gap ${gap}`]) {
    app.write(DIGITS, app.read(DIGITS).replace(/(?<=digits">).*(?= \{)/, word))
    if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap))
  }
  await expect.poll(() => textOf('#left .digits'), { timeout: 20_000 }).toBe(`gap ${gap} 5`)
  expect(await isSamePage()).toBe(true)
})

const overlay = () => page.getByRole('dialog')

test('an edit that throws opens the overlay above the old content; the next valid edit continues with the state', async () => {
  await page.locator('#left .add').click()
  edit(COUNTER, 'const add = ', "if (props.label === 'left') throw new Error('not the left one')\n  const add = ")
  await overlay().getByRole('heading', { name: 'Error not the left one' }).waitFor()
  expect(await textOf('#left .add')).toBe('add to 15')
  await page.keyboard.press('Escape')
  await page.locator('#right .add').click()
  expect(await textOf('#right .add')).toBe('add to 15')
  edit(COUNTER, "if (props.label === 'left') throw new Error('not the left one')\n  ", '')
  edit(COUNTER, '{more()} plus', '{more()} again')
  await page.getByText('more again left').waitFor()
  await page.locator('#left .add').click()
  expect(await textOf('#left .add')).toBe('add to 25')
  expect(await isSamePage()).toBe(true)
})

test('a module that throws, or cannot be compiled, leaves its islands interactive, and the overlay closes when it is fixed', async () => {
  edit(COUNTER, 'const STEP', "if (STEP > 1) throw new RangeError('too far')\nconst STEP")
  await overlay()
    .getByRole('heading', { name: /^ReferenceError/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#left .add').click()
  expect(await textOf('#left .add')).toBe('add to 15')
  edit(COUNTER, "if (STEP > 1) throw new RangeError('too far')\n", '')
  edit(COUNTER, '<h2>{more()} again', '<h2{more()} again')
  await overlay()
    .getByRole('heading', { name: /^Syntax error/ })
    .waitFor()
  await page.locator('#left .add').evaluate((node: HTMLElement) => node.click())
  expect(await textOf('#left .add')).toBe('add to 25')
  edit(COUNTER, '<h2{more()} again', '<h2>{more()} mended')
  await page.getByText('more mended left').waitFor()
  await expect.poll(() => overlay().count()).toBe(0)
  expect(await textOf('#left .add')).toBe('add to 25')
  expect(await isSamePage()).toBe(true)
})

test('a page, a store, an export, and content that the server renders outside islands reload the page', async () => {
  const edits = [
    ['routes/index.tsx', '<h1>Hot</h1>', '<h1>Hotter</h1>'],
    ['stores.ts', "'Count one.'", "'Count one more.'"],
    ['components/list.tsx', 'export function List', 'export const ROWS = 3\n\nexport function List'],
    ['components/tag.tsx', 'tag {', 'a tag {'],
  ] as const
  for (const [file, from, to] of edits) {
    edit(file, from, to)
    await expect.poll(() => isSamePage().catch(() => true), { message: file, timeout: 20_000 }).toBe(false)
    await untilLive()
  }
  expect(await page.locator('.tag').allTextContents()).toEqual(['a tag outside', 'a tag inside'])
})
