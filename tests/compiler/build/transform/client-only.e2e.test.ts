/** The server loads neither an island that only browsers render, nor what only that island imports: in a build and in dev. */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../browser/chromium.ts'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

/** Throws on a server, as libraries do that draw into the page. */
const PLOT = `document.documentElement.dataset.plots = 'yes'
export const plot = (label) => label + ' at ' + window.innerWidth
`
const FILES = {
  'node_modules/window-plot/package.json': JSON.stringify({
    name: 'window-plot',
    type: 'module',
    exports: './index.js',
  }),
  'node_modules/window-plot/index.js': PLOT,
  'src/plots/scale.ts': "import { plot } from 'window-plot'\nexport const scale = (label: string) => plot(label)\n",
  'src/plots/chart.tsx': `import 'window-plot'
import { createSignal } from 'solid-js'
import { Frame } from './frame.tsx'
import { scale } from './scale.ts'
document.title += ''
const wide = scale('wide')
export function Chart(props: { label: string }) {
  const [count, setCount] = createSignal(0)
  return <button class="chart" title={wide} onClick={() => setCount(count() + 1)}><Frame>{scale(props.label)} {count()}</Frame></button>
}
export const unused = () => wide
`,
  'src/plots/frame.tsx': 'export const Frame = (props: { children: unknown }) => <b>{props.children as string}</b>\n',
  'src/plots/late.tsx': `import { island } from '@fw/runtime'
import { onMount } from 'solid-js'
import { plot } from 'window-plot'
function Body(props: { label: string }) {
  onMount(() => (document.body.dataset.late = plot(props.label)))
  return <i class="late">{plot(props.label)}</i>
}
export const Late = island(Body, { ssr: false })
export default island(Body, { ssr: false, when: 'idle' })
`,
  'src/plots/mixed.tsx': `import { createSignal } from 'solid-js'
import { scale } from './scale.ts'
export const Other = (props: { label: string }) => <s>{scale(props.label)}</s>
export const Dial = (props: { label: string }) => {
  const [on] = createSignal(true)
  return <s class="dial">{on() ? scale(props.label) : ''}</s>
}
`,
  'src/plots/label.tsx': 'export const Label = (props: { text: string }) => <em class="label">{props.text}</em>\n',
  'src/plots/around.tsx': `import { createSignal } from 'solid-js'
import { Late } from './late.tsx'
export function Around() {
  const [open, setOpen] = createSignal(true)
  return <div class="around" onClick={() => setOpen(!open())}>{open() ? <Late label="inside" /> : 'closed'}</div>
}
`,
  'src/routes/plots.tsx': `import { Around } from '../plots/around.tsx'
import { Chart } from '../plots/chart.tsx'
import Idle, { Late } from '../plots/late.tsx'
import { Label } from '../plots/label.tsx'
import { Dial } from '../plots/mixed.tsx'
export const meta = { title: 'Plots' }
export default () => (
  <main>
    <h1>Plots</h1>
    <Chart client:only label="one" />
    <Late label="two" />
    <Idle label="three" />
    <Dial client:only label="four" />
    <Label client:only text="static" />
    <Around />
  </main>
)
`,
}

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
  rmSync(app.path('node_modules'))
  mkdirSync(app.path('node_modules'))
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(app.root, 'node_modules', name))
  for (const folder of ['node_modules/window-plot', 'src/plots']) app.makeFolder(folder)
  for (const [file, text] of Object.entries(FILES)) app.write(file, text)
})
afterAll(() => app.remove())

async function lookAt(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  expect(html).toContain('<h1>Plots</h1>')
  expect(html).toMatch(/<em class="label"[^>]*>static<\/em>/)
  expect(html).not.toMatch(/class="(?:chart|late|dial|around)"/)
  const chromium = await launchChromium()
  try {
    const { page, logs } = await chromium.open(url)
    await page.locator('.chart').click()
    await expect.poll(() => page.locator('.chart').textContent()).toMatch(/^one at \d+ 1$/)
    await expect.poll(() => page.locator('.late').allTextContents()).toHaveLength(3)
    await expect.poll(() => page.locator('.dial').textContent()).toMatch(/^four at/)
    await page.locator('.around').click()
    await expect.poll(() => page.locator('.around').textContent()).toBe('closed')
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
  } finally {
    await chromium.close()
  }
}

test('a build', async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const server = app.list('dist/server').filter((file) => file.endsWith('.js'))
  for (const file of server) expect(app.read(`dist/server/${file}`)).not.toContain('dataset.plots')
  const running = await startBuilt(app.root)
  try {
    await lookAt(new URL('/plots', running.url).href)
  } finally {
    await running.stop()
  }
})

test('dev, also after an edit', async () => {
  const running = await startDev(app.root)
  try {
    await lookAt(new URL('/plots', running.url).href)
    app.edit('src/plots/label.tsx', '{props.text}', '{props.text + "!"}')
    await running.until('/plots', (html) => html.includes('>static!</em>'))
  } finally {
    await running.stop()
  }
})
