import { expect, test } from 'vitest'
import { printOverBudget, printReport } from '../../../../compiler/src/build/report/print-report.ts'
import { measureSizes } from '../../../../compiler/src/build/report/report.ts'
import type { AnalysisReport } from '../../../../compiler/src/report/analysis-report.ts'

const size = { raw: 9000, gzip: 3456, brotli: 3001 }
const report: AnalysisReport = {
  scripts: [{ file: 'assets/island.js', sizes: size, modules: [] }],
  overBudget: [],
  apiModules: [],
  routes: [
    {
      pattern: '/',
      file: 'index.tsx',
      html: { ...size, path: '/' },
      islands: [],
      js: { raw: 0, gzip: 0, brotli: 0 },
      scripts: [],
    },
    {
      pattern: `/a-very-long-static-segment/that-goes-on-and-on/${'and-on-'.repeat(9)}/[id]`,
      file: 'orders/[id].tsx',
      notRendered: 'has parameters but no staticParams',
      islands: ['abc#AddToCart'],
      js: size,
      scripts: ['assets/island.js'],
    },
  ],
  islands: [
    {
      id: 'abc#AddToCart',
      name: 'AddToCart',
      file: 'src/components/add-to-cart.tsx',
      reasons: [
        'event onClick (line 8)',
        'call createSignal (line 4)',
        'call intent (line 5)',
        'call useStore (line 6)',
      ],
      intents: ['AddToCart.add'],
      js: size,
      scripts: ['assets/island.js'],
    },
  ],
  tools: [
    { tool: 'api.shop.search', guard: 'auto', scopes: [], inputBytes: 210, outputBytes: 0 },
    { tool: 'api.admin.refund', guard: 'forbidden', scopes: ['orders', 'admin'], inputBytes: 12, outputBytes: 4 },
  ],
}

test('the text fits 80 columns and names routes, reasons, guards, scopes and schema sizes', () => {
  const text = printReport(report)
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(text).toMatchInlineSnapshot(`
    "Routes
      route                            HTML               JS                 islands
      /                                3.46 kB / 3.00 kB  none               0
      /a-very-long-static-segment/th…  -                  3.46 kB / 3.00 kB  1
      HTML of /a-very-long-static-segment/that-goes-o… is not measured: it has
        parameters but no staticParams.

    Islands
      AddToCart  3.46 kB / 3.00 kB  src/components/add-to-cart.tsx
        because event onClick (line 8), call createSignal (line 4), call intent
          (line 5), call useStore (line 6)
        intents AddToCart.add

    Tools
      tool              guard      scopes        schema in / out
      api.shop.search   auto       -             210 / 0 B
      api.admin.refund  forbidden  orders admin  12 / 4 B

    Changes
      No earlier build to compare with.

    Sizes are gzip / brotli, summed over the files that are loaded."
  `)
})

test('caching, cookies, api modules and changes fit 80 columns; routes with the same caching share an entry', () => {
  const cookies = { sets: ['visit'], readBy: ['ctxFor'], ctx: ['userName', 'cart'] } as const
  const policy = { scope: 'public', maxAge: 5, sharedMaxAge: 60, swr: 600, tags: ['notes', 'note-[id]'] } as const
  const routes = report.routes.map((route) => ({ ...route, cache: {}, cookies }))
  const own = { pattern: '/own', file: 'own.tsx', islands: [], js: size, scripts: [] }
  const text = printReport({
    ...report,
    routes: [
      ...routes,
      { ...own, cache: { policy, notStored: 'set-cookie' } },
      { ...own, cache: { policy: { scope: 'private', maxAge: 60 } }, cookies: { sets: [], readBy: ['page'], ctx: [] } },
    ],
    islands: [],
    tools: [],
    apiModules: [
      {
        module: 'shop',
        file: `src/server/${'very-'.repeat(12)}long.api.ts`,
        tools: 12,
        own: 1234,
        total: 1_234_567,
        notShared: 8,
        modules: [],
      },
    ],
    cookies: { session: 'fw_session; Path=/; HttpOnly', locale: 'fw_locale', unknown: ['src/middleware.ts'] },
    changes: {
      since: '2026-11-23T21:40:12.345Z',
      sizes: [
        { kind: 'script', name: `/${'and-on-'.repeat(12)}[id]`, before: 1000, after: 3001 },
        { kind: 'html', name: '/new', after: 2001 },
        { kind: 'module', name: 'solid-js/dist/solid.js', before: 999 },
      ],
    },
  })
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(text.slice(text.indexOf('Caching'))).toMatchInlineSnapshot(`
    "Caching and cookies
      / /a-very-long-static-segment/that-goes-o…
        cache   none: rendered for every visitor
        cookies sets visit; reads ctx.userName, ctx.cart (ctxFor reads cookies)
      /own
        cache   public, stored for 60 s, in browsers for 5 s, then stale for 600 s,
          tags notes note-[id], but not stored: set-cookie
        cookies not measured
      /own
        cache   private, in the browser for 60 s
        cookies the page reads cookies
      Pages were rendered for a visitor without cookies: code that runs only for
        others may use more.
      Any response to a visitor with a session may renew its cookie: fw_session;
        Path=/; HttpOnly.
      The cookie fw_locale is set when a visitor chooses a language.
      src/middleware.ts runs only for visitors, so its cookies are not measured.

    Api modules on the server
      module                                tools  own      with imports  not shared
      src/server/very-very-very-very-very…  12     1.23 kB  1234.57 kB    0.01 kB
      Bytes of code, without the framework and packages outside the bundle.

    Changes since the build of 2026-11-23 21:40 UTC
      size                                               change    before → after
      scripts of /and-on-and-on-and-on-and-on-and-on-a…  +2.00 kB  1.00 kB → 3.00 kB
      HTML of /new                                       +2.00 kB  new → 2.00 kB
      browser module solid-js/dist/solid.js              -999 B    1.00 kB → removed
      Changes are in bytes compressed with brotli; those of modules in bytes of
        code, before compression.

    Sizes are gzip / brotli, summed over the files that are loaded."
  `)
})

test('a short report has the heaviest routes and the number of omitted ones; without documents it omits their column', () => {
  const routes = report.routes.map(({ html: _html, notRendered: _why, ...route }) => route)
  const text = printReport({ ...report, routes, islands: [], tools: report.tools.slice(1) }, 1)
  expect(text.replace(/a-very[^ ]+/, '…')).toMatchInlineSnapshot(`
    "Routes
      route                                               JS                 islands
      /…  3.46 kB / 3.00 kB  1
      … and 1 more: --analyze

    Tools
      tool              guard      scopes        schema in / out
      api.admin.refund  forbidden  orders admin  12 / 4 B

    Sizes are gzip / brotli, summed over the files that are loaded."
  `)
})

test('sizes over budgets are listed with the largest modules', () => {
  const heaviest = [
    { name: `src/${'deep/'.repeat(20)}map.ts`, kind: 'app', bytes: 2100 },
    { name: 'solid-js/dist/solid.js', kind: 'solid', bytes: 901 },
  ] as const
  const text = printOverBudget([
    { kind: 'script', route: '/orders/[id]', bytes: 3001, limit: 2000, heaviest },
    { kind: 'styles', bytes: 1200, limit: 1000, heaviest: [] },
  ])
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(text).toMatchInlineSnapshot(`
    "2 sizes are over the budgets of fw.config.ts (brotli).
      scripts of /orders/[id]: 3.00 kB, 1.00 kB over 2.00 kB
          2.10 kB  src/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep…
          0.90 kB  solid-js/dist/solid.js
      the stylesheet: 1.20 kB, 0.20 kB over 1.00 kB"
  `)
})

test('sizes are summed over files that are compressed one by one', () => {
  const one = measureSizes(['a'.repeat(1000)])
  expect(measureSizes(['a'.repeat(1000), 'a'.repeat(1000)])).toEqual({
    raw: 2000,
    gzip: one.gzip * 2,
    brotli: one.brotli * 2,
  })
  expect(measureSizes(['é']).raw).toBe(2)
})
