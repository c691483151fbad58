/** An app whose default language isn't part of its URLs: `prefixDefaultLocale: false`. */
import { expect, test } from 'vitest'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import { api, href, localePath, redirect, schema, str, switchPath, t, useI18n } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { routeModules } from '../route-modules.ts'
import { type Client, describeTransports } from '../transports.ts'
import { createCacheApp } from './cache-app.ts'

const i18n = defineI18n({
  locales: ['de', 'en', 'pt-BR'],
  defaultLocale: 'en',
  prefixDefaultLocale: false,
  messages: { en: { title: 'Home' }, de: { title: 'Startseite' }, 'pt-BR': { title: 'Início' } },
})

const order = api({
  input: schema({ name: str() }),
  leadsTo: () => '/thanks?new=1',
  run: () => `${useI18n().locale} ${href('/')}`,
})

const links = () =>
  [
    href('/orders/[id]', { id: '8' }),
    href('/'),
    href('/', {}, { locale: 'de' }),
    href('/', {}, { locale: 'en', query: { a: 1 } }),
    href('/', {}, { locale: false }),
    localePath('/orders/8'),
    localePath('/en/orders/8?a=1'),
    localePath('/en'),
    localePath('/de/orders/8'),
    localePath('/en//other.example'),
    localePath('/en/\\other.example'),
    localePath('/en/_fw/mcp'),
    localePath(undefined, 'en'),
    localePath(undefined, 'pt-BR'),
    switchPath('en'),
    switchPath('de'),
  ].join(' ')

const app: FwServerOptions = {
  ...routeModules({
    'index.tsx': { meta: () => ({ title: t('title') }), html: () => `<h1>${t('title')}</h1>` },
    'thanks.tsx': {},
    'orders/[id].tsx': { staticParams: [{ id: '7' }], html: links },
    'files/[...path].tsx': { html: ({ params }) => `${useI18n().locale} file ${params.path}` },
    '[[...any=word]].tsx': { html: ({ params }) => `any ${params.any}` },
    'old.tsx': {
      html: () => {
        throw redirect('/orders/7')
      },
    },
    'to-english.tsx': {
      html: () => {
        throw redirect('/en/orders/7?a=1')
      },
    },
    'account.tsx': { html: () => 'account' },
    '_404.tsx': { html: () => `404 ${useI18n().locale} ${localePath()}` },
  }),
  matchers: { word: (value: string) => value === 'word' },
  i18n,
  apis: { shop: { order } },
  siteUrl: 'https://shop.example',
  llmsTxt: {},
  redirects: [{ from: '/was/[id]', to: '/orders/[id]' }],
  rewrites: [{ from: '/shown/[id]', to: '/orders/[id]' }],
}

describeTransports('an unprefixed default language', (start) => {
  const open = (more: FwServerOptions = {}) => start({ ...app, ...more })
  const read = async ({ request }: Client, path: string, init: RequestInit = {}) => {
    const response = await request(path, init)
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
  const askForRedirect = async (client: Client, path: string, headers: Record<string, string> = {}) => {
    const { status, location } = await read(client, path, { headers })
    return location === null ? String(status) : `${status} ${location}`
  }

  test('its pages have no language in their URLs; the others have', async () => {
    const client = await open()
    const home = await read(client, '/')
    expect(home.text).toContain('<html lang="en" dir="ltr" data-i18n="en"')
    expect(home.text).toContain('<h1>Home</h1>')
    expect((await read(client, '/de')).text).toContain('<html lang="de" dir="ltr" data-i18n="en"')
    expect((await read(client, '/de')).text).toContain('<h1>Startseite</h1>')
    // Neither the header nor the cookie changes the language of a page below the home page.
    const said = { 'accept-language': 'de', cookie: 'fw_locale=de' }
    expect((await read(client, '/files/a/b', { headers: said })).text).toContain('en file a/b')
    expect((await read(client, '/de/files/a/b')).text).toContain('de file a/b')
    expect((await read(client, '/files/de')).text).toContain('en file de')
    expect((await read(client, '/word')).text).toContain('any word')
    expect((await read(client, '/pt-BR/word')).text).toContain('any word')
    expect(await askForRedirect(client, '/files/a/?x=1')).toBe('308 /files/a?x=1')
    expect(await askForRedirect(client, '/DE/files/a')).toBe('308 /de/files/a')
  })

  test('a URL with the default language redirects permanently, with its query', async () => {
    const client = await open()
    expect(await askForRedirect(client, '/en')).toBe('308 /')
    expect(await askForRedirect(client, '/en/')).toBe('308 /')
    expect(await askForRedirect(client, '/EN?a=1')).toBe('308 /?a=1')
    expect(await askForRedirect(client, '/en/orders/7?tab=a&tab=b')).toBe('308 /orders/7?tab=a&tab=b')
    expect(await askForRedirect(client, '/en/orders/7.md')).toBe('308 /orders/7.md')
    expect(await askForRedirect(client, '/en/index.md')).toBe('308 /index.md')
    expect(await read(client, '/en/orders/7?a=1', { method: 'HEAD' })).toMatchObject({
      status: 308,
      location: '/orders/7?a=1',
    })
    // What isn't a page of the default language isn't reached through it.
    for (const path of [
      '/en/_fw/mcp',
      '/en/de',
      '/en/de/orders/7',
      '/en/en/orders/7',
      '/EN/pt-br',
      '/en//other.example',
    ])
      expect(await askForRedirect(client, path), path).toBe('404')
    expect(await askForRedirect(client, '/en/de/orders/7?fw_locale=en')).toBe('404')
    expect(await askForRedirect(client, '/de/_fw/mcp?fw_locale=en')).toBe('404')
  })

  test('a form that is posted to a URL with the default language is posted again to the page', async () => {
    const client = await open()
    const body = new URLSearchParams({ 'fw:tool': 'api.shop.order', name: 'x' })
    const headers = { host: new URL(client.url).host, origin: client.url }
    const posted = await read(client, '/en/account', { method: 'POST', headers, body })
    expect(posted).toMatchObject({ status: 308, location: '/account' })
    const followed = await read(client, '/account', { method: 'POST', headers, body })
    expect(followed).toMatchObject({ status: 303, location: '/thanks?new=1' })
  })

  test('a form stays in the language of its page, with scripts and without', async () => {
    const client = await open()
    const post = (path: string, accept: string) => {
      const body = new URLSearchParams({ 'fw:tool': 'api.shop.order', name: 'x' })
      const headers = { host: new URL(client.url).host, origin: client.url, accept }
      return read(client, path, { method: 'POST', headers, body })
    }
    expect(await post('/de/account', 'text/html')).toMatchObject({ status: 303, location: '/de/thanks?new=1' })
    expect(JSON.parse((await post('/de/account', 'application/json')).text)).toEqual({
      ok: true,
      result: 'de /de',
      location: '/de/thanks?new=1',
    })
    expect(JSON.parse((await post('/account', 'application/json')).text)).toEqual({
      ok: true,
      result: 'en /',
      location: '/thanks?new=1',
    })
  })

  test.each([
    ['nothing is known', {}, '200'],
    ['the browser prefers the default language', { 'accept-language': 'en, de' }, '200'],
    ['the browser prefers another language', { 'accept-language': 'de, en;q=0.5' }, '307 /de'],
    ['the default language is stored', { 'accept-language': 'de', cookie: 'fw_locale=en' }, '200'],
    ['another language is stored', { 'accept-language': 'en', cookie: 'fw_locale=de' }, '307 /de'],
    ['the cookie holds no language', { 'accept-language': 'de', cookie: 'fw_locale=xx' }, '307 /de'],
    ['a page of the app links to it', { cookie: 'fw_locale=de', referer: '{origin}/de/orders/7' }, '200'],
    ['a page of the app hides its URL', { 'accept-language': 'de', 'sec-fetch-site': 'same-origin' }, '200'],
    ['another site links to it', { 'accept-language': 'de', referer: 'https://other.example/' }, '307 /de'],
  ])('a visit of the home page: %s', async (_, headers, result) => {
    const client = await open()
    const given = Object.entries(headers).map(([name, value]) => [name, value.replace('{origin}', client.url)] as const)
    const asked = { host: new URL(client.url).host, ...Object.fromEntries(given) }
    expect(await askForRedirect(client, '/', asked)).toBe(result)
    // The target is a page, and so is every other page.
    expect(await askForRedirect(client, '/de', asked)).toBe('200')
    expect(await askForRedirect(client, '/orders/7', asked)).toBe('200')
    const { headers: sent } = await client.request('/?a=1', { headers: asked })
    if (result === '200') return
    expect(sent.get('location')).toBe('/de?a=1')
    expect(sent.get('cache-control')).toBe('private, no-store')
    expect(sent.get('vary')).toBe('cookie, accept-language')
  })

  test('a choice of language is stored', async () => {
    const client = await open()
    const choose = async (path: string, headers: Record<string, string> = {}) => {
      const response = await client.request(path, { headers })
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      return [response.status, response.headers.get('location'), ...cookies]
    }
    expect(await choose('/orders/7?tab=a&fw_locale=de')).toEqual([303, '/de/orders/7?tab=a', 'fw_locale=de'])
    expect(await choose('/orders/7?tab=a&fw_locale=en')).toEqual([303, '/orders/7?tab=a', 'fw_locale=en'])
    expect(await choose('/?fw_locale=en', { 'accept-language': 'de' })).toEqual([303, '/', 'fw_locale=en'])
    expect(await choose('/de?fw_locale=en')).toEqual([303, '/', 'fw_locale=en'])
    expect(await choose('/shown/7?fw_locale=de')).toEqual([303, '/de/shown/7', 'fw_locale=de'])
    expect(await choose('/?fw_locale=de', { 'sec-purpose': 'prefetch' })).toEqual([303, '/de'])
  })

  test('links contain the language of their page, unless it is the default', async () => {
    const client = await open()
    const same = '/de/orders/8 /en//other.example /en/\\other.example /en/_fw/mcp'
    expect((await read(client, '/orders/7?tab=a')).text).toContain(
      `/orders/8 / /de /?a=1 / /orders/8 /orders/8?a=1 / ${same} /orders/7?tab=a /pt-BR/orders/7?tab=a /orders/7?tab=a&fw_locale=en /de/orders/7?tab=a&fw_locale=de`,
    )
    expect((await read(client, '/de/orders/7?tab=a')).text).toContain(
      `/de/orders/8 /de /de /?a=1 / /de/orders/8 /orders/8?a=1 / ${same} /orders/7?tab=a /pt-BR/orders/7?tab=a /orders/7?tab=a&fw_locale=en /de/orders/7?tab=a&fw_locale=de`,
    )
  })

  test('redirects and rewrites stay in the language', async () => {
    const client = await open()
    expect(await askForRedirect(client, '/old')).toBe('303 /orders/7')
    expect(await askForRedirect(client, '/de/old')).toBe('303 /de/orders/7')
    expect(await askForRedirect(client, '/de/to-english')).toBe('303 /en/orders/7?a=1')
    expect(await askForRedirect(client, '/was/9?a=1', { 'accept-language': 'de' })).toBe('308 /orders/9?a=1')
    expect(await askForRedirect(client, '/de/was/9')).toBe('308 /de/orders/9')
    expect(await askForRedirect(client, '/en/was/9')).toBe('308 /was/9')
    expect((await read(client, '/shown/7', { headers: { 'accept-language': 'de' } })).text).toContain(
      ' /shown/7 /pt-BR/shown/7 ',
    )
    expect((await read(client, '/de/shown/7')).text).toContain(' /shown/7 /pt-BR/shown/7 ')
  })

  test('a missing page is shown in the language of its URL', async () => {
    const client = await open()
    const headers = { 'accept-language': 'de', cookie: 'fw_locale=de' }
    expect(await read(client, '/nowhere', { headers })).toMatchObject({ status: 404 })
    expect((await read(client, '/nowhere', { headers })).text).toContain('404 en /nowhere')
    expect((await read(client, '/de/nowhere')).text).toContain('404 de /de/nowhere')
  })

  test('middleware receives the path of the request and the page’s own path', async () => {
    const paths: string[] = []
    const client = await open({
      middleware: ({ url }) => {
        paths.push(new URL(url).pathname)
        return new URL(url).pathname === '/account' ? new Response('members only', { status: 403 }) : undefined
      },
    })
    const pathsOf = async (path: string, status: number) => {
      paths.length = 0
      expect((await read(client, path)).status).toBe(status)
      return paths
    }
    expect(await pathsOf('/account', 403)).toEqual(['/account'])
    expect(await pathsOf('/de/account', 403)).toEqual(['/de/account', '/account'])
    expect(await pathsOf('/en/account', 308)).toEqual(['/en/account'])
    expect(await pathsOf('/account.md', 403)).toEqual(['/account.md', '/account'])
    expect(await pathsOf('/thanks', 200)).toEqual(['/thanks'])
    expect(await pathsOf('/de/shown/7', 200)).toEqual(['/de/shown/7', '/shown/7', '/orders/7'])
  })

  test('the canonical URL, the alternates, the sitemap and llms.txt contain the URLs that respond', async () => {
    const client = await open()
    const link = (language: string, path: string) =>
      `<link id="fw-lang-${language}" rel="alternate" hreflang="${language}" href="https://shop.example${path}">`
    const canonical = (path: string) => `<link id="fw-canonical" rel="canonical" href="https://shop.example${path}">`
    const alternates =
      link('de', '/de/orders/7') +
      link('en', '/orders/7') +
      link('pt-BR', '/pt-BR/orders/7') +
      link('x-default', '/orders/7')
    const english = (await read(client, '/orders/7')).text
    expect(english).toContain(canonical('/orders/7'))
    expect(english).toContain(alternates)
    expect(english).toContain('href="/orders/7.md"')
    const german = (await read(client, '/de/orders/7')).text
    expect(german).toContain(canonical('/de/orders/7'))
    expect(german).toContain(alternates)
    expect(german).toContain('href="/de/orders/7.md"')
    const home = (await read(client, '/')).text
    expect(home).toContain(canonical('/'))
    expect(home).toContain(link('de', '/de') + link('en', '/') + link('pt-BR', '/pt-BR') + link('x-default', '/'))
    expect(home).toContain('href="/index.md"')

    const { text: sitemap } = await read(client, '/sitemap.xml')
    const addresses = [...sitemap.matchAll(/<loc>https:\/\/shop\.example([^<]*)/g)].map(([, path]) => path)
    expect(addresses).toContain('/de/orders/7')
    expect(addresses).toContain('/orders/7')
    expect(addresses).toContain('/')
    expect(addresses.filter((path) => path?.startsWith('/en'))).toEqual([])
    for (const entry of sitemap.split('<url>').filter((one) => one.includes('orders/7')))
      for (const [language, path] of [
        ['en', '/orders/7'],
        ['de', '/de/orders/7'],
        ['x-default', '/orders/7'],
      ])
        expect(entry).toContain(`hreflang="${language}" href="https://shop.example${path}"`)
    const { text: llms } = await read(client, '/llms.txt')
    expect(llms).toContain('(https://shop.example/orders/7.md)')
    expect(llms).toContain('(https://shop.example/de/orders/7.md)')
    expect(llms).not.toContain('shop.example/en')
  })

  test('Markdown, the manifest, resources of MCP and the list of pages use the same URLs', async () => {
    const client = await open()
    const markdown = await client.request('/index.md', { headers: { 'accept-language': 'de' } })
    expect(await markdown.text()).toContain('# Home')
    expect(markdown.headers.get('link')).toBe('</>; rel="canonical"')
    expect((await client.request('/orders/7.md')).headers.get('link')).toBe('</orders/7>; rel="canonical"')
    expect((await client.request('/de/orders/7.md')).headers.get('link')).toBe('</de/orders/7>; rel="canonical"')
    expect(await client.server.manifestFor('/orders/7')).toMatchObject({ path: '/orders/7', pattern: '/orders/[id]' })
    expect(await client.server.manifestFor('/de/orders/7')).toMatchObject({ pattern: '/orders/[id]' })
    const mcp = async (method: string, params: object) =>
      JSON.stringify((await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params })).body)
    const listed = await mcp('resources/list', {})
    expect(listed).toContain('https://shop.example/orders/7.md')
    expect(listed).toContain('https://shop.example/de/orders/7.md')
    expect(listed).not.toContain('shop.example/en')
    expect(await mcp('resources/read', { uri: 'https://shop.example/index.md' })).toContain('# Home')
    expect(await mcp('resources/read', { uri: 'https://shop.example/de/index.md' })).toContain('# Startseite')
    const pages = await client.server.listPages()
    const alternates = { en: '/', de: '/de', 'pt-BR': '/pt-BR' }
    const home = { pattern: '/', concrete: true, barePath: '/', alternates }
    expect(pages).toContainEqual({ ...home, path: '/', title: 'Home', locale: 'en', prefixedPath: '/en' })
    expect(pages).toContainEqual({ ...home, path: '/de', title: 'Startseite', locale: 'de' })
    expect(pages.filter(({ path }) => path.startsWith('/en'))).toEqual([])
  })

  test('an API is called in the language of its page', async () => {
    const client = await open()
    const call = async (path: string) => {
      const headers = { host: new URL(client.url).host, referer: client.url + path, cookie: 'fw_locale=pt-BR' }
      return (await client.call('shop.order', { name: 'x' }, headers)).body.result
    }
    expect(await call('/de/orders/7')).toBe('de /de')
    expect(await call('/orders/7')).toBe('en /')
    // A page of the framework has no language.
    expect(await call('/_fw/proposals')).toBe('pt-BR /pt-BR')
  })

  test('each language has its own cached page, whatever the language of the visitor', async () => {
    const { options } = createCacheApp({
      'tea.tsx': [{ scope: 'public', sharedMaxAge: 60 }, (_props, render) => `<p>${t('title')} ${render}</p>`],
      'index.tsx': [{ scope: 'public', sharedMaxAge: 60 }, (_props, render) => `<p>${t('title')} ${render}</p>`],
    })
    const { request, url } = await start({ ...options, i18n })
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await request(path, { headers: { host: new URL(url).host, ...headers } })
      const html = await response.text()
      if (response.status !== 200) return `${response.status} ${response.headers.get('x-fw-cache')}`
      return `${response.headers.get('x-fw-cache')} ${/<html lang="([\w-]+)/.exec(html)?.[1]} ${/<p>(.*)<\/p>/.exec(html)?.[1]}`
    }
    const german = { cookie: 'fw_locale=de', 'accept-language': 'de' }
    expect(await get('/tea', german)).toBe('MISS en Home 1')
    expect(await get('/de/tea', { 'accept-language': 'en' })).toBe('MISS de Startseite 2')
    expect(await get('/tea')).toBe('HIT en Home 1')
    expect(await get('/de/tea')).toBe('HIT de Startseite 2')
    expect(await get('/')).toBe('MISS en Home 1')
    expect(await get('/', german)).toBe('307 null')
    expect(await get('/', { cookie: 'fw_locale=en', 'accept-language': 'de' })).toBe('HIT en Home 1')
    expect(await get('/en/tea')).toBe('308 null')
  })
})

test('a page whose path begins with a language is listed only in the languages in which it has a URL', async () => {
  const server = createFwServer({ ...routeModules({ 'de/tea.tsx': {}, 'tea.tsx': {} }), i18n, log: () => undefined })
  const pages = await server.listPages()
  expect(pages.map(({ path, pattern }) => `${path} ${pattern}`).sort()).toEqual([
    '/de/de/tea /de/tea',
    '/de/tea /tea',
    '/pt-BR/de/tea /de/tea',
    '/pt-BR/tea /tea',
    '/tea /tea',
  ])
  expect(pages.find(({ path }) => path === '/de/de/tea')?.alternates).toEqual({
    de: '/de/de/tea',
    'pt-BR': '/pt-BR/de/tea',
  })
  await server.close()
})

test('an app with one language may have it in no URL', async () => {
  const one = defineI18n({ locales: ['en'], defaultLocale: 'en', prefixDefaultLocale: false, messages: { en: {} } })
  const server = createFwServer({ ...routeModules({ 'tea.tsx': {} }), i18n: one, log: () => undefined })
  const ask = (path: string) => server.fetch(new Request(`http://localhost${path}`))
  expect((await ask('/tea')).status).toBe(200)
  expect((await ask('/en/tea')).headers.get('location')).toBe('/tea')
  await server.close()
})
