/** An app whose files are all over the project, imported by relative paths, by `paths` of tsconfig.json and by `#imports`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Running } from '../cli/support/fixture.ts'
import { TSCONFIG, type WrittenApp, writeApp } from '../cli/support/written-app.ts'
import { type Chromium, launchChromium } from './chromium.ts'

const counter = (name: string, more = '') => `import { createSignal } from 'solid-js'
${more}
export function ${name}(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  return <button id="${name}" onClick={() => setCount(count() + 1)}>${name} {count()}</button>
}
`

/** Imported in five ways, and by another folder's layout; the routes are not below `src/`. */
const FILES = {
  'package.json': JSON.stringify({
    name: 'scattered',
    private: true,
    type: 'module',
    imports: { '#widgets/*': './widgets/*', '#theme': './brand/theme.css' },
    dependencies: { '@fw/runtime': '*', 'solid-js': '*' },
  }),
  'config/base.json': JSON.stringify({
    compilerOptions: {
      ...TSCONFIG.compilerOptions,
      paths: {
        '@/*': ['../missing/*', '../app/*', '../shared/*'],
        '@api/*': ['../backend/*'],
        '@brand': ['../brand/index.ts'],
        '~/*.look': ['../brand/*.css'],
      },
    },
  }),
  'tsconfig.json': JSON.stringify({
    extends: './config/base.json',
    compilerOptions: { baseUrl: './library', ignoreDeprecations: '6.0' },
  }),
  'fw.config.ts': `import { TITLE } from '@/title'
import { defineConfig } from '@fw/runtime'
export default defineConfig({ routesDir: 'app/routes', serverDir: 'backend', clientEntry: 'entry/browser.ts', title: TITLE })
`,
  'app/title.ts': `export const TITLE = 'Scattered'\n`,
  'entry/browser.ts': `import { mark } from '@/mark'\nmark()\n`,
  'shared/mark.ts': `export const mark = () => document.documentElement.setAttribute('data-entry', 'ran')\n`,
  'app/routes/_layout.tsx': `import { Menu } from '../../widgets/menu.tsx'
import '@/layout.css'
import '#theme'
import '~/frame.look'
import type { JSX } from 'solid-js'
export default (props: { children: JSX.Element }) => <div class="frame"><Menu start={10} />{props.children}</div>
`,
  'app/layout.css': `.frame { color: rgb(1, 2, 3) }\n`,
  'brand/theme.css': `.frame { background-color: rgb(4, 5, 6) }\n`,
  'brand/frame.css': `.frame { border-top: 3px solid rgb(7, 8, 9) }\n`,
  'app/routes/index.tsx': `import { Plain, Barrel } from '../../ui/index.ts'
import { Aliased } from '@/aliased'
import { Hash } from '#widgets/hash.tsx'
import Based from 'based/button'
import { Brand, logo } from '@brand'
import box from '@/box.module.css'
export default () => (
  <main class={box.box}>
    <h1>Scattered</h1>
    <Plain /><Barrel start={1} /><Aliased start={2} /><Hash start={3} /><Based start={4} /><Brand />
    <img src={logo} alt="logo" />
  </main>
)
`,
  'app/box.module.css': `.box { padding-left: 11px }\n`,
  'ui/index.ts': `export { Plain } from './plain.tsx'\nexport * from './inner/barrel.tsx'\n`,
  'ui/plain.tsx': `export const Plain = () => <p id="plain">plain</p>\n`,
  'ui/inner/barrel.tsx': counter('Barrel'),
  'widgets/menu.tsx': counter('Menu'),
  'widgets/hash.tsx': counter('Hash'),
  'library/based/button.tsx': counter('Button', 'export { Button as default }'),
  'brand/index.ts': `export { Brand } from './brand.tsx'\nexport { default as logo } from './logo.svg'\n`,
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'brand/brand.tsx': `export const Brand = () => <p id="brand">brand</p>\n`,
  'brand/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><!-- ${'x'.repeat(100)} --></svg>\n`,
  'shared/aliased.tsx': `import { createSignal } from 'solid-js'
import { double } from '@api/math.api'
export function Aliased(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  return <button id="Aliased" onClick={async () => setCount((await double({ value: count() })).value)}>Aliased {count()}</button>
}
`,
  'backend/math.api.ts': `import { api, type Call } from '@fw/runtime'
import { FACTOR } from '@api/factor'
interface Double { value: number }
export const double = api({
  description: 'Doubles a number.',
  guard: 'auto',
  run: ({ input }: Call<Double>) => ({ value: input.value * FACTOR }),
})
`,
  'backend/factor.ts': `export const FACTOR = Number('2')\nexport const SECRET = 'kept-on-the-server'\n`,
}

let app: WrittenApp
let chromium: Chromium
beforeAll(async () => {
  app = writeApp(FILES)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

test('fw check reads them all and finds nothing wrong', async () => {
  const { code, stdout, stderr } = await app.fw('check')
  expect(stdout + stderr).toContain('No problems found.')
  expect(code).toBe(0)
})

/** Clicks every island, and looks at styles, images and the client entry. */
async function useApp({ url }: Pick<Running, 'url'>): Promise<void> {
  const { page, logs } = await chromium.open(url)
  await page.locator('fw-island[ok]').nth(4).waitFor()
  expect(await page.title()).toBe('Scattered')
  for (const [name, before, after] of [
    ['Menu', 10, 11],
    ['Barrel', 1, 2],
    ['Aliased', 2, 4],
    ['Hash', 3, 4],
    ['Button', 4, 5],
  ] as const) {
    expect(await page.locator(`#${name}`).textContent()).toBe(`${name} ${before}`)
    await page.locator(`#${name}`).click()
    await expect.poll(() => page.locator(`#${name}`).textContent()).toBe(`${name} ${after}`)
  }
  expect(await page.locator('#plain').textContent()).toBe('plain')
  expect(await page.locator('#brand').textContent()).toBe('brand')
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(7)
  const styles = await page.locator('.frame').evaluate((element) => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(element)
    return [color, backgroundColor, borderTopColor]
  })
  expect(styles).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)'])
  expect(await page.locator('main').evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('11px')
  await expect.poll(() => page.locator('html').getAttribute('data-entry')).toBe('ran')
  expect(logs.filter((line) => /error|warning/i.test(line))).toEqual([])
  await page.close()
}

test('fw build and fw start: every island starts, calls and styles work, and the browser gets nothing of the server', async () => {
  const served = await app.start()
  try {
    await useApp(served)
  } finally {
    await served.stop('SIGTERM')
  }
  const assets = join(app.root, 'dist/client/assets')
  expect(existsSync(assets)).toBe(true)
  const texts = readdirSync(assets).map((name) => readFileSync(join(assets, name), 'utf8'))
  expect(texts.filter((text) => text.includes('kept-on-the-server'))).toEqual([])
})

test('fw dev: the same', async () => {
  const served = await app.dev()
  try {
    await useApp(served)
    const stub = await (await fetch(new URL('/backend/math.api.ts', served.url))).text()
    expect(stub).not.toContain('FACTOR')
    // A component that is written while dev runs, in a folder that was not there, and a page that imports it.
    app.write('late/late.tsx', counter('Late'))
    app.write(
      'app/routes/late.tsx',
      `import { Late } from '../../late/late.tsx'\nexport default () => <Late start={5} />\n`,
    )
    await expect.poll(async () => (await fetch(new URL('/late', served.url))).status, { timeout: 20_000 }).toBe(200)
    const { page } = await chromium.open(new URL('/late', served.url).href)
    await page.locator('fw-island[ok] #Late').click()
    await expect.poll(() => page.locator('#Late').textContent()).toBe('Late 6')
    await page.close()
  } finally {
    await served.stop('SIGINT')
  }
}, 120_000)

test('fw build refuses an island that only a computed import reaches, in place of a page that fails on every request', async () => {
  const computed = writeApp({
    'widgets/gadget.tsx': counter('Gadget'),
    'src/routes/index.tsx': `const all = import.meta.glob('../../widgets/*.tsx', { eager: true, import: 'Gadget' })
export default () => <main>{Object.values(all).map((One) => (One as (props: { start: number }) => any)({ start: 1 }))}</main>
`,
  })
  try {
    const { code, stderr } = await computed.fw('build')
    expect(stderr).toContain('widgets/gadget.tsx contains the island Gadget')
    expect(stderr).not.toContain('at file:')
    expect(code).toBe(1)
  } finally {
    computed.remove()
  }
})
