import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { bundle, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))

/** A page that doesn't escape untrusted content. */
const INJECTED = '<script>window.ran = 1</script><img src="data:," onerror="window.ran = 2">'
const PAGES = {
  'routes/injected.tsx': `export default () => <main innerHTML={${JSON.stringify(INJECTED)}} />`,
  'routes/own-script.tsx': `export default ({ nonce }) => <main><script nonce={nonce}>{'window.own = 1'}</script></main>`,
  'routes/late-redirect.tsx': `import { createResource, Suspense } from 'solid-js'
import { redirect } from '@fw/runtime'
function Late() {
  const [data] = createResource(async () => { await new Promise((resolve) => setTimeout(resolve, 50)); redirect('/own-script') })
  return <p>{data()}</p>
}
export default () => <Suspense fallback={<i>wait</i>}><Late /></Suspense>`,
}

let out: string
let compiled: CompiledRoutes
let http: Server
let chromium: Chromium
let origin: string

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'fw-csp-'))
  const sources = readSources(FOLDER)
  const built = await bundle(FOLDER, sources, out)
  compiled = compileRoutes({ ...sources, ...PAGES })
  const server = createFwServer({
    ...compiled.options,
    ...built,
    clientEntryUrl: '/assets/client.js',
    csp: { header: "style-src 'nonce-{nonce}'; img-src data:" },
    log: () => undefined,
  })
  const answer = createNodeListener(server)
  http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (!pathname.startsWith('/assets/')) return answer(request, response)
    const code = pathname === '/assets/client.js' ? 'window.client = 1' : readFileSync(join(out, pathname))
    response.setHeader('content-type', 'text/javascript').end(code)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
  chromium = await launchChromium()
  await chromium.context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.effectiveDirective} ${event.blockedURI}`),
    )
  })
})
afterAll(async () => {
  await chromium?.close()
  http?.closeAllConnections()
  http?.close()
  compiled?.close()
  rmSync(out, { recursive: true, force: true })
})

type Seen = { violations: string[]; client?: number; own?: number; ran?: number }
const open = (path: string, waitUntil: 'commit' | 'load' = 'load') => chromium.open(origin + path, { waitUntil })

test('SRV-20 in Chromium a page under csp with islands, late parts and a client entry breaks no rule', async () => {
  let release = () => {}
  Object.assign(globalThis, {
    fwTestGates: new Map([['slow', new Promise<void>((resolve) => (release = resolve))]]),
  })
  const { page, logs } = await open('/streamed', 'commit')
  const live = (label: string) =>
    expect
      .poll(() =>
        page
          .locator('button.counter', { hasText: `${label}:` })
          .evaluate((node) => node.closest('fw-island')?.hasAttribute('ok')),
      )
      .toBe(true)
  await live('first')
  expect(await page.locator('.slow').count()).toBe(0)
  release()
  for (const label of ['last', 'in stream']) await live(label)
  await page.waitForLoadState('load')
  Object.assign(globalThis, { fwTestGates: undefined })
  expect(await page.locator('.slow').count()).toBe(1)
  await page.locator('button.counter', { hasText: 'in stream: 50' }).click()
  await page.locator('button.counter', { hasText: 'in stream: 51' }).waitFor()
  const { violations, client } = await page.evaluate(() => {
    const { violations, client } = window as unknown as Seen
    return { violations, client }
  })
  expect({ violations, client, logs }).toEqual({ violations: [], client: 1, logs: [] })
  await page.close()
})

test('SRV-20 in Chromium an injected script does not run, and a script with props.nonce does', async () => {
  const injected = await open('/injected')
  await expect
    .poll(() => injected.page.evaluate(() => (window as unknown as Seen).violations))
    .toEqual(['script-src-elem inline', 'script-src-attr inline'])
  expect(await injected.page.evaluate(() => (window as unknown as Seen).ran)).toBeUndefined()
  await injected.page.close()
  const own = await open('/own-script')
  expect(await own.page.evaluate(() => (window as unknown as Seen).own)).toBe(1)
  await own.page.close()
})

test('redirect() in a late part takes the browser there, under csp', async () => {
  const { page } = await open('/late-redirect')
  await page.waitForURL('**/own-script')
  expect(await page.evaluate(() => (window as unknown as Seen).violations)).toEqual([])
  await page.close()
})
