/** Redirects that middleware returns to the scripts that send forms and follow links. */
import { expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'

const SAME = { 'sec-fetch-site': 'same-origin' }
const FORM = { ...SAME, 'x-fw-form': '1' }
const JSON_FORM = { ...FORM, accept: 'application/json' }
const LINK = { ...SAME, 'x-fw-navigation': '1', accept: 'text/html' }
const FIELDS = new URLSearchParams({ name: 'Ann' })

/** Middleware that redirects each request as the request says. */
const OPTIONS: FwServerOptions = {
  apis: {},
  middleware: ({ headers }) =>
    new Response(null, {
      status: Number(headers.get('x-status')),
      headers: { location: headers.get('x-location') ?? '' },
    }),
}

/** Behind a proxy that reports the scheme. */
const HTTPS = { 'x-forwarded-proto': 'https' }

describeTransports('redirects for scripts', (start) => {
  const open = async (options: FwServerOptions = {}) => {
    const client = await start({ trustProxy: false, ...OPTIONS, ...options })
    const { host } = new URL(client.url)
    const send = (method: string, path: string, headers: Record<string, string>, location: string, status = 303) =>
      client.request(path, {
        method,
        headers: { host, ...headers, 'x-location': location, 'x-status': `${status}` },
        body: method === 'POST' ? FIELDS : null,
      })
    return { host, send }
  }

  test('a form receives the path of a page of its site, without a scheme or a host', async () => {
    const { host, send } = await open()
    for (const [location, path] of [
      ['/login?next=1#top', '/login?next=1#top'],
      ['done', '/b/done'],
      ['?saved=1', '/b/c?saved=1'],
      ['../done', '/done'],
      [`http://${host}/login#top`, '/login#top'],
      [`https://${host}/login`, '/login'],
      // A path that would be a host.
      [`http://${host}//evil.example/x`, '/.//evil.example/x'],
    ] as const) {
      const json = await send('POST', '/b/c?a=1', JSON_FORM, location)
      expect([location, json.status, await json.json()]).toEqual([location, 200, { ok: true, location: path }])
      const plain = await send('POST', '/b/c?a=1', FORM, location)
      expect([location, plain.status, plain.headers.get('x-fw-form')]).toEqual([location, 204, path])
    }
  })

  test('a form receives the URL of another site, with the scheme of the page if the redirect has none', async () => {
    const { host, send } = await open()
    for (const [scheme, location, url] of [
      ['https', 'http://pay.example/x', 'http://pay.example/x'],
      ['https', '//pay.example/x', 'https://pay.example/x'],
      ['http', '//pay.example/x', 'http://pay.example/x'],
    ] as const) {
      const origin = `${scheme}://${host}`
      const json = await send('POST', '/', { ...JSON_FORM, origin }, location)
      expect(await json.json()).toEqual({ ok: true, location: url })
      expect((await send('POST', '/', { ...FORM, origin }, location)).headers.get('x-fw-form')).toBe(url)
    }
  })

  test('the scheme makes another site only if it is known', async () => {
    const { host, send } = await open()
    const proxied = await open({ trustProxy: true })
    const followed: [string, Record<string, string>, number][] = [
      ['GET', LINK, 302],
      ['GET', { ...LINK, ...AGENT }, 302],
      ['POST', FORM, 307],
      ['POST', JSON_FORM, 308],
    ]
    for (const [method, headers, status] of followed) {
      const url = `https://${host}/login`
      const response = await send(method, '/b/c', headers, url, status)
      expect([response.status, response.headers.get('location')]).toEqual([status, url])
      // http, where the proxy reports https.
      const other = `http://${proxied.host}/login`
      const changed = await proxied.send(method, '/b/c', { ...headers, ...HTTPS }, other, status)
      expect([changed.status, changed.headers.get('location')]).toEqual([status > 303 ? 400 : 204, null])
    }
  })

  test('a form of an island fails if only a browser can send its fields to the other site', async () => {
    const { send } = await open()
    for (const status of [307, 308]) {
      const response = await send('POST', '/', JSON_FORM, 'https://pay.example/x', status)
      expect([response.status, response.headers.get('location'), await response.json()]).toEqual([
        400,
        null,
        {
          ok: false,
          error: 'The server redirects this form to another site, and this page cannot send it there.',
          code: 'invalid_request',
        },
      ])
    }
    // A GET has no fields.
    const get = await send('GET', '/', JSON_FORM, 'https://pay.example/x', 307)
    expect(await get.json()).toEqual({ ok: true, location: 'https://pay.example/x' })
  })

  test('a script receives no target that is not a page of the web', async () => {
    const { send } = await open()
    for (const headers of [FORM, JSON_FORM, LINK])
      expect((await send('POST', '/', headers, 'javascript:0')).headers.get('location')).toBe('javascript:0')
  })
})
