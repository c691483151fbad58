import { expect, test } from 'vitest'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import {
  api,
  cached,
  FwError,
  href,
  localePath,
  redirect,
  schema,
  str,
  switchPath,
  t,
  useI18n,
} from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { routeModules } from '../route-modules.ts'
import { type Client, describeTransports } from '../transports.ts'
import { createCacheApp } from './cache-app.ts'

const i18n = defineI18n({
  locales: ['en', 'de', 'ar', 'pt-BR'],
  defaultLocale: 'en',
  timeZone: 'Europe/Berlin',
  messages: {
    en: {
      home: { title: 'Home' },
      cart: '{count, plural, =0 {nothing} one {# item} other {# items}} in the cart',
      only: 'English only',
    },
    de: {
      'home.title': 'Startseite',
      cart: '{count, plural, =0 {nichts} one {# Artikel} other {# Artikel}} im Korb',
    },
    ar: {
      home: { title: 'الرئيسية' },
      cart: '{count, plural, zero {لا شيء} one {عنصر واحد} two {عنصران} few {# عناصر} many {# عنصرًا} other {# عنصر}}',
    },
    'pt-BR': { home: { title: 'Início' } },
  },
})

const greet = api({
  input: schema({ name: str() }),
  run: async () => {
    await Promise.resolve()
    return `${useI18n().locale} ${t('home.title')} ${href('/')}`
  },
})
const refuse = api({
  run: () => {
    throw new FwError('forbidden', { message: t('home.title') })
  },
})
const keptWords = cached(
  async () => {
    try {
      return t('home.title')
    } catch (error) {
      return `${(error as Error).message} bare ${href('/')}`
    }
  },
  { ttl: 60 },
)

const files = routeModules({
  '_layout.tsx': { html: () => `<nav>${useI18n().locale}</nav>` },
  'index.tsx': {
    meta: () => ({ title: t('home.title') }),
    html: () => `<h1>${t('home.title')}</h1><p>${t('only')}</p><p>${t('cart', { count: 1234 })}</p>`,
  },
  'orders/[id].tsx': {
    staticParams: [{ id: '7' }],
    html: ({ params }) =>
      [
        href('/orders/[id]', { id: params.id ?? '' }),
        href('/'),
        href('/', {}, { locale: 'de' }),
        href('/', {}, { locale: false }),
        localePath('/orders/8'),
        localePath('/_fw/mcp'),
        localePath('/de/orders/8'),
        localePath(undefined, 'ar'),
        switchPath('ar'),
      ].join(' '),
  },
  'old.tsx': {
    html: () => {
      throw redirect('/orders/7')
    },
  },
  'account.tsx': { html: () => 'account' },
  'broken.tsx': {
    html: () => {
      throw new FwError('forbidden')
    },
  },
  'greeted.tsx': { html: async () => greet({ name: 'x' }) },
  'account-form.tsx': { html: () => 'form' },
  'kept.tsx': { html: async () => keptWords() },
  '_404.tsx': { html: () => `404 ${useI18n().locale} ${useI18n().nameOf('ar')}` },
  '_500.tsx': { html: () => `500 ${useI18n().locale}` },
})

const app: FwServerOptions = {
  ...files,
  i18n,
  apis: { shop: { greet, refuse } },
  lang: 'fr',
  siteUrl: 'https://shop.example',
  redirects: [{ from: '/was/[id]', to: '/orders/[id]' }],
  rewrites: [{ from: '/shown/[id]', to: '/orders/[id]' }],
  middleware: (request) =>
    new URL(request.url).pathname === '/account' ? new Response('members only', { status: 403 }) : undefined,
}

describeTransports('languages', (start) => {
  const open = () => start(app)
  const text = async ({ request }: Client, path: string, headers: Record<string, string> = {}) => {
    const response = await request(path, { headers })
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }

  test('CNV-06 CFG-05 with src/i18n.ts pages stand below their language, which <html> names instead of lang', async () => {
    const client = await open()
    const german = await text(client, '/de')
    expect(german.text).toContain('<html lang="de" dir="ltr" data-i18n')
    expect(german.text).toContain('<title id="fw-title">Startseite</title>')
    expect(german.text).toContain('<nav>de</nav><h1>Startseite</h1><p>English only</p><p>1.234 Artikel im Korb</p>')
    const arabic = await text(client, '/ar')
    expect(arabic.text).toContain('<html lang="ar" dir="rtl" data-i18n')
    // Which digits a region of Arabic writes is the matter of Intl.
    expect(arabic.text).toContain(`<p>${new Intl.NumberFormat('ar').format(1234)} عنصرًا</p>`)
  })

  test('CFG-05 without it lang counts', async () => {
    const { i18n: _, ...single } = app
    const plain = await text(
      await start({ ...single, routes: {}, routeFiles: [{ filePath: 'account.tsx' }], middleware: () => undefined }),
      '/account',
    )
    expect(plain.text).toContain('<html lang="fr">')
  })

  test.each([
    ['nothing is known', {}, '/en'],
    ['the header of the browser', { 'accept-language': 'fr, de;q=0.8, en;q=0.7' }, '/de'],
    ['the cookie is preserved', { 'accept-language': 'de', cookie: 'a=1; fw_locale=ar' }, '/ar'],
    ['the cookie holds no language', { 'accept-language': 'de', cookie: 'fw_locale=xx' }, '/de'],
    ['a region is another one', { 'accept-language': 'pt-PT' }, '/pt-BR'],
    ['a page leads on', { cookie: 'fw_locale=ar', referer: '{origin}/de/orders/7?x=1' }, '/de'],
    ['a page of another site does not', { cookie: 'fw_locale=ar', referer: 'https://other.example/de' }, '/ar'],
  ])('an address without a language leads to one: %s', async (_, headers, to) => {
    const client = await open()
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{origin}', client.url)]),
    )
    // Web requests carry their host in the address.
    const asked = { host: new URL(client.url).host, ...given }
    const response = await client.request('/orders/7?tab=a&tab=b', { headers: asked })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`${to}/orders/7?tab=a&tab=b`)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('vary')).toBe('cookie, accept-language')
  })

  test('a page has one URL in each language', async () => {
    const client = await open()
    expect(await text(client, '/')).toMatchObject({ status: 307, location: '/en' })
    expect(await text(client, '/de/')).toMatchObject({ status: 308, location: '/de' })
    expect(await text(client, '/DE/orders/7?a=1')).toMatchObject({ status: 308, location: '/de/orders/7?a=1' })
    expect(await text(client, '/pt-br')).toMatchObject({ status: 308, location: '/pt-BR' })
    expect(await text(client, '/de/de')).toMatchObject({ status: 404 })
    expect((await client.request('/de', { method: 'POST' })).status).toBe(405)
  })

  test('links, redirects and rewrites stay in the language', async () => {
    const client = await open()
    const page = await text(client, '/de/orders/7?tab=a')
    expect(page.text).toContain(
      '/de/orders/7 /de /de / /de/orders/8 /_fw/mcp /de/orders/8 /ar/orders/7?tab=a /ar/orders/7?tab=a&fw_locale=ar',
    )
    expect(await text(client, '/de/old')).toMatchObject({ status: 303, location: '/de/orders/7' })
    expect(await text(client, '/de/was/9')).toMatchObject({ status: 308, location: '/de/orders/9' })
    expect(await text(client, '/de/shown/7')).toMatchObject({ status: 200 })
    expect((await text(client, '/de/shown/7')).text).toContain('/ar/shown/7?fw_locale=ar')
    expect(await text(client, '/shown/7')).toMatchObject({ status: 307, location: '/en/shown/7' })
  })

  test('what middleware guards is guarded in every language', async () => {
    const client = await open()
    for (const path of ['/account', '/de/account', '/ar/account'])
      expect(await text(client, path)).toMatchObject({ status: 403, text: 'members only' })
  })

  test('a choice of language is stored, and redirects to the same page', async () => {
    const client = await open()
    const response = await client.request('/de/orders/7?tab=a&fw_locale=ar')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/ar/orders/7?tab=a')
    expect(response.headers.getSetCookie()).toEqual([
      'fw_locale=ar; Path=/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax',
    ])
    const ahead = await client.request('/de?fw_locale=ar', { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect(ahead.headers.getSetCookie()).toEqual([])
    // An image in the text of another user.
    const image = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }
    for (const path of ['/?fw_locale=ar', '/de?fw_locale=ar'])
      expect((await client.request(path, { headers: image })).headers.getSetCookie()).toEqual([])
    // A segment that isn't a language is a parameter of the app.
    expect((await client.request('/de?fw_locale=xx')).status).toBe(200)
  })

  test('a missing or failing page is rendered in the language', async () => {
    const client = await open()
    expect((await text(client, '/de/nowhere')).text).toContain('404 de العربية')
    expect((await text(client, '/nowhere', { 'accept-language': 'ar' })).text).toContain('404 ar')
    const failed = await text(client, '/ar/broken')
    expect(failed.status).toBe(403)
    expect(failed.text).toContain('500 ar')
    expect((await text(client, '/de/_fw/mcp')).status).toBe(404)
    expect((await text(client, '/de/sitemap.xml')).status).toBe(404)
  })

  test('each page lists its languages, and so does the sitemap', async () => {
    const client = await open()
    const { text: html } = await text(client, '/de/orders/7')
    const link = (language: string, path: string) =>
      `<link id="fw-lang-${language}" rel="alternate" hreflang="${language}" href="https://shop.example${path}">`
    expect(html).toContain('<link id="fw-canonical" rel="canonical" href="https://shop.example/de/orders/7">')
    expect(html).toContain(
      ['en', 'de', 'ar', 'pt-BR'].map((locale) => link(locale, `/${locale}/orders/7`)).join('') +
        link('x-default', '/orders/7'),
    )
    expect(html).toContain('href="/de/orders/7.md"')
    const { text: sitemap } = await text(client, '/sitemap.xml')
    const entries = sitemap.split('<url>').filter((entry) => entry.includes('orders/7'))
    expect(entries).toHaveLength(4)
    for (const entry of entries)
      expect(entry).toContain('<xhtml:link rel="alternate" hreflang="x-default" href="https://shop.example/orders/7"/>')
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  })

  test('Markdown, the manifest and the list of pages know the languages', async () => {
    const client = await open()
    const markdown = await client.request('/de/index.md')
    expect(await markdown.text()).toContain('# Startseite')
    expect(markdown.headers.get('link')).toBe('</de>; rel="canonical"')
    expect(await text(client, '/index.md', { 'accept-language': 'de' })).toMatchObject({ location: '/de/index.md' })
    const manifest = await client.server.manifestFor('/ar/orders/7')
    expect(manifest).toMatchObject({ path: '/ar/orders/7', pattern: '/orders/[id]' })
    expect(manifest.routes).toContainEqual({ pattern: '/orders/[id]' })
    const pages = await client.server.listPages()
    expect(pages).toContainEqual({
      path: '/de',
      pattern: '/',
      title: 'Startseite',
      concrete: true,
      locale: 'de',
      barePath: '/',
      alternates: { en: '/en', de: '/de', ar: '/ar', 'pt-BR': '/pt-BR' },
    })
  })

  test('messages of an API are in the language of the calling page, of the cookie, of accept-language', async () => {
    const client = await open()
    const headers = { host: new URL(client.url).host, 'content-type': 'application/json' }
    const call = async (more: Record<string, string>) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body: '{"name":"x"}' }
      const answer = (await (await client.request('/_fw/api/shop.greet', init)).json()) as { result: string }
      return answer.result
    }
    expect(await call({ referer: `${client.url}/de/orders/7`, cookie: 'fw_locale=ar' })).toBe('de Startseite /de')
    expect(await call({ cookie: 'fw_locale=ar', 'accept-language': 'de' })).toBe('ar الرئيسية /ar')
    expect(await call({ 'accept-language': 'pt' })).toBe('pt-BR Início /pt-BR')
    expect(await call({})).toBe('en Home /en')
    const many = await Promise.all(['de', 'ar', 'de', 'en'].map((locale) => call({ cookie: `fw_locale=${locale}` })))
    expect(many.map((text) => text.slice(0, 2))).toEqual(['de', 'ar', 'de', 'en'])
    expect((await text(client, '/pt-BR/greeted')).text).toContain('pt-BR Início /pt-BR')
    const refused = await client.request('/_fw/api/shop.refuse', {
      method: 'POST',
      headers: { ...headers, 'accept-language': 'de' },
      body: '{}',
    })
    expect(await refused.json()).toMatchObject({ error: 'Startseite', code: 'forbidden' })
  })

  test('a form that is posted to a page is run in its language', async () => {
    const client = await open()
    const body = new URLSearchParams({ 'fw:tool': 'api.shop.greet', name: 'x' })
    const headers = { host: new URL(client.url).host, origin: client.url, accept: 'application/json' }
    const answer = await client.request('/ar/account-form', { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ result: 'ar الرئيسية /ar' })
  })

  test('shared cached data is created without a language', async () => {
    const client = await open()
    expect((await text(client, '/de/kept')).text).toContain('t() was called where no language is known')
    expect((await text(client, '/de/kept')).text).toContain('bare /')
  })

  test('each language has its own entry of a cached page, independent of the language headers of a visitor', async () => {
    const { options } = createCacheApp({
      'tea.tsx': [{ scope: 'public', sharedMaxAge: 60 }, (_props, render) => `<p>${t('home.title')} ${render}</p>`],
    })
    const { request, url } = await start({ ...options, i18n })
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await request(path, { headers: { host: new URL(url).host, ...headers } })
      const html = await answer.text()
      return `${answer.headers.get('x-fw-cache')} ${/<html lang="([\w-]+)/.exec(html)?.[1]} ${/<p>(.*)<\/p>/.exec(html)?.[1]}`
    }
    const said = { cookie: 'fw_locale=ar', 'accept-language': 'pt-BR', referer: `${url}/en/tea` }
    expect(await get('/de/tea', said)).toBe('MISS de Startseite 1')
    expect(await get('/en/tea', { ...said, referer: `${url}/de/tea` })).toBe('MISS en Home 2')
    expect(await get('/de/tea')).toBe('HIT de Startseite 1')
    expect(await get('/de/tea', { cookie: 'fw_locale=en', referer: `${url}/en` })).toBe('HIT de Startseite 1')
    expect(await get('/en/tea', said)).toBe('HIT en Home 2')
    // A path without a language redirects to the visitor's language, and isn't cached.
    for (const [cookie, to] of [
      ['fw_locale=ar', '/ar/tea'],
      ['fw_locale=de', '/de/tea'],
    ] as const) {
      const led = await request('/tea', { headers: { cookie } })
      expect([led.status, led.headers.get('location'), led.headers.get('x-fw-cache')]).toEqual([307, to, null])
    }
  })

  test('two pages of different languages at once keep apart', async () => {
    const client = await open()
    const locales = ['en', 'de', 'ar', 'pt-BR']
    const pages = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const locale = locales[index % 4]
        return (await text(client, `/${locale}/orders/${index}`)).text.includes(
          `/${locale}/orders/${index} /${locale} `,
        )
      }),
    )
    expect(new Set(pages)).toEqual(new Set([true]))
  })
})

test('without a request, the language is undefined', () => {
  expect(() => t('home.title')).toThrow(/^t\(\) was called where no language is known\. Call it in a page/)
  expect(href('/')).toBe('/')
})
