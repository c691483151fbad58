import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

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
