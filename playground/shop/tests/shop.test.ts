// Tests the build: run `fw build` first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'

let app: TestedApp
beforeAll(async () => {
  process.env.SHOP_DB = ':memory:'
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

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
