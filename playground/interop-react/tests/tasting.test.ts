// Tests the build: run `fw build` first.
import { callTool, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'
import { average } from '../src/teas.ts'

let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

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
