/** The fixture islands in Chromium, for the tests of a file. */
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
}

/** Builds and serves the fixture once for the file. */
export function islandPages(): IslandPages {
  let server: IslandServer
  let chromium: Chromium
  const opened = new Set<OpenPage>()
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
    Object.assign(globalThis, { fwTestGates: undefined })
  })
  return {
    get server() {
      return server
    },
    async open(path, options) {
      const page = await chromium.open(server.origin + path, options)
      opened.add(page)
      return page
    },
    holdBack(...names) {
      const release = new Map<string, () => void>()
      const gates = new Map(names.map((name) => [name, new Promise<void>((resolve) => release.set(name, resolve))]))
      Object.assign(globalThis, { fwTestGates: gates })
      return (name) => release.get(name)?.()
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

/** Marks the nodes that the server sent; what is rendered anew has no mark. */
export function markNodes({ page }: OpenPage, selector = 'button, h2'): Promise<void> {
  return page.evaluate((marked) => {
    for (const node of document.querySelectorAll(marked)) node.setAttribute('data-from-server', '')
  }, selector)
}

/** Whether every element of the locator is one that the server sent. */
export async function fromServer(elements: Locator): Promise<boolean> {
  const marks = await elements.evaluateAll((nodes) => nodes.map((node) => node.hasAttribute('data-from-server')))
  return marks.length > 0 && marks.every(Boolean)
}
