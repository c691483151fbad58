// Tests the build: run `fw build` first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'

let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

it.each([
  ['/en', 'en', 'The last lamplighters'],
  ['/de', 'de', 'Die letzten Laternenanzünder'],
  ['/ar', 'ar', 'آخر موقدي المصابيح'],
])('%s is in %s', async (path, language, title) => {
  const { status, html } = await renderPage(app, path)
  expect(status).toBe(200)
  expect(html).toContain(`<html lang="${language}"`)
  expect(html).toContain(title)
})

it("redirects to the visitor's language", async () => {
  const { status, headers } = await renderPage(app, '/', { headers: { 'accept-language': 'ar, en;q=0.5' } })
  expect([status, headers.get('location')]).toEqual([307, '/ar'])
})

it('returns results of tools in the language of the caller', async () => {
  const german = await callTool(app, 'api.program.list', {}, { headers: { 'accept-language': 'de' } })
  expect(german).toMatchObject({ ok: true, result: [{ name: 'Die letzten Laternenanzünder' }, {}, {}] })
})
