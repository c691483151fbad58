import { expect, test } from 'vitest'
import { printOverBudget, printReport } from '../../../../compiler/src/build/report/print-report.ts'
import { measureSizes } from '../../../../compiler/src/build/report/report.ts'
import type { AnalysisReport } from '../../../../compiler/src/report/analysis-report.ts'

const size = { raw: 9000, gzip: 3456, brotli: 3001 }
const report: AnalysisReport = {
  scripts: [{ file: 'assets/island.js', sizes: size, modules: [] }],
  overBudget: [],
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
