/** Live reads in `fw dev`: what each depends on, and which write has refreshed it. A build contains nothing of it. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp } from '../../cli/mcp/agent-client.ts'
import { buildApp, type DevProcess, startBuilt, startDev } from '../../compiler/build/app-copy.ts'
import { copySources } from '../../playground/built-example.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { runAxe } from '../page-audit.ts'

const BOARD = `import { api, type Call } from '@fw/runtime'

const cards: Record<string, string[]> = {}

/** The cards of a board. */
export const list = api({
  readonly: true,
  tags: ['board-[board]'],
  run: async ({ input }: Call<{ board: string }>): Promise<string[]> => [...(cards[input.board] ?? [])],
})

/** Adds a card. */
export const add = api({
  invalidates: ['board-[board]'],
  run: async ({ input }: Call<{ board: string; title: string }>): Promise<{ added: boolean }> => {
    cards[input.board] = [...(cards[input.board] ?? []), input.title]
    return { added: true }
  },
})
`

const CARDS = `import { live } from '@fw/runtime'
import { For } from 'solid-js'
import { add, list } from '../server/board.api.ts'

export function Cards() {
  const harbour = live(list, { board: 'harbour' })
  const castle = live(list, { board: 'castle' })
  return (
    <div class="cards">
      <For each={harbour()}>{(card) => <p>{card}</p>}</For>
      <b>{castle()?.length}</b>
      <button type="button" onClick={() => add({ board: 'castle', title: 'Tower' })}>Add</button>
    </div>
  )
}
`

const ISLANDS = `import { Cards } from '../components/cards.tsx'

export const meta = { title: 'Cards', description: 'The cards of now.' }

export default () => <Cards />
`

const OVERVIEW = `import { list } from '../server/board.api.ts'

export const meta = { title: 'Overview', description: 'The cards of now.' }
export const live = true

export default async () => <p class="count">{(await list({ board: 'harbour' })).length} cards</p>
`

const LAYOUT = `export default ({ children }: { children?: unknown }) => <main>{children}</main>
`
const HEADED = `import { AnswerHeaders } from '../components/answer-headers.tsx'
import { list } from '../server/board.api.ts'

export const meta = { title: 'Headed', description: 'The cards of now.' }
export const live = true

export default async () => <section><p class="count">{(await list({ board: 'harbour' })).length} cards</p><AnswerHeaders /></section>
`

let chromium: Chromium
let folder: string
beforeAll(async () => {
  chromium = await launchChromium()
  folder = copySources('data-cache', {
    'src/server/board.api.ts': BOARD,
    'src/components/cards.tsx': CARDS,
    'src/routes/cards.tsx': ISLANDS,
    'src/routes/_layout.tsx': LAYOUT,
    'src/routes/overview.tsx': OVERVIEW,
    'src/routes/headed.tsx': HEADED,
  })
})
afterAll(async () => {
  await chromium?.close()
  rmSync(folder, { recursive: true, force: true })
})

const callAs = async (url: string, origin: 'human' | 'agent', input: object) => {
  const headers = { 'content-type': 'application/json', 'x-fw-origin': origin }
  const response = await fetch(new URL('/_fw/api/board.add', url), {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  expect(response.status).toBe(200)
}

describe('in development', () => {
  let dev: DevProcess
  beforeAll(async () => {
    dev = await startDev(folder)
  })
  afterAll(() => dev?.stop())

  const open = async (path: string) => {
    const opened = await chromium.open(new URL(path, dev.url).href)
    const lines = () => opened.logs.filter((line) => line.includes('[fw]'))
    return { ...opened, lines, explain: () => opened.page.evaluate(() => window.fw?.explain?.()) }
  }

  test('fw.explain() lists the live reads of a page, and the console names the write that refreshed one', async () => {
    const { page, lines, explain, logs } = await open('/cards')
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    const harbour = { read: 'board.list', input: { board: 'harbour' }, tags: ['board-harbour'] }
    const castle = { read: 'board.list', input: { board: 'castle' }, tags: ['board-castle'] }
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await explain()).toEqual({
      reads: [
        { ...harbour, at },
        { ...castle, at },
      ],
    })
    await callAs(dev.url, 'agent', { board: 'harbour', title: 'Crane' })
    await page.locator('.cards p').waitFor()
    await expect
      .poll(lines)
      .toEqual([expect.stringContaining('[fw] board.list was read again: board.add invalidated board-harbour')])
    const refreshedBy = { by: 'board.add', tags: ['board-harbour'], origin: 'agent', at }
    expect(await explain()).toEqual({
      reads: [
        { ...harbour, at, refreshedBy },
        { ...castle, at },
      ],
    })
    // The value is in the response of this tab's own call.
    await page.getByRole('button', { name: 'Add' }).click()
    await expect
      .poll(() => lines().slice(1))
      .toEqual([expect.stringContaining('[fw] board.list was read again: board.add invalidated board-castle')])
    expect((await explain())?.reads[1]).toMatchObject({ ...castle, refreshedBy: { by: 'board.add', origin: 'human' } })
    // A page that opens later shows what has been read last, and reports nothing.
    const later = await open('/cards')
    await later.page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    expect((await later.explain())?.reads).toMatchObject([{ refreshedBy }, { refreshedBy: { origin: 'human' } }])
    await later.page.waitForTimeout(300)
    expect(later.lines()).toEqual([])
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
    await Promise.all([page.close(), later.page.close()])
  })

  test('a write before the first list has loaded is named, too', async () => {
    const page = await chromium.context.newPage()
    const lines: string[] = []
    page.on('console', (message) => lines.push(message.text()))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/_fw/dev/live', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(new URL('/cards', dev.url).href)
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    await callAs(dev.url, 'agent', { board: 'harbour', title: 'Lighthouse' })
    await page.getByText('Lighthouse').waitFor()
    release()
    await expect
      .poll(() => lines.filter((line) => line.includes('[fw]')))
      .toEqual([expect.stringContaining('[fw] board.list was read again: board.add invalidated board-harbour')])
    await page.close()
  })

  test('a button lists the live reads of the page, with the write that refreshed each', async () => {
    const { page, logs } = await open('/cards')
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    const badge = page.getByRole('button', { name: '2 live reads' })
    await badge.click()
    const panel = page.getByRole('dialog', { name: 'Live reads' })
    const texts = () => panel.getByRole('listitem').allInnerTexts()
    await callAs(dev.url, 'agent', { board: 'harbour', title: 'Mole' })
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(
          /^board\.list\(\{"board":"harbour"\}\)\n+Depends on board-harbour\n+Read at .+\n+Refreshed by board\.add \(agent\) at .+, which invalidated board-harbour$/,
        ),
        expect.stringMatching(/^board\.list\(\{"board":"castle"\}\)\n+Depends on board-castle\n/),
      ])
    // axe doesn't compute the contrast of elements outside of the body.
    expect((await runAxe(page)).filter((line) => !line.startsWith('color-contrast?'))).toEqual([])
    await page.keyboard.press('Escape')
    expect(await panel.isVisible()).toBe(false)
    await badge.click()
    await panel.getByRole('button', { name: 'Hide in this tab' }).click()
    await page.reload()
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    await callAs(dev.url, 'agent', { board: 'harbour', title: 'Dock' })
    await page.getByText('Dock').waitFor()
    expect(await badge.count()).toBe(0)
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
    await page.close()
  })

  test.each(['/overview', '/headed'])('a live page, without and with an island: %s', async (path) => {
    const { page, lines, requests, logs } = await open(path)
    await expect.poll(() => requests).toContain('/_fw/dev/live')
    await callAs(dev.url, 'human', { board: 'harbour', title: 'Pier' })
    await expect
      .poll(lines)
      .toEqual([expect.stringContaining(`[fw] page ${path} was read again: board.add invalidated board-harbour`)])
    await page.getByRole('button', { name: '1 live read' }).waitFor()
    expect(logs.filter((line) => line.startsWith('error'))).toEqual([])
    await page.close()
  })

  test('the endpoint and the tool of coding agents', async () => {
    const list = await (await dev.fetch('/_fw/dev/live')).json()
    expect(list.reads[0]).toMatchObject({
      read: 'page /headed',
      tags: ['board-harbour'],
      states: [{ refreshedBy: { by: 'board.add', origin: 'human' } }, {}],
    })
    expect(list.writes[0]).toMatchObject({ by: 'board.add', tags: ['board-harbour'], origin: 'human' })
    const status = async (init: RequestInit) => (await dev.fetch('/_fw/dev/live', init)).status
    expect(await status({ headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await status({ method: 'POST' })).toBe(405)

    const agent = await connectHttp(dev.url)
    try {
      const { total, reads, writes } = await agent.call('list_live_reads', { tag: 'board-harbour' })
      expect(total).toBe(3)
      expect(reads[0]).toMatchObject({
        read: 'page /headed',
        tags: ['board-harbour'],
        refreshedBy: { by: 'board.add' },
      })
      const island = expect.objectContaining({ read: 'board.list', input: { board: 'harbour' } })
      expect(reads).toContainEqual(island)
      expect(writes.map(({ origin }: { origin: string }) => origin).slice(0, 3)).toEqual(['human', 'human', 'agent'])
    } finally {
      await agent.close()
    }
  })
})

test('a build contains nothing of it', async () => {
  const { ok, log } = await buildApp(folder)
  expect(ok, log).toBe(true)
  const dist = join(folder, 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:js|html|json)$/.test(name),
  )
  const text = files.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n')
  expect(text).toContain('board.list')
  for (const word of [
    'fwLiveReceipts',
    'fw:live-reads',
    'fw-dev-live',
    '/_fw/dev/live',
    'was read again',
    'refreshedBy',
  ])
    expect(text, word).not.toContain(word)
  const browserFiles = files.filter((name) => name.startsWith('client'))
  expect(browserFiles.length).toBeGreaterThan(3)
  for (const name of browserFiles) expect(readFileSync(join(dist, name), 'utf8'), name).not.toContain('board-[board]')
  const built = await startBuilt(folder)
  try {
    expect((await fetch(new URL('/_fw/dev/live', built.url))).status).toBe(404)
    const { page, logs } = await chromium.open(new URL('/cards', built.url).href)
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
    await callAs(built.url, 'human', { board: 'harbour', title: 'Crane' })
    await page.locator('.cards p').waitFor()
    expect(await page.evaluate(() => typeof window.fw?.explain)).toBe('undefined')
    expect(logs.filter((line) => line.includes('[fw]'))).toEqual([])
    await page.close()
  } finally {
    await built.stop()
  }
})
