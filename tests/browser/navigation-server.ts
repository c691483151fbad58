/** An app under a strict content security policy whose pages navigate, and what its server was asked. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'
import type { Chromium, OpenPage } from './chromium.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('apps/navigation', import.meta.url))

export interface Asked {
  readonly path: string
  /** `x-fw-navigation` of the request. */
  readonly navigation: string | undefined
}

export interface NavigationServer {
  readonly origin: string
  /** Requests for pages, in order, since the last call. */
  asked(): Asked[]
}

export interface BuiltNavigation {
  /** Bytes of a browser file. */
  file(url: string): Buffer
  readonly navigationUrl: string
  /** `options` win over those of the fixture; `/assets/client.js` counts how often it ran in `window.clients`. */
  serve(options?: Partial<FwServerOptions>): Promise<NavigationServer>
  /** Closes its servers too. */
  close(): Promise<void>
}

/** Builds `apps/navigation` for the browser. */
export async function buildNavigation(): Promise<BuiltNavigation> {
  const sources = readSources(FOLDER)
  const { out, ...built } = await bundleOnce(FOLDER, sources)
  const compiled = compileRoutes(sources)
  const file = (url: string) => readFileSync(join(out, url))
  const ends: (() => Promise<void>)[] = []
  return {
    file,
    navigationUrl: built.navigationUrl,
    async serve(options = {}) {
      const fw = createFwServer({
        ...compiled.options,
        ...built,
        csp: { header: "style-src-elem 'self' 'nonce-{nonce}'" },
        siteUrl: 'https://site.example',
        inlineStyles: true,
        styleText: 'body { margin: 20px }',
        log: () => undefined,
        ...options,
      })
      const { server, end } = await listen(createNodeListener(fw), file)
      ends.push(async () => {
        await end()
        await fw.close()
      })
      return server
    },
    async close() {
      await Promise.all(ends.map((end) => end()))
      compiled.close()
    },
  }
}

async function listen(answer: RequestListener, file: BuiltNavigation['file']) {
  let asked: Asked[] = []
  const http = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://app.invalid')
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (pathname === '/notes/list.csv') return response.setHeader('content-type', 'text/plain').end('a,b')
    if (pathname.startsWith('/assets/')) {
      const code = pathname === '/assets/client.js' ? 'window.clients = (window.clients ?? 0) + 1' : file(pathname)
      return response.setHeader('content-type', 'text/javascript').end(code)
    }
    const navigation = request.headers['x-fw-navigation']
    asked.push({ path: pathname + search, navigation: navigation === undefined ? undefined : String(navigation) })
    answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: NavigationServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, // a TCP server has this form
    asked() {
      const taken = asked
      asked = []
      return taken
    },
  }
  return {
    server,
    async end() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Opens a page and waits until its links are followed, unless they are not. `before` runs in the page first. */
export async function openFollowed(
  chromium: Chromium,
  server: NavigationServer,
  path: string,
  before?: () => void,
): Promise<OpenPage> {
  const opened = await chromium.open('about:blank')
  const { page } = opened
  if (before) await page.addInitScript(before)
  await page.goto(server.origin + path)
  if ((await page.locator('#fw-navigation').count()) > 0)
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  server.asked()
  return opened
}

/** Returns the speculation rules of a page, as Chromium parsed them. */
export async function readRuleSets(page: Page) {
  const session = await page.context().newCDPSession(page)
  const found: { sourceText: string; errorType?: string }[] = []
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => found.push(ruleSet))
  await session.send('Preload.enable')
  return found
}
