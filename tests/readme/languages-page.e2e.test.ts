/** The app of `docs/guide/languages.md`, built as a static site; the server returns the same pages. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../compiler/build/app-copy.ts'
import { appOfPage, REPOSITORY } from './page-app.ts'

const { root: app, files, write, read, remove } = appOfPage('languages')

/** Returns one of the page's two definitions of the languages. */
function readDefinition(index: number): string {
  const page = readFileSync(join(REPOSITORY, 'docs/guide/languages.md'), 'utf8')
  return [...page.matchAll(/^```ts\n\/\/ src\/i18n\.ts\n([\s\S]*?)^```$/gm)][index]?.[1] ?? ''
}

const TEAS = "export const staticParams = [{ slug: 'assam' }]\nexport default () => 'Assam'\n"

beforeAll(async () => {
  write('src/i18n.ts', readDefinition(0))
  write('fw.config.ts', "export default { output: 'static', siteUrl: 'https://tea.example' }\n")
  write('src/routes/teas/[slug].tsx', TEAS)
  write('src/routes/_404.tsx', "import { t } from '@fw/runtime'\nexport default () => <h1>404 {t('home.title')}</h1>\n")
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
})
afterAll(() => remove())

it('a static site has every page in every language, and redirects from the URL without a language', () => {
  expect(files).toEqual([
    'src/i18n.ts',
    'src/messages/en.json',
    'src/messages/de.json',
    'src/routes/index.tsx',
    'src/components/basket.tsx',
    'src/i18n.ts',
  ])
  const german = read('dist/client/de/index.html')
  expect(german).toContain('<html lang="de" dir="ltr" data-i18n')
  expect(german).toContain('<h1>Tees der Woche</h1><p>Von uns, 31. Januar 2027</p>')
  expect(german).toContain('1.234,5, 31.01.27')
  expect(german).toContain('hreflang="x-default" href="https://tea.example/"')
  expect(german).toContain('Ihr Korb ist leer')
  expect(read('dist/client/en/index.html')).toContain('Your basket is empty')
  for (const file of ['en/teas/assam/index.html', 'de/teas/assam/index.html', 'de/index.md', 'teas/assam/index.html'])
    expect(existsSync(join(app, 'dist/client', file)), file).toBe(true)
  expect(read('dist/client/index.html')).toContain('content="0;url=/en"')
  expect(read('dist/client/teas/assam/index.html')).toContain('content="0;url=/en/teas/assam"')
  expect(read('dist/client/404.html')).toContain('404 Teas of the week')
  expect(read('dist/client/sitemap.xml').match(/<loc>/g)).toHaveLength(4)
})

it('a page contains the messages of its islands in its language; other pages contain none', () => {
  const [, json = ''] = /id="fw-messages">(.*?)<\/script>/.exec(read('dist/client/de/index.html')) ?? []
  expect(JSON.parse(json)).toEqual({
    l: ['en', 'de'],
    d: 'en',
    z: 'Europe/Berlin',
    m: { basket: [['p', 'count', { '=0': 'Ihr Korb ist leer', one: [0, ' Tee'], other: [0, ' Tees'] }, 0]] },
  })
  expect(read('dist/client/de/teas/assam/index.html')).not.toContain('fw-messages')
})

it('keys and values are typed', () => {
  const types = read('.fw/types/register.d.ts')
  expect(types).toContain('locales: "en" | "de"')
  expect(types).toContain('"home.title": Record<never, never>')
  expect(types).toContain('"from": { readonly "who": string | number; readonly "when": Date | number | string }')
})

describe('with an unprefixed default language', () => {
  const unprefixed = appOfPage('languages')

  beforeAll(async () => {
    unprefixed.write('src/i18n.ts', readDefinition(1))
    const redirects = "redirects: [{ from: '/was/[slug]', to: '/teas/[slug]' }]"
    unprefixed.write(
      'fw.config.ts',
      `export default { output: 'static', siteUrl: 'https://tea.example', ${redirects} }\n`,
    )
    unprefixed.write('src/routes/teas/[slug].tsx', TEAS)
    unprefixed.write('src/routes/de/shop.tsx', "export default () => 'Shop'\n")
    const { ok, log } = await buildApp(unprefixed.root)
    expect(ok, log).toBe(true)
    expect(log).toContain('so src/routes/de/shop.tsx has no URL in "en"')
  })
  afterAll(() => unprefixed.remove())

  it('a static site has its pages without the language, and redirects from the URL with it', () => {
    const read = (file: string) => unprefixed.read(`dist/client/${file}`)
    expect(read('index.html')).toContain('<html lang="en" dir="ltr" data-i18n="en"')
    expect(read('index.html')).toContain('<link id="fw-canonical" rel="canonical" href="https://tea.example/">')
    expect(read('index.html')).toContain('<a href="/">en</a>')
    expect(read('index.html')).toContain('href="/de?fw_locale=de"')
    expect(read('de/index.html')).toContain('<a href="/de">de</a>')
    expect(read('de/index.html')).toContain('hreflang="en" href="https://tea.example/"')
    expect(read('de/index.html')).toContain('hreflang="x-default" href="https://tea.example/"')
    for (const file of ['index.md', 'de/index.md', 'teas/assam/index.html', 'teas/assam.md', 'de/teas/assam.md'])
      expect(existsSync(join(unprefixed.root, 'dist/client', file)), file).toBe(true)
    expect(read('en/index.html')).toContain('content="0;url=/"')
    expect(read('en/teas/assam/index.html')).toContain('content="0;url=/teas/assam"')
    // Redirects of the configuration lead to the page in the same language.
    expect(read('was/assam/index.html')).toContain('content="0;url=/teas/assam"')
    expect(read('de/was/assam/index.html')).toContain('content="0;url=/de/teas/assam"')
    expect(existsSync(join(unprefixed.root, 'dist/client/en/was'))).toBe(false)
    const sitemap = read('sitemap.xml')
    expect([...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url).sort()).toEqual([
      'https://tea.example/',
      'https://tea.example/de',
      'https://tea.example/de/de/shop',
      'https://tea.example/de/teas/assam',
      'https://tea.example/teas/assam',
    ])
  })
})
