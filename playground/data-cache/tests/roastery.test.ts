// Tests the build: run `fw build` first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'
import { euros } from '../src/money.ts'

let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

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
