/**
 * Packages that need a browser, in components that the server renders: the log names the package, the line of the app and what
 * to do. Components of packages outside islands: dev warns of handlers that no browser runs.
 */
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

const DIAL = `import { createSignal } from 'solid-js'
export function Dial() {
  const [level, setLevel] = createSignal(0)
  return <button onClick={() => setLevel(level() + 1)}>level {level()}</button>
}`
const TOGGLE = `import { Dynamic } from 'solid-js/web'
export const Toggle = (props) => <Dynamic component="button" onClick={() => undefined} {...props} />
export const Mark = (props) => <Dynamic component="svg" class="mark" {...props} />
`
const compiledForBrowsers =
  transformSync(DIAL, {
    filename: 'dial.jsx',
    babelrc: false,
    configFile: false,
    presets: [[solid, { generate: 'dom', hydratable: false }]],
  })?.code ?? ''

/** Packages: `exports` and the content of the file. */
const PACKAGES: Readonly<Record<string, readonly [file: string, code: string]>> = {
  'loading-plot': [
    'index.js',
    'export const width = window.innerWidth\nexport const plot = (label) => label + width\n',
  ],
  'plot-scope/late': ['index.js', 'export const plot = (label) => label + document.body.clientWidth\n'],
  'solid-dial': ['browser.js', compiledForBrowsers],
  'solid-toggle': ['index.jsx', TOGGLE],
}
const island = (imports: string, shown: string) => `import { createSignal } from 'solid-js'
${imports}
export function Panel() {
  const [count, setCount] = createSignal(0)
  return <p onClick={() => setCount(count() + 1)}>{count()} ${shown}</p>
}
`
const FILES = {
  'src/plots/loading.tsx': island("import { plot } from 'loading-plot'", "{plot('wide')}"),
  'src/plots/late.tsx': island("import { plot } from '@plot-scope/late'", "{plot('wide')}"),
  'src/plots/dial.tsx': island("import { Dial } from 'solid-dial'", '<Dial />'),
  'src/plots/own.tsx': island('', '{window.innerWidth}'),
  'src/plots/toggle.tsx': island("import { Toggle } from 'solid-toggle'", '<Toggle>inside</Toggle>'),
}
const PAGES = Object.keys(FILES).map((file) => file.slice('src/plots/'.length, -'.tsx'.length))

let app: AppCopy
beforeAll(() => {
  app = copyFixture()
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
  rmSync(app.path('node_modules'))
  mkdirSync(app.path('node_modules'))
  for (const name of readdirSync(modules)) symlinkSync(join(modules, name), join(app.root, 'node_modules', name))
  app.makeFolder('src/plots')
  const dependencies: Record<string, string> = {}
  for (const [key, [file, code]] of Object.entries(PACKAGES)) {
    const name = key.includes('/') ? `@${key}` : key
    dependencies[name] = '1.0.0'
    app.makeFolder(`node_modules/${name}`)
    const peers = name.startsWith('solid-') ? { peerDependencies: { 'solid-js': '^1.9.0' } } : {}
    const manifest = { name, version: '1.0.0', type: 'module', exports: `./${file}`, ...peers }
    app.write(`node_modules/${name}/package.json`, JSON.stringify(manifest))
    app.write(`node_modules/${name}/${file}`, code)
  }
  app.write('package.json', JSON.stringify({ name: 'fixture-app', private: true, type: 'module', dependencies }))
  for (const [file, text] of Object.entries(FILES)) app.write(file, text)
  for (const name of PAGES) app.write(`src/routes/${name}.tsx`, page(name))
  app.write(
    'src/routes/outside.tsx',
    "import { Mark, Toggle } from 'solid-toggle'\nexport default () => <main><Mark /><Toggle>outside</Toggle><Toggle /></main>\n",
  )
  app.write('src/routes/marks.tsx', "import { Mark } from 'solid-toggle'\nexport default () => <main><Mark /></main>\n")
})
afterAll(() => app.remove())

const page = (name: string, directive = '') =>
  `import { Panel } from '../plots/${name}.tsx'\nexport default () => <main><Panel${directive} /></main>\n`

const OF_DIAL =
  "The package solid-dial was built for browsers only, so the server can't render its components. Put client:only on the island that uses them."
const OF_GLOBAL =
  'Only browsers have it: read it in onMount or in an event handler. If a package reads it, put client:only on the island that uses the package.'
const ofPackage = (name: string) =>
  `Only browsers have it, and the package ${name} reads it. Put client:only on the island that uses the package.`

describe('dev', () => {
  test('names the package, the line of the app and the directive', async () => {
    const dev = await startDev(app.root)
    try {
      const statuses = await Promise.all(PAGES.map(async (name) => [name, (await dev.fetch(`/${name}`)).status]))
      expect(Object.fromEntries(statuses)).toEqual({ loading: 500, late: 200, dial: 200, own: 200, toggle: 200 })
      const log = dev.log()
      expect(log).toContain(`window is not defined. ${ofPackage('loading-plot')}`)
      expect(log).toMatch(/> 2 \| import \{ plot \} from 'loading-plot'/)
      expect(log).toContain(`document is not defined. ${ofPackage('@plot-scope/late')}`)
      expect(log).toMatch(/> 5 \| .*plot\('wide'\)/)
      expect(log).toContain(OF_DIAL)
      expect(log).toMatch(/> 5 \| .*<Dial \/>/)
      expect(log).toContain(`window is not defined. ${OF_GLOBAL}`)
      expect(log).not.toContain('outside islands')
    } finally {
      await dev.stop()
    }
  })

  test('warns of the handlers of packages outside islands, once for a page', async () => {
    const dev = await startDev(app.root)
    try {
      for (const name of ['outside', 'outside', 'marks']) expect((await dev.fetch(`/${name}`)).status).toBe(200)
      const warnings = dev.log().match(/.*outside islands.*/g)
      expect(warnings).toHaveLength(1)
      expect(warnings?.[0]).toContain(
        "/outside renders <button onClick> outside islands, so browsers don't run the handler.",
      )
      expect(warnings?.[0]).toContain("export const Menu = island(MenuBody, { when: 'load' })")
    } finally {
      await dev.stop()
    }
  })
})

test('a built server gives the same advice, and the directive makes the page work', async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  expect(log).not.toMatch(/directive/i)
  const first = await startBuilt(app.root)
  try {
    for (const name of PAGES) await fetch(`${first.url}${name}`)
    expect(first.log()).toContain(OF_DIAL)
    expect(first.log()).toContain(`window is not defined. ${OF_GLOBAL}`)
    expect(first.log()).toContain(`document is not defined. ${OF_GLOBAL}`)
  } finally {
    await first.stop()
  }
  for (const name of PAGES) app.write(`src/routes/${name}.tsx`, page(name, ' client:only'))
  expect(await buildApp(app.root)).toMatchObject({ ok: true })
  const second = await startBuilt(app.root)
  try {
    for (const name of PAGES) expect((await fetch(`${second.url}${name}`)).status).toBe(200)
    expect(second.log()).not.toMatch(/^error|"level":"error"/m)
  } finally {
    await second.stop()
  }
})
