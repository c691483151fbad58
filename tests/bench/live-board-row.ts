/**
 * A board of 40 cards in two browsers, of which one moves cards: bytes, requests of a change, and the time until each
 * browser shows it; with peers compared with SvelteKit and TanStack Query.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { measureScripts } from '../browser/script-bytes.ts'
import { buildSvelteKitBoard, buildTanStackBoard } from './peers.ts'
import { type BenchOptions, BYTES, KB, type Log, type Measure, MS, type Result } from './result.ts'
import { withServers } from './rig/server-load.ts'
import type { ServerCommand } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { NODES, runOn } from './runtimes.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/board')
const FW = at('../../cli/bin/fw.js')
const SERVER: ServerCommand = { name: 'fw', cwd: APP, args: [FW, 'start', '--port', '0'], env: { PORT: '0' } }
const RUNTIME = 'Chromium'
const CHANGES_PER_ROUND = 5
/** Milliseconds after a change in which further requests belong to it. */
const SETTLE = 300
/** Milliseconds without a change, in which the requests of open pages are counted. */
const IDLE = 5_000
const REQUESTS: Measure = { unit: 'requests', better: 'lower' }
const STREAMS: Measure = { unit: 'streams', better: 'lower' }

const MEASURES = {
  /** Files of script that the page loads. */
  script: KB,
  /** With inline scripts and data; without cards if the browser renders them. */
  'HTML under brotli': BYTES,
  /** Until it is quiet: the document, its files, data and the start of a stream. */
  'requests of the page': REQUESTS,
  'requests of a change, own tab': REQUESTS,
  'requests of a change, other browser': REQUESTS,
  /** Of both browsers while nothing changes. */
  'requests of an idle minute': REQUESTS,
  /** Open at the same time in one browser, which opens at most six connections to a server over HTTP/1.1. */
  'streams of three tabs': STREAMS,
  /** Bodies of responses and of streams, uncompressed, in both browsers. */
  'received for a change': BYTES,
  /** From the click until the server's value is shown. No contender shows an optimistic value. */
  'time to fresh, own tab': MS,
  'time to fresh, other browser': MS,
}

interface BoardPage extends Contender {
  readonly url: string
  /** Whether an open page learns of changes by others. */
  readonly follows: boolean
}

export async function measureLiveBoard(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildBoard()
  const peers = options.peers ? [buildSvelteKitBoard(), buildTanStackBoard()] : []
  // The Node of the peers.
  const commands = [...runOn(NODES.slice(-1), SERVER), ...peers]
  const browsers = await Promise.all([launchChromium(), launchChromium()])
  const [own, other] = browsers.map(({ context }) => context) as [BrowserContext, BrowserContext]
  try {
    return await withServers(commands, async ([fw, sveltekit, tanstack]) => {
      const contenders: BoardPage[] = []
      const add = (name: string, url: string, follows = true) =>
        contenders.push({ name, runtime: RUNTIME, url, follows })
      add('fw', `${fw?.server.url}/`)
      if (sveltekit) {
        add('sveltekit, query.live', `${sveltekit.server.url}/live`)
        add('sveltekit, query and refresh', `${sveltekit.server.url}/refresh`, false)
      }
      if (tanstack) add('tanstack, polls every second', `${tanstack.server.url}/`)
      const measure = (page: BoardPage, round: number) => measureBoard(page, { own, other, round })
      for (const page of contenders) await measure(page, 1)
      return measureRounds({ row: 'live-board', rounds: options.rounds, contenders, measures: MEASURES, measure }, log)
    })
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
  }
}

function buildBoard(): void {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/board failed.')
}

interface Browsers {
  readonly own: BrowserContext
  readonly other: BrowserContext
  readonly round: number
}

/** Opens the board in both browsers, and measures changes. Other values are the same in each round. */
async function measureBoard({ name, url, follows }: BoardPage, { own, other, round }: Browsers) {
  const first = round === 0
  const sizes = first
    ? { ...(await measureBytes(own, url)), 'streams of three tabs': await countStreams(own, url) }
    : {}
  const tabs = [await openBoard(own, url), await openBoard(other, url)] as const
  try {
    const quiet = first
      ? {
          'requests of the page': tabs[0].requests.length,
          'requests of an idle minute': await countIdleRequests(tabs),
        }
      : {}
    const changes: Change[] = []
    for (let index = 0; index < CHANGES_PER_ROUND; index += 1) {
      // Otherwise all changes would be at the same time between two polls.
      await sleep(SETTLE + (((round * CHANGES_PER_ROUND + index) * 370) % 1_000))
      changes.push(await measureChange(tabs, follows))
    }
    const [left, right] = await Promise.all(tabs.map(({ page }) => page.evaluate(readCards)))
    if (follows && left !== right) throw new Error(`${name}: the browsers show ${left} and ${right}.`)
    const values = (read: (change: Change) => number) => changes.map(read)
    return {
      ...sizes,
      ...quiet,
      'requests of a change, own tab': values(({ ownRequests }) => ownRequests),
      'received for a change': values(({ received }) => received),
      'time to fresh, own tab': values(({ ownMs }) => ownMs),
      ...(follows && {
        'requests of a change, other browser': values(({ otherRequests }) => otherRequests),
        'time to fresh, other browser': values(({ otherMs }) => otherMs),
      }),
    }
  } finally {
    await Promise.all(tabs.map(({ page }) => page.close()))
  }
}

async function measureBytes(context: BrowserContext, url: string) {
  const page = await context.newPage()
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  // Not until the network is quiet: a live page has an open stream.
  const scripts = await measureScripts(page, () => page.goto(url), { settle: () => sleep(IDLE) })
  await page.close()
  const files = scripts.filter((script) => script.name !== 'inline').map((script) => script.bytes)
  return {
    script: files.reduce((sum, size) => sum + size, 0) / 1024,
    'HTML under brotli': brotliCompressSync(html).length,
  }
}

interface Tab {
  readonly page: Page
  /** When its requests started, in milliseconds since the epoch. */
  readonly requests: readonly number[]
  /** Bytes that it has received. */
  received(): number
}

async function openBoard(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage()
  const requests: number[] = []
  let received = 0
  page.on('request', () => requests.push(Date.now()))
  const session = await context.newCDPSession(page)
  session.on('Network.dataReceived', ({ dataLength }) => {
    received += dataLength
  })
  await session.send('Network.enable')
  await page.goto(url)
  await page.locator('[data-card]').nth(39).waitFor()
  await sleep(SETTLE * 2)
  return { page, requests, received: () => received }
}

async function countIdleRequests(tabs: readonly Tab[]): Promise<number> {
  const count = () => tabs.reduce((sum, { requests }) => sum + requests.length, 0)
  const before = count()
  await sleep(IDLE)
  return ((count() - before) * 60_000) / IDLE
}

/** Returns the number of streams that three tabs of a browser keep open. */
async function countStreams(context: BrowserContext, url: string): Promise<number> {
  const open = new Set<Request>()
  context.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  const tabs = [await openBoard(context, url), await openBoard(context, url), await openBoard(context, url)]
  await sleep(SETTLE)
  const { size } = open
  await Promise.all(tabs.map(({ page }) => page.close()))
  return size
}

interface Change {
  readonly ownRequests: number
  readonly otherRequests: number
  readonly received: number
  readonly ownMs: number
  readonly otherMs: number
}

/** Moves a card in the first tab, there and back with the next change. */
async function measureChange([own, other]: readonly [Tab, Tab], follows: boolean): Promise<Change> {
  const watchers = follows ? [own, other] : [own]
  const target = await own.page.evaluate(findTarget, CARD)
  for (const { page } of watchers) await page.evaluate(watchCard, { card: CARD, target })
  const before = own.received() + other.received()
  const clicked = await own.page.evaluate(clickMove, { card: CARD, target })
  const [ownShown = 0, otherShown = 0] = await Promise.all(watchers.map(({ page }) => page.evaluate(waitForCard)))
  await sleep(SETTLE)
  const count = ({ requests }: Tab, shown: number) =>
    requests.filter((at) => at >= Math.floor(clicked) && at <= shown + SETTLE).length
  return {
    ownRequests: count(own, ownShown),
    otherRequests: count(other, otherShown),
    received: own.received() + other.received() - before,
    ownMs: ownShown - clicked,
    otherMs: otherShown - clicked,
  }
}

const CARD = 2

interface Move {
  readonly card: number
  /** Status of the column to which the card moves. */
  readonly target: string
}

type Watched = typeof globalThis & { shownAt?: Promise<number> }

/** The functions below run in the page. Times are in milliseconds since the epoch, with fractions. */
function findTarget(card: number): string {
  const column = document.querySelector(`[data-card="${card}"]`)?.closest('[data-status]')
  return column?.getAttribute('data-status') === 'doing' ? 'done' : 'doing'
}

/** Starts to wait until the card is in its new column. */
function watchCard({ card, target }: Move): void {
  const place = `[data-status="${target}"] [data-card="${card}"]`
  if (document.querySelector(place)) throw new Error(`${place} is shown before the move.`)
  const page = globalThis as Watched
  page.shownAt = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${place} isn't shown.`)), 10_000)
    new MutationObserver((_, observer) => {
      if (!document.querySelector(place)) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }).observe(document, { subtree: true, childList: true })
  })
}

function clickMove({ card, target }: Move): number {
  const arrow = target === 'done' ? '→' : '←'
  const buttons = [...document.querySelectorAll<HTMLElement>(`[data-card="${card}"] button`)]
  const clicked = performance.timeOrigin + performance.now()
  buttons.find((button) => button.textContent?.trim() === arrow)?.click()
  return clicked
}

function waitForCard(): Promise<number> | undefined {
  return (globalThis as Watched).shownAt
}

function readCards(): string {
  const columns = [...document.querySelectorAll('[data-status]')]
  return columns
    .map((column) =>
      [...column.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card')).join(' '),
    )
    .join(' | ')
}
