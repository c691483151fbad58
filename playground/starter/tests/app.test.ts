import { callTool, hydrates, renderPage, type TestedApp } from '@fw/runtime/testing'
import { beforeAll, expect, it } from 'vitest'

// The whole app, as it was built: `npm test` builds it first.
let app: TestedApp
beforeAll(async () => {
  const build: { createApp(): TestedApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  app = build.createApp()
})

it('shows the notes, and a browser can take the pad over', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  expect(html).toContain('<h1>Notes</h1>')
  hydrates(html)
})

it('refuses a note without a text', async () => {
  expect(await callTool(app, 'api.notes.add', { text: '' })).toMatchObject({ ok: false, code: 'invalid_input' })
})

it('lets an agent wait for a person before it throws all notes away', async () => {
  const answer = await callTool(app, 'api.notes.clear', {}, { origin: 'agent' })
  expect(answer).toMatchObject({ ok: true, result: { status: 'proposal' } })
})
