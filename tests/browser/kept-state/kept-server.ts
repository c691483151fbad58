/** Serves `apps/kept` under a strict content security policy, and opens its pages. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createNodeListener } from '../../../runtime/src/host/node-host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { state } from '../apps/kept/state.ts'
import type { Chromium, OpenPage } from '../chromium.ts'
import { bundle, readSources } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../apps/kept', import.meta.url))

export interface KeptServer {
  readonly origin: string
  /** Requests for pages with their origin header, in order, since the last call. */
  asked(): string[]
  /** Opens the page and waits until its islands run and its links are followed. */
  open(chromium: Chromium, path?: string): Promise<OpenPage>
  close(): Promise<void>
}

/** Sets the state of the app's server. */
export function resetState(): void {
  Object.assign(state, {
    notes: [],
    rows: ['a', 'b', 'c'],
    total: 0,
    hasTally: true,
    seed: 0,
    picks: ['a', 'b'],
    pick: 'a',
    field: '',
  })
}

export async function serveKept(): Promise<KeptServer> {
  const out = mkdtempSync(join(tmpdir(), 'fw-kept-'))
  const sources = readSources(FOLDER)
  const compiled = compileRoutes(sources)
  const built = await bundle(FOLDER, sources, out)
  const desk = await compiled.load('desk.api.ts')
  const fw = createFwServer({ ...compiled.options, ...built, apis: { desk }, csp: true, log: () => undefined })
  const answer = createNodeListener(fw)
  let asked: string[] = []
  const http = createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (url.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, url)))
    if (url === '/favicon.ico') return response.writeHead(204).end()
    asked.push([method, url, headers['x-fw-origin'] ?? ''].join(' ').trim())
    answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
  return {
    origin,
    asked() {
      const taken = asked
      asked = []
      return taken
    },
    async open(chromium, path = '/') {
      const opened = await chromium.open(origin + path)
      await opened.page.locator('#fw-announcer').waitFor({ state: 'attached' })
      await opened.page.locator('fw-island:not([ok])').waitFor({ state: 'detached' })
      await opened.page.evaluate(() => Object.assign(window, { sameDocument: true }))
      asked = []
      return opened
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await fw.close()
      compiled.close()
      rmSync(out, { recursive: true, force: true })
    },
  }
}

export const readText = (page: Page, selector: string) => page.locator(selector).first().textContent()

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)
