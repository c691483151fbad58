import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalysisReport } from '../../compiler/src/report/analysis-report.ts'
import { BUILD_ENV, copySources, FW, runNode } from './built-example.ts'

let folder: string
let analysis: AnalysisReport
beforeAll(async () => {
  folder = copySources('shop')
  const { stdout } = await runNode([FW, 'build', '--analyze', '--json'], folder, BUILD_ENV)
  analysis = (JSON.parse(stdout) as { analysis: AnalysisReport }).analysis
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the report of the shop has the cookies of each page', () => {
  const sets = Object.fromEntries(analysis.routes.map(({ pattern, cookies }) => [pattern, cookies?.sets]))
  expect(sets).toEqual({
    '/': [],
    '/assistant': ['fw_session'],
    '/cart': ['fw_session'],
    '/login': [],
    '/orders': [],
    '/orders/[id]': undefined,
    '/products/[slug]': [],
  })
  const orders = analysis.routes.find(({ pattern }) => pattern === '/orders')
  expect(orders?.cookies).toMatchObject({ readBy: ['ctxFor'], ctx: expect.arrayContaining(['cartId']) })
  expect(orders?.cookies?.ctx).not.toContain('query')
  expect(analysis.cookies?.session).toMatch(/^fw_session; Path=\//)
})

test('the report of the shop has the size of each api module', () => {
  const modules = new Map(analysis.apiModules.map((one) => [one.module, one]))
  expect([...modules.keys()].sort()).toEqual(['account', 'admin', 'cart', 'catalogue', 'orders'])
  for (const { own, total, notShared, tools } of modules.values()) {
    expect(own).toBeGreaterThan(1000)
    expect(notShared).toBeGreaterThanOrEqual(own)
    expect(total).toBeGreaterThanOrEqual(notShared)
    expect(tools).toBeGreaterThan(0)
  }
  const orders = modules.get('orders')?.modules.map(({ name }) => name)
  expect(orders).toContain('src/server/database.ts')
})
