import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest, ManifestComponent } from '../../../runtime/src/contract/agent/manifest.ts'
import { type AppCopy, buildApp, type DevProcess, startBuilt, startDev } from '../../compiler/build/app-copy.ts'
import { copyToolApp } from '../agent/tool-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const LINES = `import { For, type JSX, Show, createMemo } from 'solid-js'
import { useStore } from '@fw/runtime'
import { basket } from '../stores.ts'
import { Piece } from './piece.tsx'

/** What is in the basket. */
export function Lines(props: { children?: JSX.Element }) {
  const [state, { put }] = useStore(basket)
  const count = createMemo(() => state.lines.length)
  return (
    <Show when={state.lines}>
      <section>
        <h2 class="count">{count()} lines</h2>
        <ul>
          <For each={state.lines}>
            {(line) => (
              <li class="line">
                <em>{line.sku}</em>
                <Piece sku={line.sku} />
              </li>
            )}
          </For>
        </ul>
        <button type="button" class="more" onClick={() => put({ sku: 'jam', qty: 1 })}>
          <i class="plus">+</i>
        </button>
        <div class="slot">{props.children}</div>
      </section>
    </Show>
  )
}
`
const PIECE = `export const Piece = (props: { sku: string }) => <b class="piece">{props.sku}</b>\n`
const PAGE = `import { Lines } from '../components/lines.tsx'
export default () => (
  <main>
    <p class="static">static</p>
    <Lines>
      <u class="inside">of the page</u>
    </Lines>
  </main>
)
`
const FILE = 'src/components/lines.tsx'

let app: AppCopy
let chromium: Chromium
beforeAll(async () => {
  app = copyToolApp()
  app.write(FILE, LINES)
  app.write('src/components/piece.tsx', PIECE)
  app.write('src/routes/lines.tsx', PAGE)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

const componentsAt = async (url: string, path: string): Promise<readonly ManifestComponent[]> =>
  ((await (await fetch(new URL(`/_fw/manifest?path=${path}`, url))).json()) as Manifest).components

/** Builds the app and asks the built server. */
async function builtComponents(): Promise<readonly ManifestComponent[]> {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const built = await startBuilt(app.root)
  try {
    return (await Promise.all(['/tools', '/lines'].map((path) => componentsAt(built.url, path)))).flat()
  } finally {
    await built.stop()
  }
}

const distText = () =>
  app
    .list('dist')
    .filter((name) => /\.(?:js|html|json)$/.test(name))
    .map((name) => app.read(`dist/${name}`))
    .join('\n')

describe('what elements show and call', () => {
  test('CFG-26 by default a build maps bindings, adds them to the manifest, and splits no intents; it contains no source positions', async () => {
    const [shelf, lines] = await builtComponents()
    expect(shelf).toMatchObject({
      name: 'Shelf',
      shows: expect.arrayContaining(['basket.lines.length']),
      does: expect.arrayContaining(['Shelf.order', 'basket.put', 'Shelf.wipe']),
    })
    expect(lines).toEqual({
      id: '0',
      name: 'Lines',
      hydrate: 'load',
      description: 'What is in the basket.',
      shows: ['basket.lines', 'basket.lines.length', 'basket.lines[].sku'],
      does: ['basket.put'],
      stores: ['basket'],
    })
    const components = Object.values(JSON.parse(app.read('.fw/bindings.json')) as Record<string, { name: string }>)
    expect(components.find(({ name }) => name === 'Lines')).toMatchObject({
      file: FILE,
      island: true,
      bindings: expect.arrayContaining([
        {
          at: 'Show > section > h2',
          kind: 'text',
          reads: ['store:basket.lines.length'],
          calls: [],
          line: 13,
          element: '13:9',
        },
      ]),
    })
    expect(app.read('.fw/model.json')).not.toContain('"bindings"')
    const dist = distText()
    expect(dist).toContain('basket.lines[].sku')
    for (const word of ['data-fw-at', 'dev/bindings', 'Show > section', 'lines.tsx:1', 'fw-run='])
      expect(dist).not.toContain(word)
  })

  describe('in dev', () => {
    let dev: DevProcess
    beforeAll(async () => {
      dev = await startDev(app.root)
    })
    afterAll(() => dev?.stop())

    const open = async () => {
      const opened = await chromium.open(new URL('/lines', dev.url).href)
      await opened.page.locator('fw-island[ok]').waitFor()
      const explain = (selector: string) =>
        opened.page
          .locator(selector)
          .first()
          .evaluate((element) => window.fw?.explain?.(element))
      return { ...opened, explain }
    }

    test("window.fw.explain returns an element's reads and calls, its component, its island and its position", async () => {
      const { page, explain, logs } = await open()
      const island = { id: '0', component: 'Lines' }
      const lines = { island, component: 'Lines', description: 'What is in the basket.' }
      expect(await explain('.count')).toEqual({
        ...lines,
        source: `${FILE}:13:9`,
        bindings: [
          {
            at: 'Show > section > h2',
            kind: 'text',
            reads: ['store:basket.lines.length'],
            calls: [],
            source: `${FILE}:13`,
          },
        ],
        reads: ['store:basket.lines.length'],
        calls: [],
      })
      // An element without bindings belongs to the nearest outer element with bindings.
      expect(await explain('.plus')).toMatchObject({
        ...lines,
        source: `${FILE}:24:9`,
        bindings: [{ kind: 'event', name: 'onClick' }],
        reads: [],
        calls: ['action:basket.put'],
      })
      // Elements that the browser made have no keys of the server's.
      await page.locator('.more').click()
      await page.locator('.line').waitFor()
      expect(await explain('.line em')).toMatchObject({ ...lines, reads: ['store:basket.lines[].sku'] })
      expect(await explain('.piece')).toMatchObject({
        island,
        component: 'Piece',
        source: 'src/components/piece.tsx:1:50',
        reads: ['prop:sku'],
      })
      expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
      await page.close()
    })

    test('static content, slots and island elements have no code; other values than elements are refused', async () => {
      const { page, explain } = await open()
      const nothing = { bindings: [], reads: [], calls: [] }
      expect(await explain('.static')).toEqual(nothing)
      expect(await explain('.inside')).toEqual({ island: { id: '0', component: 'Lines' }, ...nothing })
      expect(await explain('fw-island')).toMatchObject({
        component: 'Lines',
        source: FILE,
        bindings: [{ at: 'Show', kind: 'attribute', name: 'when' }],
        reads: ['store:basket.lines'],
      })
      const refused = await page.evaluate(() =>
        window.fw?.explain?.('p' as unknown as Element).catch((error: Error) => error.message),
      )
      expect(refused).toBe('The argument of explain() must be an element of this page.')
      await page.close()
    })

    test('an edit is explained as it is now', async () => {
      app.edit(FILE, '{count()} lines', '{count() + state.lines.length * 0} lines of {state.lines[0]?.sku}')
      const { page, explain } = await open()
      await expect
        .poll(async () => (await explain('.count'))?.reads)
        .toEqual(['store:basket.lines.length', 'store:basket.lines[0].sku'])
      await page.close()
    })

    test('only pages of this app may ask for the bindings, and only read them', async () => {
      const status = async (init: RequestInit) => (await dev.fetch('/_fw/dev/bindings', init)).status
      expect(await status({})).toBe(200)
      expect(await status({ headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
      expect(await status({ method: 'POST' })).toBe(405)
    })
  })

  test('CFG-26 compiler.bindingMaps: false switches all of it off', async () => {
    app.edit('fw.config.ts', "data: 'memory'", "data: 'memory', compiler: { bindingMaps: false }")
    const dev = await startDev(app.root)
    try {
      expect((await dev.fetch('/_fw/dev/bindings')).status).toBe(404)
      expect(await componentsAt(dev.url, '/lines')).toEqual([
        { id: '0', name: 'Lines', hydrate: 'load', stores: ['basket'] },
      ])
      const html = await (await dev.fetch('/lines')).text()
      expect(html).toContain('<fw-island')
      expect(html).not.toContain('data-fw-at')
      expect(await (await dev.fetch('/@id/__x00__fw:browser/loader')).text()).not.toContain('explain')
    } finally {
      await dev.stop()
    }
  })
})
