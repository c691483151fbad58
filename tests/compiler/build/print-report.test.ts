import { expect, test } from 'vitest'
import { printReport } from '../../../compiler/src/build/print-report.ts'
import { type AnalysisReport, sizesOf } from '../../../compiler/src/build/report.ts'

const size = { raw: 9000, gzip: 3456, brotli: 3001 }
const report: AnalysisReport = {
  routes: [
    { pattern: '/', file: 'index.tsx', html: { ...size, path: '/' }, islands: [], js: { raw: 0, gzip: 0, brotli: 0 } },
    {
      pattern: `/a-very-long-static-segment/that-goes-on-and-on/${'and-on-'.repeat(9)}/[id]`,
      file: 'orders/[id].tsx',
      notRendered: 'has parameters and no staticParams',
      islands: ['abc#AddToCart'],
      js: size,
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
        parameters and no staticParams.

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

test('sizes are summed over files that are compressed one by one', () => {
  const one = sizesOf(['a'.repeat(1000)])
  expect(sizesOf(['a'.repeat(1000), 'a'.repeat(1000)])).toEqual({
    raw: 2000,
    gzip: one.gzip * 2,
    brotli: one.brotli * 2,
  })
  expect(sizesOf(['é']).raw).toBe(2)
})
