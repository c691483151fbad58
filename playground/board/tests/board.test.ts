import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Card } from '../src/cards.ts'

process.env.BOARD_DB = ':memory:'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function call(tool: string, input: unknown): Promise<unknown> {
  const outcome = await callTool(app, tool, input)
  if (!outcome.ok) throw new Error(outcome.error)
  return outcome.result
}

async function readCards(board: string): Promise<readonly Card[]> {
  return (await call('api.cards.list', { board })) as Card[]
}

it('moves a card to the end of another column', async () => {
  const [first] = await readCards('harbour-day')
  const moved = await callTool(app, 'api.cards.move', { board: 'harbour-day', id: first?.id, status: 'done' })
  expect(moved).toMatchObject({ ok: true, result: { id: first?.id, status: 'done' } })
  expect((await readCards('harbour-day')).at(-1)).toEqual({ ...first, status: 'done' })
})

it('refuses a card of another board, and an unknown board', async () => {
  const [other] = await readCards('reading-room')
  const input = { board: 'harbour-day', id: other?.id, status: 'doing' }
  expect(await callTool(app, 'api.cards.move', input)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await callTool(app, 'api.cards.list', { board: 'attic' })).toMatchObject({ ok: false, code: 'not_found' })
})

it('archives finished cards, which the archive then lists', async () => {
  const { id } = (await call('api.cards.add', { board: 'reading-room', title: 'Oil the door' })) as Card
  await call('api.cards.move', { board: 'reading-room', id, status: 'done' })
  await new Promise((resolve) => setTimeout(resolve, 2)) // older than now
  expect(await callTool(app, 'api.cards.archive', {})).toMatchObject({ ok: true })
  expect((await renderPage(app, '/archive')).html).toContain('Oil the door')
  expect((await readCards('reading-room')).map((card) => card.title)).not.toContain('Oil the door')
})

it('shows a board and the number of open cards', async () => {
  expect((await renderPage(app, '/boards/reading-room')).html).toContain('Repair the lamp')
  expect((await renderPage(app, '/')).html).toMatch(/Reading room.*3 open cards/s)
  expect((await renderPage(app, '/boards/attic')).status).toBe(404)
})
