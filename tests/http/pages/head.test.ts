import { expect, test } from 'vitest'
import type { PageMeta, Params } from '../../../runtime/src/contract/page/page.ts'
import { pageWithMeta, routeModules } from '../route-modules.ts'
import { describeTransports } from '../transports.ts'

describeTransports('the head of a page', (start) => {
  test('GEN-03 RTE-01 meta as an object', async () => {
    const { request } = await start(pageWithMeta({ title: 'Tea & <cake>', canonical: 'https://shop.example/' }))
    const html = await (await request('/')).text()
    expect(html).toContain('<title id="fw-title">Tea &amp; &lt;cake&gt;</title>')
    expect(html).toContain('<link id="fw-canonical" rel="canonical" href="https://shop.example/">')
  })

  test('RTE-02 meta as a function of the decoded params, which may be async', async () => {
    const meta = async ({ params }: { params: Params }): Promise<PageMeta> => ({ title: `Order ${params.id}` })
    const { request } = await start(routeModules({ 'orders/[id].tsx': { meta } }))
    expect(await (await request('/orders/a%20b')).text()).toContain('<title id="fw-title">Order a b</title>')
  })

  test('CFG-03 MET-01 MET-02 the app’s title and description stand where a page has none', async () => {
    const { request } = await start({ ...pageWithMeta({}), title: 'Shop', description: 'All of it' })
    const html = await (await request('/')).text()
    expect(html).toContain('<title id="fw-title">Shop</title>')
    expect(html).toContain('<meta id="fw-og-description" property="og:description" content="All of it">')
  })

  test('CFG-04 the language of the document is en, or the value of lang', async () => {
    const english = await start(pageWithMeta({}))
    expect(await (await english.request('/')).text()).toContain('<html lang="en">')
    const german = await start({ ...pageWithMeta({}), lang: 'de' })
    expect(await (await german.request('/')).text()).toContain('<html lang="de">')
  })

  test('CFG-06 MET-17 siteUrl makes image and canonical absolute, independent of the Host header', async () => {
    const { request } = await start({
      ...pageWithMeta({ image: '/a.png', canonical: '/' }),
      siteUrl: 'https://s.example',
    })
    const html = await (
      await request('/', { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
    ).text()
    expect(html).toContain('content="https://s.example/a.png"')
    expect(html).toContain('href="https://s.example/"')
    expect(html).not.toContain('evil')
  })

  test('MET-18 a path without siteUrl is warned of once for each place', async () => {
    const lines: string[] = []
    const { request } = await start({
      ...pageWithMeta({ image: '/a.png' }),
      title: 'Shop',
      log: ({ level, msg }) => lines.push(`${level}: ${msg}`),
    })
    for (let times = 0; times < 3; times++) expect(await (await request('/')).text()).not.toContain('a.png')
    expect(lines).toEqual([
      'warn: The head of index.tsx: image is left out: set siteUrl in fw.config.ts to use a path.',
    ])
  })
})
