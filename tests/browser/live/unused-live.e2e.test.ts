/** Two builds of one app, with and without live pages: what pages load that don't use live data. */
import { rmSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, startBuilt } from '../../compiler/build/app-copy.ts'
import { copySources } from '../../playground/built-example.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const META = "export const meta = { title: 'Cards', description: 'The cards of now.' }"
const PAGES = {
  'src/server/board.api.ts': `import { api, type Call } from '@fw/runtime'
const cards: string[] = []
/** The cards. */
export const list = api({ readonly: true, tags: ['cards'], run: async () => [...cards] })
/** Adds a card. */
export const add = api({ invalidates: ['cards'], run: async ({ input }: Call<{ title: string }>) => cards.push(input.title) })
`,
  'src/components/counter.tsx': `import { createSignal } from 'solid-js'
export function Counter() {
  const [count, setCount] = createSignal(0)
  return <button type="button" onClick={() => setCount(count() + 1)}>{count()}</button>
}
`,
  'src/components/adder.tsx': `import { createSignal } from 'solid-js'
import { add } from '../server/board.api.ts'
export function Adder() {
  const [count, setCount] = createSignal(0)
  return <button type="button" onClick={async () => setCount(await add({ title: 'Crane' }))}>{count()}</button>
}
`,
  'src/routes/_layout.tsx': `export default ({ children }: { children?: unknown }) => <main>{children}</main>
`,
  'src/routes/counter.tsx': `import { Counter } from '../components/counter.tsx'
${META}
export default () => <Counter />
`,
  'src/routes/adder.tsx': `import { Adder } from '../components/adder.tsx'
${META}
export default () => <Adder />
`,
  'src/routes/text.tsx': `${META}
export default () => <p>Text</p>
`,
}
/** The same pages without live data. They use the same functions of Solid as live reads, because islands share one file of Solid. */
const ONCE = {
  'src/components/cards.tsx': `import { batch, createMemo, createResource, createSignal, onCleanup, untrack } from 'solid-js'
import { list } from '../server/board.api.ts'
export function Cards() {
  const [shown, show] = createSignal(true)
  const board = createMemo(() => shown() ? 'harbour' : undefined)
  const [cards] = createResource(board, () => list(), { storage: createSignal as never })
  onCleanup(() => untrack(() => batch(() => show(false))))
  return <p class="cards">{cards()?.length}</p>
}
`,
  'src/routes/cards.tsx': `import { Cards } from '../components/cards.tsx'
${META}
export default () => <Cards />
`,
  'src/routes/overview.tsx': `import { list } from '../server/board.api.ts'
${META}
export default async () => <p>{(await list()).length} cards</p>
`,
}
const LIVE = {
  'src/components/cards.tsx': `import { live } from '@fw/runtime'
import { list } from '../server/board.api.ts'
export function Cards() {
  const cards = live(list)
  return <p class="cards">{cards()?.length}</p>
}
`,
  'src/routes/cards.tsx': `import { Cards } from '../components/cards.tsx'
${META}
export default () => <Cards />
`,
  'src/routes/overview.tsx': `import { list } from '../server/board.api.ts'
${META}
export const live = true
export default async () => <p>{(await list()).length} cards</p>
`,
}

let chromium: Chromium
const folders: string[] = []
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface PageSize {
  /** Characters of the HTML. */
  readonly html: number
  /** Bytes of the scripts, after a click on the button of the page: as they are, and under brotli. */
  readonly scripts: number
  readonly brotli: number
}

async function measurePages(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, PageSize>>> {
  const folder = copySources('data-cache', files)
  folders.push(folder)
  const { ok, log } = await buildApp(folder)
  expect(ok, log).toBe(true)
  const built = await startBuilt(folder)
  try {
    const sizes: Record<string, PageSize> = {}
    for (const path of ['/text', '/counter', '/adder']) sizes[path] = await measurePage(new URL(path, built.url).href)
    return sizes
  } finally {
    await built.stop()
  }
}

async function measurePage(url: string): Promise<PageSize> {
  const page = await chromium.context.newPage()
  const texts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') texts.push(await response.text())
  })
  const html = (await page.goto(url).then((response) => response?.text())) ?? ''
  const button = page.getByRole('button')
  if ((await button.count()) > 0) {
    await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await button.click()
    await expect.poll(() => button.textContent()).not.toBe('0')
  }
  await page.waitForLoadState('networkidle')
  await page.close()
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text), 0)
  return {
    // The id of the build has six or seven digits.
    html: html.replace(/data-fw="\w+"/, '').length,
    scripts: sum(({ length }) => length),
    brotli: sum((text) => brotliCompressSync(text).length),
  }
}

test('pages without live reads load no byte more; pages with calls load 60 characters more at most', async () => {
  const once = await measurePages({ ...PAGES, ...ONCE })
  const live = await measurePages({ ...PAGES, ...LIVE })
  expect(once['/counter']?.scripts).toBeGreaterThan(10_000)
  for (const path of ['/text', '/counter']) {
    const [now, before] = [live[path], once[path]]
    expect([now?.html, now?.scripts], path).toEqual([before?.html, before?.scripts])
  }
  const [now, before] = [live['/adder'], once['/adder']]
  expect(now?.html).toBe(before?.html)
  expect(Number(now?.scripts) - Number(before?.scripts)).toBeLessThanOrEqual(60)
  // Of about 10,000. The other names of variables compress differently.
  expect(Number(now?.brotli) - Number(before?.brotli)).toBeLessThanOrEqual(60)
})
