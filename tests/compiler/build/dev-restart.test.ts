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

const restarts = () => (dev?.log() ?? '').match(/^.+ has changed: restarting "fw dev"\.$/gm) ?? []
const titled = (title: string) => (text: string) => text.includes(`>${title}</title>`)
const manifest = (extra: object) => JSON.stringify({ name: 'fixture-app', private: true, type: 'module', ...extra })

test('an edit of the configuration in package.json applies immediately, and other edits of the file are ignored', async () => {
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
  expect(restarts()).toEqual(['package.json has changed: restarting "fw dev".'])
})

test('fw.config.ts may be added, edited, invalid for a while, and import other files', async () => {
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

test('edited messages and languages are shown immediately, and a page with a cache policy is rendered each time', async () => {
  app = copyFixture()
  app.write('src/en.json', '{ "hello": "Hello" }')
  app.write('src/de.json', '{ "hello": "Hallo" }')
  const i18n = (locales: string, messages: string) => `import { defineI18n } from '@fw/runtime'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
export default defineI18n({ locales: [${locales}], defaultLocale: 'en', messages: { ${messages} } })
`
  app.write('src/i18n.ts', i18n("'en', 'de'", 'en, de'))
  app.write(
    'src/components/greeter.tsx',
    `import { t } from '@fw/runtime'
export const Greeter = () => <button onClick={() => document.body.append(t('hello'))}>{t('hello')}</button>
`,
  )
  app.write(
    'src/routes/hello.tsx',
    `import { t } from '@fw/runtime'
import { Greeter } from '../components/greeter.tsx'
export const cache = { scope: 'public', sharedMaxAge: 3600 }
let made = 0
export default () => <main><h1>{t('hello') + ' ' + ++made}</h1><Greeter /></main>
`,
  )
  dev = await startDev(app.root)
  const madeOf = async () => {
    const answer = await dev?.fetch('/de/hello')
    const state = `${answer?.headers.get('x-fw-cache')} ${answer?.headers.get('x-fw-cache-reason')}`
    return [state, Number(/Hallo (\d+)/.exec((await answer?.text()) ?? '')?.[1] ?? 'none')] as const
  }
  await dev.until('/de/hello', (text) => text.includes('Hallo'))
  const [state, before] = await madeOf()
  expect([state, before > 0]).toEqual(['BYPASS off', true])
  expect(await madeOf()).toEqual(['BYPASS off', before + 1])
  const shown = (text: string, page: string) => page.includes(`<h1>${text} `) && page.includes(`"hello":"${text}"`)
  app.write('src/en.json', '{ "hello": "Good day" }')
  await dev.until('/en/hello', (text) => shown('Good day', text))
  app.edit('src/de.json', 'Hallo', 'Guten Tag')
  await dev.until('/de/hello', (text) => shown('Guten Tag', text))
  app.write('src/i18n.ts', i18n("'en', 'de', 'fr'", 'en, de, fr: {}'))
  await dev.until('/fr/hello', (text) => text.includes('lang="fr"') && shown('Good day', text))
  expect(restarts()).toEqual([])
})

const IMPORTS = "import { TITLE } from './src/site.ts'\nvoid TITLE\n"

test('CNV-12 the first page of dev links styles that only src/client.ts and its imports import, and later ones too', async () => {
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
