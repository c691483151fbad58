import { callTool, createTestApp, hydrates, openTestBrowser, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The whole app, from its sources, with its data in memory.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('shows the notes, and the page hydrates', async () => {
  const { status, html } = await renderPage(app, '/')
  expect(status).toBe(200)
  expect(html).toContain('<h1>Notes</h1>')
  hydrates(html)
})

it('adds a note without JavaScript', async () => {
  const home = await openTestBrowser(app).open('/')
  const added = await home.submit('Add', { text: 'Buy bread' })
  expect(added.text).toContain('Buy bread')
})

it('refuses a note without a text', async () => {
  expect(await callTool(app, 'api.notes.add', { text: '' })).toMatchObject({ ok: false, code: 'invalid_input' })
})

it('creates a proposal when an agent deletes all notes', async () => {
  const outcome = await callTool(app, 'api.notes.clear', {}, { origin: 'agent' })
  expect(outcome).toMatchObject({ ok: true, result: { status: 'proposal' } })
})
