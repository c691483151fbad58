/** The pages of errors in an app without `_404` and `_500`. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import { FwError, notFound } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const OPTIONS: FwServerOptions = {
  title: 'Tea & shop',
  production: true,
  log: () => undefined,
  csp: true,
  routes: {
    '/': () => 'home',
    '/gone': () => notFound(),
    '/broken': () => {
      throw new Error('a secret detail')
    },
    '/closed': () => {
      throw new FwError('shop_closed', { status: 403, message: 'The shop <is> closed.' })
    },
  },
}
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describeTransports('an app without error pages', (start) => {
  test('sends browsers a readable page, and other clients a line', async () => {
    const { request } = await start(OPTIONS)
    for (const path of ['/nowhere', '/gone']) {
      const response = await request(path, { headers: HTML })
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      const html = await response.text()
      expect(html).toContain('<html lang="en">')
      expect(html).toContain('<title>Page not found – Tea &amp; shop</title>')
      expect(html).toContain('<h1>Page not found</h1>')
      expect(html).toContain('<a href="/">Home</a>')
      expect(html).toContain('prefers-color-scheme:dark')
      expect(html).not.toContain('<script')
      // The policy allows exactly this style sheet.
      const [, style = ''] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(html) ?? []
      const digest = createHash('sha256').update(style).digest('base64')
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}'`)
      const plain = await request(path)
      expect([plain.status, await plain.text(), plain.headers.get('vary')]).toEqual([404, 'Not found', 'accept'])
    }
    const broken = await request('/broken', { headers: HTML })
    expect(broken.status).toBe(500)
    const text = await broken.text()
    expect(text).toContain('<h1>Something went wrong</h1>')
    expect(text).not.toContain('secret')
    const closed = await request('/closed', { headers: HTML })
    expect([closed.status, await closed.text()]).toEqual([
      403,
      expect.stringContaining('<p>The shop &lt;is&gt; closed.</p>'),
    ])
  })

  test('an international app has the language of the page, and links to its home page', async () => {
    const i18n = defineI18n({ locales: ['en', 'ar'], defaultLocale: 'en', messages: { en: {}, ar: {} } })
    const { request } = await start({ ...OPTIONS, i18n })
    const html = await (await request('/ar/nowhere', { headers: HTML })).text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<a href="/ar">Home</a>')
    const german = await start({ ...OPTIONS, lang: 'de' })
    expect(await (await german.request('/nowhere', { headers: HTML })).text()).toContain('<html lang="de">')
  })
})
