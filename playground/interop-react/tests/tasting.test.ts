import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { average } from '../src/teas.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('renders React components on the server, too', async () => {
  const { status, html } = await renderPage(app, '/teas/smoke')
  expect(status).toBe(200)
  expect(html).toContain('How is the Smoke?')
  expect((await renderPage(app, '/teas/coffee')).status).toBe(404)
})

it('counts stars, and names the best tea first', async () => {
  expect([average([0, 1, 4, 9, 6]), average([0, 0, 0, 0, 0])]).toEqual([4, 0])
  const found = await callTool(app, 'api.teas.search')
  expect(found).toMatchObject({ result: [{ slug: 'barley', stars: 4.1 }, { slug: 'first-flush' }, { slug: 'smoke' }] })
})
