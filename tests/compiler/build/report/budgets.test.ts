import { expect, test } from 'vitest'
import { limitsHtml, overBudget } from '../../../../compiler/src/build/report/budgets.ts'
import type { ModuleReport, RouteReport } from '../../../../compiler/src/report/analysis-report.ts'

const sized = (brotli: number) => ({ raw: brotli * 3, gzip: brotli + 100, brotli })
const module = (name: string, bytes: number): ModuleReport => ({ name, kind: 'app', bytes })
const route = (pattern: string, script: number, html?: number): RouteReport => ({
  pattern,
  file: `${pattern}.tsx`,
  islands: [],
  js: sized(script),
  scripts: script === 0 ? [] : ['assets/hydrate.js', `assets${pattern}.js`],
  ...(html === undefined ? {} : { html: { ...sized(html), path: pattern } }),
})
const REPORT = {
  routes: [route('/shop', 3000, 900), route('/about', 0, 400), route('/orders/[id]', 2500)],
  scripts: [
    { file: 'assets/hydrate.js', sizes: sized(2000), modules: [module('solid-js/dist/solid.js', 2000)] },
    {
      file: 'assets/shop.js',
      sizes: sized(1000),
      modules: ['a', 'b', 'c', 'd', 'e'].map((name, index) => module(`src/${name}.ts`, 300 - index)),
    },
    { file: 'assets/orders/[id].js', sizes: sized(500), modules: [module('src/order.ts', 500)] },
  ],
  islands: [],
  tools: [],
  styles: { ...sized(700), file: 'assets/styles.css' },
}

test('a size may be as large as its limit, and anything without a limit may have any size', () => {
  expect(overBudget({ script: 3000, html: 900, styles: 700 }, REPORT)).toEqual([])
  expect(overBudget({}, REPORT)).toEqual([])
})

test('an exceeded budget is reported with the largest modules in its own scripts, the largest excess first', () => {
  const over = overBudget({ script: 2400, html: 899, styles: 699 }, REPORT)
  expect(over.map(({ kind, route, bytes, limit }) => [kind, route, bytes - limit])).toEqual([
    ['script', '/shop', 600],
    ['script', '/orders/[id]', 100],
    ['html', '/shop', 1],
    ['styles', undefined, 1],
  ])
  expect(over[0]?.heaviest.map(({ name }) => name)).toEqual([
    'solid-js/dist/solid.js',
    'src/a.ts',
    'src/b.ts',
    'src/c.ts',
    'src/d.ts',
  ])
  expect(over[1]?.heaviest.map(({ name }) => name)).toEqual(['solid-js/dist/solid.js', 'src/order.ts'])
})

test('the limit of a route overrides the general limit, only for the kinds that it names', () => {
  const routes = { '/shop': { script: 5000 }, '/about': { html: 100 } }
  const over = overBudget({ script: 2600, html: 500, routes }, REPORT)
  expect(over.map(({ kind, route, limit }) => [kind, route, limit])).toEqual([
    ['html', '/shop', 500],
    ['html', '/about', 100],
  ])
})

test('documents are rendered only if one of them has a limit', () => {
  expect(limitsHtml({ script: 1, styles: 1, routes: { '/': { script: 1 } } })).toBe(false)
  expect(limitsHtml({ html: 1 })).toBe(true)
  expect(limitsHtml({ routes: { '/': { html: 1 } } })).toBe(true)
})
