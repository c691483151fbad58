/**
 * The example of boards, built and served by two processes that share a Redis: a write of a browser, an MCP client, a command,
 * a schedule and an agent's turn each appear in every open page, without a request for anything else.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { type Running, startFw } from '../../cli/support/fixture.ts'
import { runFw } from '../../playground/built-example.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { buildPlayground } from '../playground-app.ts'

/** Adds a card each second until it has added one: the example's own schedule runs once an hour. */
const SCHEDULE = `
import { schedule, revalidateTag } from '@fw/runtime'
import { addCard } from './cards.ts'
import { database } from './database.ts'

let added = false
export const water = schedule({
  every: '1s',
  missed: 'run-once',
  run: async () => {
    if (added || process.env.SCHEDULED !== '1') return
    added = true
    addCard(database(), 'harbour-day', 'Water the flowers')
    await Promise.all([revalidateTag('board-harbour-day'), revalidateTag('boards')])
  },
})
`

const data = mkdtempSync(join(tmpdir(), 'fw-board-'))
let folder: string
let redis: TestRedis
let model: ScriptedModel
let env: Record<string, string>
const servers: Running[] = []
const browsers: Chromium[] = []
/** A page of each process: the board, and the list of boards, which has no island. */
let pages: { readonly board: OpenPage; readonly list: OpenPage }[]

beforeAll(async () => {
  ;[redis, model, folder] = await Promise.all([
    startRedis({ fsync: 'everysec' }),
    strictModel(),
    buildPlayground('board', { 'src/schedules.ts': SCHEDULE }),
  ])
  env = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'a secret of the tests, long enough to sign with',
    BOARD_DB: join(data, 'board.db'),
    DATA: redis.url,
    ...model.env(),
  }
  // One after the other: the first one creates the database.
  for (const _ of [1, 2]) servers.push(await startFw(folder, ['start', '--port', '0', '--host', '127.0.0.1'], env))
  for (const _ of servers) browsers.push(await launchChromium())
  pages = await Promise.all(
    servers.map(async ({ url }, index) => ({
      board: await open(index, `${url}/boards/harbour-day`),
      list: await open(index, `${url}/`),
    })),
  )
}, 240_000)
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  for (const server of servers) await server.stop('SIGTERM')
  await model?.close()
  await redis?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
})

async function open(index: number, url: string): Promise<OpenPage> {
  const opened = await (browsers[index] as Chromium).open(url)
  // The stream is open, so the page hears of each later change.
  await vi.waitUntil(() => opened.requests.includes('/_fw/live'), 10_000)
  return opened
}

async function addByCommand(board: string, title: string): Promise<void> {
  await runFw(['run', 'api.cards.add', '--board', board, '--title', title], folder, env)
}

const column = (page: Page, title: string) => page.getByRole('region', { name: title })

/** Waits until both boards show a card in a column, and both lists the number of open cards. */
async function expectShown(card: string, title: string, openCards: number): Promise<void> {
  for (const { board, list } of pages) {
    await column(board.page, title).getByText(card, { exact: true }).waitFor()
    await list.page.getByText(`${openCards} open cards`).first().waitFor()
  }
}

it('a move in one browser appears in the other, at once in its own page, and fetches nothing else', async () => {
  const before = pages.map(({ board }) => board.requests.length)
  await pages[0]?.board.page.getByRole('button', { name: 'Move Print the programme to Doing' }).click()
  await expectShown('Print the programme', 'Doing', 4)
  const made = pages.map(({ board }, index) => board.requests.slice(before[index]))
  // The response of the move contains the new board.
  expect(made[0]).toEqual(['/_fw/api/cards.move'])
  expect(made[1]).toEqual(['/_fw/api/cards.list'])
})

it('a call of an MCP client appears', async () => {
  const client = new Client({ name: 'tests', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${servers[0]?.url}/_fw/mcp`)))
  await client.callTool({ name: 'api.cards.add', arguments: { board: 'harbour-day', title: 'Borrow a tent' } })
  await client.close()
  await expectShown('Borrow a tent', 'To do', 5)
})

it('a call of `fw run` appears', async () => {
  await addByCommand('harbour-day', 'Count the chairs')
  await expectShown('Count the chairs', 'To do', 6)
})

it('a turn of the agent appears', async () => {
  model.add(
    { calls: [{ name: 'api.cards.add', input: { board: 'harbour-day', title: 'Hang the flags' } }] },
    'I have added the card.',
  )
  const response = await fetch(`${servers[1]?.url}/_fw/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Add a card: hang the flags.' }] }),
  })
  expect(response.status).toBe(200)
  await expectShown('Hang the flags', 'To do', 7)
})

it('a run of a schedule appears', async () => {
  servers.push(await startFw(folder, ['start', '--port', '0', '--host', '127.0.0.1'], { ...env, SCHEDULED: '1' }))
  await expectShown('Water the flowers', 'To do', 8)
})

it('a write to another board fetches only the list of boards', async () => {
  const before = pages.map(({ board, list }) => [board.requests.length, list.requests.length])
  await addByCommand('reading-room', 'Wind the clock')
  for (const { list } of pages) await list.page.getByText('4 open cards').first().waitFor()
  for (const [index, { board, list }] of pages.entries()) {
    expect(board.requests.slice(before[index]?.[0])).toEqual([])
    expect(list.requests.slice(before[index]?.[1])).toEqual(['/'])
  }
})

it('a card of the form is shown at once in its own page, which fetches nothing else', async () => {
  const before = pages.map(({ board }) => board.requests.length)
  const { page } = (pages[0] as (typeof pages)[number]).board
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/boards/*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('New card').fill('Ring the bell')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await column(page, 'To do').getByText('Ring the bell', { exact: true }).waitFor()
  expect(await page.getByLabel('New card').inputValue()).toBe('')
  release()
  await expectShown('Ring the bell', 'To do', 9)
  await page.unroute('**/boards/*')
  const made = pages.map(({ board }, index) => board.requests.slice(before[index]))
  expect(made).toEqual([['/boards/harbour-day'], ['/_fw/api/cards.list']])
})

it('a killed process and a stopped Redis lose no change', async () => {
  await redis.kill()
  await servers[0]?.stop('SIGKILL')
  await redis.start()
  const { url } = servers[0] as Running
  servers[0] = await startFw(folder, ['start', '--port', new URL(url).port, '--host', '127.0.0.1'], env)
  await addByCommand('harbour-day', 'Thank the helpers')
  await expectShown('Thank the helpers', 'To do', 10)
  expect(pages.flatMap(({ board, list }) => [...board.logs, ...list.logs]).filter(isUnexpected)).toEqual([])
})

/** The browser itself logs the requests of a server that is down. */
function isUnexpected(line: string): boolean {
  return !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_NETWORK|503/.test(line)
}
