import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { euros } from '../src/money.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('makes a page once, and once more when a price has changed', async () => {
  const shown = async () => (await renderPage(app, '/')).html
  expect(await shown()).toContain(euros(890))
  const changed = await callTool(app, 'api.catalogue.setPrice', { slug: 'north-quay', price: 925 })
  expect(changed).toMatchObject({ ok: true, result: { price: 925 } })
  expect(await shown()).toContain(euros(925))
})

it('allows shared caches to store the list, but not the account', async () => {
  const kept = async (path: string) => (await renderPage(app, path)).headers.get('cache-control')
  expect(await kept('/')).toContain('s-maxage=300')
  expect(await kept('/account')).toMatch(/private|no-store/)
})
