/** `fw dev` while the configurations of Vite, its plugins and PostCSS are edited: no restart by hand. */
import { afterEach, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, type DevProcess, startDev } from '../build/app-copy.ts'

let app: AppCopy
let dev: DevProcess | undefined
afterEach(async () => {
  await dev?.stop()
  app.remove()
})

const shows = (text: string) => (html: string, status: number) => status === 200 && html.includes(text)

test('an edit of vite.config.ts, of a file that it imports, and of the options of a plugin apply immediately', async () => {
  app = copyFixture()
  app.write('src/globals.d.ts', 'declare const __STAMP__: string\n')
  app.write('src/routes/stamp.tsx', "export const meta = { title: 'Stamp' }\nexport default () => <p>{__STAMP__}</p>\n")
  app.write('stamp.mjs', "export const stamp = 'stamp-1'\n")
  app.write(
    'vite.config.ts',
    "import { stamp } from './stamp.mjs'\nexport default { define: { __STAMP__: JSON.stringify(stamp) } }\n",
  )
  dev = await startDev(app.root)
  const { url } = dev
  await dev.until('/stamp', shows('stamp-1'))
  app.write('stamp.mjs', "export const stamp = 'stamp-2'\n")
  await dev.until('/stamp', shows('stamp-2'))
  app.write('vite.config.ts', 'export default { define: { __STAMP__: \'"stamp-3"\' } }\n')
  await dev.until('/stamp', shows('stamp-3'))
  app.write('vite.config.ts', "export default { define: { __STAMP__: '\"stamp-4\"' }, root: 'src' }\n")
  await expect.poll(() => dev?.log(), { timeout: 20_000 }).toContain("root can't be set")
  // The last valid configuration is still used.
  await dev.until('/stamp', shows('stamp-3'))
  // The plugin's own watcher restarts Vite's server.
  app.write('stamp.json', '"stamp-5"')
  app.write(
    'vite.config.ts',
    `import { readFileSync } from 'node:fs'
const file = new URL('./stamp.json', import.meta.url)
export default { plugins: [{
  name: 'stamps',
  config: () => ({ define: { __STAMP__: readFileSync(file, 'utf8') } }),
  configureServer(server) {
    server.watcher.on('change', (path) => path.endsWith('stamp.json') && server.restart())
  },
}] }
`,
  )
  await dev.until('/stamp', shows('stamp-5'))
  app.write('stamp.json', '"stamp-6"')
  await dev.until('/stamp', shows('stamp-6'))
  expect(dev.log()).toContain('A plugin restarts "fw dev".')
  expect(dev.url).toBe(url)
})

test('postcss.config.mjs may be added and edited', async () => {
  app = copyFixture()
  app.write('src/styles.css', '.a { color: theme }\n')
  const config = (color: string) => `const theme = () => ({
  postcssPlugin: 'theme',
  Declaration(node) { if (node.value === 'theme') node.value = '${color}' },
})
theme.postcss = true
export default { plugins: [theme()] }
`
  const sheet = { headers: { accept: 'text/css' } }
  dev = await startDev(app.root)
  await dev.until('/', shows('<html'))
  await dev.until('/src/styles.css', shows('color: theme'), sheet)
  app.write('postcss.config.mjs', config('rgb(1, 1, 1)'))
  await dev.until('/src/styles.css', shows('rgb(1, 1, 1)'), sheet)
  app.write('postcss.config.mjs', config('rgb(2, 2, 2)'))
  await dev.until('/src/styles.css', shows('rgb(2, 2, 2)'), sheet)
})

test('pages link to stylesheets that plugins create without a file', async () => {
  app = copyFixture()
  app.write(
    'vite.config.ts',
    `const id = '\\0virtual:theme.css'
export default { plugins: [{
  name: 'theme',
  resolveId: (source) => (source === 'virtual:theme.css' ? id : null),
  load: (source) => (source.split('?')[0] === id ? '.theme { color: rgb(1, 2, 3) }' : null),
}] }
`,
  )
  app.edit('src/routes/about.tsx', 'import', "import 'virtual:theme.css'\nimport")
  dev = await startDev(app.root)
  const html = await dev.until('/about', shows('theme.css'))
  const [, url = ''] = /<link rel="stylesheet" href="([^"]*theme\.css)"/.exec(html) ?? []
  const sheet = await dev.fetch(url, { headers: { accept: 'text/css' } })
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css'])
  expect(await sheet.text()).toContain('.theme')
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const files = app.list('dist/client/assets').filter((file) => /^styles-.*\.css$/.test(file))
  expect(files.map((file) => app.read(`dist/client/assets/${file}`)).join()).toContain('.theme{')
})

test('an edit of the field vite of fw.config.ts applies, also if only a plugin differs', async () => {
  app = copyFixture()
  app.write(
    'src/routes/stamp.tsx',
    "import stamp from 'virtual:stamp'\nexport const meta = { title: 'Stamp' }\nexport default () => <p>{stamp}</p>\n",
  )
  app.write('src/globals.d.ts', "declare module 'virtual:stamp' {\n  const stamp: string\n  export default stamp\n}\n")
  const config = (stamp: string) =>
    app.write(
      'fw.config.ts',
      `import { defineConfig } from '@fw/runtime'
const stamps = () => ({
  name: 'stamps',
  resolveId: (id: string) => (id === 'virtual:stamp' ? '\\0' + id : null),
  load: (id: string) => (id === '\\0virtual:stamp' ? 'export default "${stamp}"' : null),
})
export default defineConfig({ title: 'Fixture', favicon: '/icon.svg', data: 'memory', vite: { plugins: [stamps()] } })
`,
    )
  config('stamp-1')
  dev = await startDev(app.root)
  await dev.until('/stamp', shows('stamp-1'))
  config('stamp-2')
  await dev.until('/stamp', shows('stamp-2'))
  expect(dev.log().match(/restarting "fw dev"/g)).toHaveLength(1)
})
