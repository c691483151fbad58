/** The fixture islands in Chromium, for the tests of a file. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Chromium, launchChromium, type OpenOptions, type OpenPage } from './chromium.ts'
import { type IslandServer, serveIslands } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))

export interface IslandPages {
  readonly server: IslandServer
  /** Opens a page of the fixture. It is closed after the test. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>
  /** Data of these names waits on the server until the returned function releases it. */
  holdBack(...names: string[]): (name: string) => void
  /** The page of streamed parts, which are held back by `names`; it arrives up to the first `text` until it is released. */
  cutShort(text: string, ...names: string[]): Promise<CutPage>
}

export interface CutPage {
  readonly url: string
  /** Sends on, as far as the server sends. */
  release(): void
  /** Lets the held back parts come, and waits for the end of the page. */
  close(): Promise<void>
}

/** Builds and serves the fixture once for the file. */
export function islandPages(): IslandPages {
  let server: IslandServer
  let chromium: Chromium
  const opened = new Set<OpenPage>()
  const cut = new Set<CutPage>()
  beforeAll(async () => {
    ;[server, chromium] = await Promise.all([serveIslands(FOLDER), launchChromium()])
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })
  afterEach(async () => {
    for (const { page } of opened) await page.close()
    opened.clear()
    for (const page of cut) await page.close()
    cut.clear()
    Object.assign(globalThis, { fwTestGates: undefined })
  })
  const holdBack = (...names: string[]) => {
    const release = new Map<string, () => void>()
    const gates = new Map(names.map((name) => [name, new Promise<void>((resolve) => release.set(name, resolve))]))
    Object.assign(globalThis, { fwTestGates: gates })
    return (name: string) => release.get(name)?.()
  }
  return {
    get server() {
      return server
    },
    async open(path, options) {
      const page = await chromium.open(new URL(path, server.origin).href, options)
      opened.add(page)
      return page
    },
    holdBack,
    async cutShort(text, ...names) {
      const open = holdBack(...names)
      const page = await serveCut(server.origin, '/streamed', text)
      const ended = { ...page, close: () => page.close(() => names.forEach(open)) }
      cut.add(ended)
      return ended
    },
  }
}

/** The button of a `Counter`. */
export function counter({ page }: OpenPage, label: string): Locator {
  return page.locator('button.counter', { hasText: `${label}:` })
}

/** Whether the island around a counter has started. */
export function isStarted(page: OpenPage, label: string): Promise<boolean | undefined> {
  return counter(page, label).evaluate((node) => node.closest('fw-island')?.hasAttribute('ok'))
}

/** Waits until the island around a counter has started. */
export async function untilLive(page: OpenPage, label: string): Promise<void> {
  await expect.poll(() => isStarted(page, label)).toBe(true)
}

/** Clicks a counter; its text afterwards. */
export async function press(page: OpenPage, label: string): Promise<string | null> {
  await counter(page, label).click()
  return counter(page, label).textContent()
}

/** Marks the server's nodes, to distinguish them from nodes that the browser creates. */
export function markNodes({ page }: OpenPage, selector = 'button, h2'): Promise<void> {
  return page.evaluate((marked) => {
    for (const node of document.querySelectorAll(marked)) node.setAttribute('data-from-server', '')
  }, selector)
}

/** Returns whether the server sent all elements of the locator. */
export async function fromServer(elements: Locator): Promise<boolean> {
  const marks = await elements.evaluateAll((nodes) => nodes.map((node) => node.hasAttribute('data-from-server')))
  return marks.length > 0 && marks.every(Boolean)
}

/** Proxies `origin`, but sends the page at `path` only up to the first `text`, and the rest of it when released. */
async function serveCut(origin: string, path: string, text: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const proxy = createServer(async ({ url = '/', headers }, response) => {
    const answer = await fetch(origin + url, {
      headers: { 'user-agent': headers['user-agent'] ?? '', accept: '*/*,text/html' },
    })
    for (const name of ['content-type', 'content-security-policy'])
      if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? '')
    response.setHeader('connection', 'close')
    let sent = ''
    for await (const chunk of answer.body ?? []) {
      const part = Buffer.from(chunk)
      const place = url === path && !sent.includes(text) ? (sent + part).indexOf(text) - sent.length + text.length : -1
      sent += part
      if (place < 0) response.write(part)
      else {
        response.write(part.subarray(0, place))
        await released
        response.write(part.subarray(place))
      }
    }
    response.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`, // a TCP server has this form
    release,
    async close(open: () => void) {
      release()
      open()
      proxy.closeIdleConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
