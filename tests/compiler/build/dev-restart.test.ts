/** `fw dev` while its configuration is edited, and the styles of the app's own script. */
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type AppCopy, copyFixture, type DevProcess, startDev } from './app-copy.ts'

let app: AppCopy
let dev: DevProcess | undefined
afterEach(async () => {
  await dev?.stop()
  app.remove()
})

const restarts = () => (dev?.log() ?? '').match(/^.+ has changed: "fw dev" starts again\.$/gm) ?? []
const titled = (title: string) => (text: string) => text.includes(`>${title}</title>`)
const manifest = (extra: object) => JSON.stringify({ name: 'fixture-app', private: true, type: 'module', ...extra })

test('a configuration in package.json that is edited is used at once, and other edits of the file are none', async () => {
  app = copyFixture()
  rmSync(app.path('fw.config.ts'))
  app.edit('src/routes/about.tsx', "title: 'About'", "description: 'About'")
  app.write('package.json', manifest({ fw: { title: 'First', data: 'memory' } }))
  dev = await startDev(app.root)
  await dev.until('/about', titled('First'))
  app.write('package.json', manifest({ fw: { title: 'First', data: 'memory' }, scripts: { greet: 'echo hello' } }))
  // Once this edit is seen, the one before it was.
  app.edit('src/routes/about.tsx', 'About this app', 'About the edited app')
  await dev.until('/about', (text) => text.includes('About the edited app'))
  app.write('package.json', manifest({ fw: { title: 'Second', data: 'memory' } }))
  await dev.until('/about', titled('Second'))
  expect(restarts()).toEqual(['package.json has changed: "fw dev" starts again.'])
})

test('fw.config.ts may come, be edited, be wrong for a while, and import what it says', async () => {
  app = copyFixture()
  app.edit('src/routes/about.tsx', "title: 'About'", "description: 'About'")
  app.write('src/site.ts', "export const TITLE = 'From a file'\n")
  dev = await startDev(app.root)
  const url = dev.url
  const config = (title: string) =>
    app.write('fw.config.ts', `${IMPORTS}export default { title: ${title}, data: 'memory' }\n`)
  await dev.until('/about', titled('Fixture'))
  config('TITLE')
  await dev.until('/about', titled('From a file'))
  app.write('src/site.ts', "export const TITLE = 'From the file'\n")
  await dev.until('/about', titled('From the file'))
  config('12')
  await dev.until('/about', (text, status) => status === 500 && /fw\.config\.ts[\s\S]*title/.test(text))
  config("'Mended'")
  await dev.until('/about', titled('Mended'))
  expect(dev.url).toBe(url)
  await expect.poll(() => restarts().length).toBeGreaterThan(0)
  // Edits are still heard by what started last.
  app.edit('src/routes/about.tsx', 'About this app', 'About the edited app')
  await dev.until('/about', (text) => text.includes('About the edited app'))
})

const IMPORTS = "import { TITLE } from './src/site.ts'\nvoid TITLE\n"

test('CNV-12 what only src/client.ts and its imports import is linked by the first page of dev, and so is what comes later', async () => {
  app = copyFixture()
  app.write('src/client.ts', "import './client.css'\nimport './below.ts'\nimport './server/notes.api.ts'\n")
  app.write('src/client.css', 'h1 { color: red; }\n')
  app.write('src/below.ts', "import './below.css'\n")
  app.write('src/below.css', 'h2 { color: red; }\n')
  app.write('src/later.css', 'h3 { color: red; }\n')
  dev = await startDev(app.root)
  const links = (html: string) => [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, href]) => href)
  expect(links(await (await dev.fetch('/about')).text())).toEqual([
    '/src/styles.css',
    '/src/client.css',
    '/src/below.css',
  ])
  app.write('src/below.ts', "import './below.css'\nimport './later.css'\n")
  const html = await dev.until('/about', (text) => text.includes('later.css'))
  expect(links(html).at(-1)).toBe('/src/later.css')
})
