/** An app with live pages under a strict content security policy, and what its server was asked. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createNodeListener } from '../../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import type { Card, state } from '../apps/live-pages/state.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { bundleOnce, readSources } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../apps/live-pages', import.meta.url))

export interface LiveServer {
  readonly origin: string
  readonly state: typeof state
  /** Requests for pages and streams in order, since the last call: `/path`, or `live /path` for a newer version. */
  asked(): string[]
  /** Sets the cards, whose ids are their titles in lower case. */
  setCards(...titles: readonly string[]): Promise<void>
  setTitle(id: string, title: string): Promise<void>
  setNotes(...notes: readonly string[]): Promise<void>
  /** Bytes of a browser file. */
  file(url: string): Buffer
  readonly liveUrl: string
  /** Ends the process of the server, and starts another one at the same address. */
  restart(options?: FwServerOptions): Promise<void>
  /** Calls `listener` once, when a page is requested, before it is rendered. */
  onNextPage(listener: () => void): void
  /** Fails requests for pages with this status; `undefined` ends that. */
  fail(status: number | undefined): void
  close(): Promise<void>
}

/** A minute of silence, as 8-bit PCM with 8,000 samples a second. */
const TONE = createTone(60 * 8000)

function createTone(samples: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}

/** Listens on the loopback address. `onRequest` returns whether it has replied. */
async function listen(
  fw: FwServer,
  port: number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<Server> {
  const answer = createNodeListener(fw)
  const http = createServer((request, response) => {
    if (!onRequest(request, response)) answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return http
}

/** Replies with a file, if the path is that of one. */
function sendFile(path: string, response: ServerResponse, read: (path: string) => Buffer): boolean {
  if (path === '/assets/tone.wav') response.setHeader('content-type', 'audio/wav').end(TONE)
  else if (path.startsWith('/assets/')) response.setHeader('content-type', 'text/javascript').end(read(path))
  else if (path === '/favicon.ico') response.writeHead(204).end()
  return response.writableEnded
}

/** `options` win over those of the fixture. */
async function serveLivePages(options: FwServerOptions = {}): Promise<LiveServer> {
  const sources = readSources(FOLDER)
  const { out, ...built } = await bundleOnce(FOLDER, sources)
  const compiled = compileRoutes(sources)
  const board = await compiled.load('board.api.ts')
  const { state: own } = (await compiled.load('state.ts')) as { state: typeof state } // its own type
  const file = (url: string) => readFileSync(join(out, url))
  let failing: number | undefined
  let asked: string[] = []
  let listener: (() => void) | undefined
  const create = (more: FwServerOptions = {}): FwServer =>
    createFwServer({
      ...compiled.options,
      ...built,
      ...{ apis: { board }, csp: true, data: 'memory', log: () => undefined },
      ...options,
      ...more,
    })
  const onRequest = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    if (sendFile(pathname, response, file)) return true
    asked.push(request.headers['x-fw-live'] === undefined ? pathname : `live ${pathname}`)
    if (request.method !== 'GET') return false
    listener?.()
    listener = undefined
    if (failing === undefined) return false
    return response.writeHead(failing).end('failed').writableEnded
  }
  let fw = create()
  let http = await listen(fw, 0, onRequest)
  const { port } = http.address() as AddressInfo // a TCP server has this form
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await fw.close()
  }
  const call = async (name: string, input: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`${origin}/_fw/api/board.${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    const response = await fw.fetch(request)
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    origin,
    state: own,
    liveUrl: built.liveUrl,
    file,
    asked() {
      const taken = asked
      asked = []
      return taken
    },
    setCards: (...titles) =>
      call('setCards', { cards: titles.map((title): Card => ({ id: title.toLowerCase(), title })) }),
    setTitle: (id, title) =>
      call('setCards', { cards: own.cards.map((card) => (card.id === id ? { id, title } : card)) }),
    setNotes: (...notes) => call('setNotes', { notes }),
    async restart(more) {
      await stop()
      fw = create(more)
      http = await listen(fw, port, onRequest)
    },
    onNextPage(next) {
      listener = next
    },
    fail(status) {
      failing = status
    },
    async close() {
      await stop()
      compiled.close()
    },
  }
}

/** The app in Chromium, for the tests of a file. Before each test it has two cards and a note. */
export interface LivePages {
  readonly server: LiveServer
  readonly chromium: Chromium
  /** Opens a live page, and waits for its stream. The page is closed after the test. */
  open(path: string): Promise<OpenPage>
}

export function livePages(options: FwServerOptions = {}): LivePages {
  let server: LiveServer
  let chromium: Chromium
  const opened = new Set<Page>()
  beforeAll(async () => {
    ;[chromium, server] = await Promise.all([launchChromium(), serveLivePages(options)])
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })
  beforeEach(async () => {
    server.fail(undefined)
    server.state.isGone = false
    await server.setCards('Tea', 'Rice')
    await server.setNotes('one')
    server.asked()
  })
  afterEach(async () => {
    for (const page of opened) await page.close()
    opened.clear()
  })
  return {
    get server() {
      return server
    },
    get chromium() {
      return chromium
    },
    async open(path) {
      const page = await chromium.open('about:blank')
      opened.add(page.page)
      const streaming = page.page.waitForResponse((response) => response.url().endsWith('/_fw/live'))
      await Promise.all([streaming, page.page.goto(server.origin + path)])
      await page.page.evaluate(() => Object.assign(window, { sameDocument: true }))
      server.asked()
      return page
    },
  }
}

/** Whether the document is the one that `open` has loaded. */
export function sameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window)
}
