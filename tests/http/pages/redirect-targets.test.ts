import { request as httpRequest, type IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOfApp, Redirect } from '../../../runtime/src/contract/page/navigation.ts'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { defineI18n } from '../../../runtime/src/i18n/define-i18n.ts'
import { api, href, redirect, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { hostileTarget, KNOWN_TARGETS, staysOnSite } from '../requests/hostile-targets.ts'
import { describeTransports } from '../transports.ts'

const RUNS = { numRuns: 3000, examples: KNOWN_TARGETS.map((target): [string] => [target]) }

/** The location of `redirect(to)`; undefined where it throws a `TypeError`. */
function locationOf(to: string): string | undefined {
  try {
    return redirect(to)
  } catch (error) {
    if (error instanceof Redirect) return error.location
    expect(error).toBeInstanceOf(TypeError)
    return undefined
  }
}

test.each(KNOWN_TARGETS)('redirect(%j) is refused', (target) => {
  expect(locationOf(target)).toBeUndefined()
})

test('redirect() never leaves the site', () => {
  fc.assert(
    fc.property(hostileTarget, (to) => {
      const location = locationOf(to)
      return location === undefined || staysOnSite(location)
    }),
    RUNS,
  )
})

test('leadsTo never leaves the site', () => {
  fc.assert(
    fc.property(hostileTarget, (to) => {
      try {
        return staysOnSite(pathOfApp(to))
      } catch (error) {
        return error instanceof TypeError
      }
    }),
    RUNS,
  )
})

test('href() never returns a URL of another site, for any parameters and language', () => {
  const text = fc.oneof(hostileTarget, fc.string())
  const anyHref = href as unknown as (pattern: string, params: object, options: object) => string
  fc.assert(
    fc.property(text, text, text, fc.option(text), (one, rest, hash, locale) => {
      for (const pattern of ['/[one]', '/[[...rest]]', '/a/[one]/[[...rest]]'])
        try {
          const options = { hash, query: { one }, ...(locale !== null && { locale }) }
          expect(anyHref(pattern, { one, rest }, options)).toSatisfy(staysOnSite)
        } catch (error) {
          // A lone surrogate has no form in an address.
          if (!(error instanceof TypeError) && !(error instanceof URIError)) throw error
        }
    }),
    { numRuns: 1000 },
  )
})

describeTransports('redirect targets', (start) => {
  const apis = {
    desk: {
      go: api({
        description: 'Leads to a page.',
        input: schema({ to: str() }),
        run: () => ({}),
        leadsTo: ({ input }) => input.to,
      }),
    },
  }
  const routes: FwServerOptions['routes'] = {
    '/form': () => 'form',
    '/away': ({ ctx }) => redirect(String((ctx as { to?: string }).to)),
  }

  test.each(KNOWN_TARGETS)('a page and a form that lead to %j lead nowhere else', async (to) => {
    const ctxFor = () => ({ to })
    const { request } = await start({ apis, routes, ctxFor })
    const page = await request('/away')
    expect([page.status, page.headers.get('location')]).toEqual([500, null])
    const form = await request('/form', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ 'fw:tool': 'api.desk.go', to }),
    })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/form'])
  })
})

describe('redirects that a request fills in', () => {
  const i18n = defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en: {}, de: {} } })
  const options: FwServerOptions = {
    log: () => undefined,
    routes: { '/': () => 'home', '/[page]': () => 'page', '/docs/[...rest]': () => 'docs' },
    redirects: [
      { from: '/go/[host]/[[...rest]]', to: '/[[...rest]]/[host]' },
      { from: '/to/[[...rest]]', to: '/[[...rest]]' },
      { from: '/dot/[a]/[b]', to: '/.[a]/[b]' },
      { from: '/out/[[...rest]]', to: 'https://other.example/[[...rest]]' },
    ],
  }
  const open: Listening[] = []
  beforeAll(async () => {
    for (const more of [{}, { i18n }]) open.push(await serve(createFwServer({ ...options, ...more }), { port: 0 }))
  })
  afterAll(async () => {
    for (const one of open) await one.close()
  })

  /** A GET of the target as it is written: `fetch` would normalise it. */
  const get = (port: number, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path, agent: false }, (response) => {
        response.resume()
        resolve(response)
      })
        .on('error', reject)
        .end()
    })

  test('an empty rest takes its slash along', async () => {
    const { headers } = await get(open[0]?.port ?? 0, '/go/evil.example')
    expect(headers.location).toBe('/evil.example')
  })

  test('captures, languages and slashes at the end never leave the site', async () => {
    const start = fc.constantFrom('', '/go', '/to', '/dot', '/de', '/en/go', '/de/to', '/docs')
    const end = fc.constantFrom('', '/', '//', '?fw_locale=de', '/?fw_locale=de', '?x=//evil.example')
    await fc.assert(
      fc.asyncProperty(start, hostileTarget, end, async (from, target, suffix) => {
        const path = `${from}${target}${suffix}`
        // Node sends no such request line.
        if (!path.startsWith('/') || /[^\u0021-\u00ff]/.test(path)) return
        for (const { port } of open) {
          const { statusCode = 0, headers } = await get(port, path)
          expect(statusCode).toBeLessThan(500)
          if (headers.location !== undefined) expect(headers.location).toSatisfy(staysOnSite)
        }
      }),
      { numRuns: 300 },
    )
  })
})

test.each(['/..//[x]', '/./', '/a/../..//evil.example'])('a rule that leads to %j is refused at start', (to) => {
  const start = () => createFwServer({ redirects: [{ from: '/from/[x]', to }] })
  if (to === '/./') expect(start).not.toThrow()
  else expect(start).toThrow(/begins with one "\/"/)
})
