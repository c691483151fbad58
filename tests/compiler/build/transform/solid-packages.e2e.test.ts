/**
 * Packages with components that Solid's own build compiled: for the server, where their templates are markup and their props
 * are escaped; and only for browsers, where a `client:only` island renders them.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { notablePackages } from '../../../../compiler/src/build/externals.ts'
import { launchChromium } from '../../../browser/chromium.ts'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

const BADGE = `
import { Show, Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
export function Badge(props) {
  return <em class="badge">{props.label}<Show when={props.children}><u>{props.children}</u></Show><Suspense>{props.label}</Suspense><Dynamic component="s">{props.label}</Dynamic></em>
}`
const PAGE = `import { Badge } from 'solid-badge'
const note = JSON.parse('{"t":"<img src=x onerror=alert(1)>"}')
export default () => <main><Badge label={note}><b>in a badge</b></Badge><Badge label="plain" /></main>`
/** Solid's build of it for browsers makes its template when it is loaded. */
const GAUGE = `
import { createSignal } from 'solid-js'
export function Gauge() {
  const [level, setLevel] = createSignal(0)
  return <button class="gauge" onClick={() => setLevel(level() + 1)}>level {level()}</button>
}`
const GAUGE_PAGE = `import { Panel } from '../components/panel.tsx'
export default () => <main><h1>Gauge</h1><Panel client:only /></main>`
const PANEL = `import { createSignal } from 'solid-js'
import { Gauge } from 'solid-gauge'
export function Panel() {
  const [title] = createSignal('panel')
  return <section>{title()} <Gauge /></section>
}`
const TEXT = '[object Object]'
const SHOWN = `<em class="badge">${TEXT}<u><b>in a badge</b></u>${TEXT}<s >${TEXT}</s></em><em class="badge">plainplain<s >plain</s></em>`

/** Removes the parts that only hydration needs. */
const withoutMarks = (html: string) => html.replace(/<!--.*?-->| data-hk="\w+"/g, '')

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
  installBadge(app)
  app.write('src/routes/badge.tsx', PAGE)
  app.write('src/routes/gauge.tsx', GAUGE_PAGE)
  app.write('src/components/panel.tsx', PANEL)
})
afterAll(() => app.remove())

/** Beside the repository's packages, as npm would install it. */
function installBadge({ root, path, write }: AppCopy): void {
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
  rmSync(path('node_modules'))
  mkdirSync(path('node_modules'))
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(root, 'node_modules', name))
  for (const name of ['solid-badge', 'solid-gauge']) mkdirSync(path(`node_modules/${name}`))
  write(
    'node_modules/solid-badge/package.json',
    JSON.stringify({
      name: 'solid-badge',
      version: '1.0.0',
      type: 'module',
      exports: './server.js',
      peerDependencies: { 'solid-js': '^1.9.0' },
    }),
  )
  write(
    'node_modules/solid-gauge/package.json',
    JSON.stringify({
      name: 'solid-gauge',
      version: '1.0.0',
      type: 'module',
      exports: './browser.js',
      peerDependencies: { 'solid-js': '^1.9.0' },
    }),
  )
  const compile = (code: string, generate: 'ssr' | 'dom') =>
    transformSync(code, {
      filename: 'component.jsx',
      babelrc: false,
      configFile: false,
      presets: [[solid, { generate, hydratable: false }]],
    })?.code ?? ''
  writeFileSync(path('node_modules/solid-badge/server.js'), compile(BADGE, 'ssr'))
  writeFileSync(path('node_modules/solid-gauge/browser.js'), compile(GAUGE, 'dom'))
  const manifest = {
    name: 'fixture-app',
    private: true,
    type: 'module',
    dependencies: { 'solid-badge': '1.0.0' },
    // Bundled packages may be listed here.
    devDependencies: { 'solid-gauge': '1.0.0' },
  }
  write('package.json', JSON.stringify(manifest))
}

/** The server renders nothing of it and the page is there; in the browser it is shown and clicked. */
async function useGauge(url: string): Promise<void> {
  const chromium = await launchChromium()
  try {
    const html = await (await fetch(url)).text()
    expect(html).toContain('<h1>Gauge</h1>')
    expect(html).not.toContain('class="gauge"')
    const { page } = await chromium.open(url)
    await page.locator('.gauge').click()
    await expect.poll(() => page.locator('.gauge').textContent()).toBe('level 1')
  } finally {
    await chromium.close()
  }
}

test('the packages are found among those of the app', () => {
  expect(notablePackages(app.root).components).toEqual(['solid-badge', 'solid-gauge'])
})

test('a built server renders them', async () => {
  expect(await buildApp(app.root)).toMatchObject({ ok: true })
  const built = await startBuilt(app.root)
  try {
    expect(withoutMarks(await (await fetch(`${built.url}badge`)).text())).toContain(SHOWN)
    await useGauge(`${built.url}gauge`)
  } finally {
    await built.stop()
  }
})

test('dev renders them', async () => {
  const dev = await startDev(app.root)
  try {
    expect(withoutMarks(await (await dev.fetch('/badge')).text())).toContain(SHOWN)
    await useGauge(new URL('/gauge', dev.url).href)
  } finally {
    await dev.stop()
  }
})
