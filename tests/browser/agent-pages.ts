/** The app of `agent-app` in Chromium, for the tests of a file: one server, one browser, a page of its own for each test. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { type AgentServer, serveAgentApp } from './agent-server.ts'
import { type Chromium, type LaunchOptions, launchChromium, type OpenPage } from './chromium.ts'

export interface AgentPages {
  readonly server: AgentServer
  /** The page that was opened last. It is closed after the test. */
  readonly opened: OpenPage
  /** Opens a page and waits for its first island. `prepare` receives the page before navigation. Default path: `/desks`. */
  open(path?: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
}

/** Builds and serves the app once for the file. */
export function agentPages(options?: FwServerOptions, launch?: LaunchOptions): AgentPages {
  let server: AgentServer
  let chromium: Chromium
  let opened: OpenPage
  beforeAll(async () => {
    ;[server, chromium] = await Promise.all([serveAgentApp(options), launchChromium(launch)])
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })
  beforeEach(() => {
    server.ran.length = 0
  })
  afterEach(() => opened?.page.close())
  return {
    get server() {
      return server
    },
    get opened() {
      return opened
    },
    async open(path = '/desks', prepare) {
      opened = await chromium.open(prepare === undefined ? server.url + path : 'about:blank')
      const { page } = opened
      if (prepare !== undefined) {
        await prepare(page)
        await page.goto(server.url + path)
      }
      await page.locator('fw-island[ok]').first().waitFor()
      return page
    },
  }
}

/** Shadow roots are open ones, so that the test can look inside. The whole panel fits: scrolling disables its buttons for a while. */
export async function openShadows(page: Page): Promise<unknown> {
  await page.setViewportSize({ width: 1280, height: 1400 })
  return page.addInitScript(() => {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      return attach.call(this, { ...init, mode: 'open' })
    }
  })
}

/** Stores the events about proposals in `heard`, a variable of the page. */
export function hearProposals(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    document.addEventListener('fw:proposal', (event) => heard.push((event as CustomEvent).detail))
  })
}

/** Records each change of the element's text. */
export async function hearAll(page: Page, selector: string): Promise<readonly string[]> {
  const heard: string[] = []
  await page.exposeFunction('heard', (text: string) => heard.push(text))
  await page.evaluate((to) => {
    const line = document.querySelector(to) as Element
    const { heard } = window as unknown as { heard(text: string): void }
    new MutationObserver(() => heard(line.textContent ?? '')).observe(line, { childList: true, subtree: true })
  }, selector)
  return heard
}

/** The page draws nothing until the returned function is called. */
export async function holdFrames(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = []
    const draw = requestAnimationFrame
    const drawAgain = () => {
      window.requestAnimationFrame = draw
      held.forEach(draw)
    }
    Object.assign(window, { requestAnimationFrame: (frame: FrameRequestCallback) => held.push(frame), drawAgain })
  })
  return () => page.evaluate(() => setTimeout((window as unknown as { drawAgain(): void }).drawAgain))
}
