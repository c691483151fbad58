import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  process.env.SHOP_DB = ':memory:'
  app = await createTestApp()
})
afterAll(() => app.close())

it('finds the products of the search page', async () => {
  const found = await callTool(app, 'api.catalogue.search', { text: 'garden twine' })
  expect(found).toMatchObject({ ok: true, result: { products: [{ slug: 'garden-twine' }] } })
  expect((await renderPage(app, '/products/garden-twine')).status).toBe(200)
  expect((await renderPage(app, '/products/none')).status).toBe(404)
})

it('refuses agents access to accounts, with an error', async () => {
  const agent = { origin: 'agent' } as const
  const answer = await callTool(app, 'api.account.login', { email: 'a@b.example', password: 'guess' }, agent)
  expect(answer).toMatchObject({ ok: false, status: 403 })
})
